// Where a server's certificate comes from: two files that somebody else renews, or a certificate
// that it makes for itself once and keeps. It reads; when to read again is decided elsewhere.

public import Net

/// Where a certificate and its key come from.
public enum TLSSource: Equatable, Sendable {
  /// Nowhere: only plain streams are taken.
  case off
  /// From files, as PEM.
  case files(certificate: String, key: String)
  /// From the state directory at a path; made there when there is none.
  case automatic(state: String)

  /// Why there is no certificate.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    /// A sentence with the path and the reason.
    public let description: String
  }

  /// Reads the certificate, or makes it.
  ///
  /// - Parameter hosts: what a certificate is made for that has to be made: names and addresses.
  public func load(hosts: [String]) throws(Failure) -> TLSServer? {
    switch self {
    case .off: return nil
    case .files(let certificate, let key):
      return try Self.server(
        (certificate, try Self.read(certificate, .everybody)),
        (key, try Self.read(key, .groupMayRead)))
    case .automatic(let state): return try Self.kept(in: state, hosts: hosts)
    }
  }

  /// What tells one content of the files from another, cheaply; nil when there are none to watch.
  public var signature: [FileSignature]? {
    guard case .files(let certificate, let key) = self else { return nil }
    return [FileSignature(certificate), FileSignature(key)]
  }

  private static let keptFile = "tls.pem"

  /// Key and certificate are one file, so that one is never without the other.
  private static func kept(in path: String, hosts: [String]) throws(Failure) -> TLSServer {
    do {
      let directory = try StateDirectory(path)
      let pem = try directory.contents(of: keptFile) {
        let made = try SelfSignedCertificate(hosts: hosts)
        return made.keyPEM + made.certificatePEM
      }
      let file = ("\(path)/\(keptFile)", pem)
      return try server(file, file)
    } catch {
      throw Failure(description: "\(error)")
    }
  }

  private static func read(_ path: String, _ access: FileAccess) throws(Failure) -> [UInt8] {
    do {
      return try readFile(path, called: path, access: access, bytesMax: pemBytesMax)
    } catch {
      throw Failure(description: "\(error)")
    }
  }

  private typealias PEMFile = (path: String, pem: [UInt8])

  private static func server(
    _ certificate: PEMFile, _ key: PEMFile
  ) throws(Failure) -> TLSServer {
    do {
      return try TLSServer(certificatePEM: certificate.pem, keyPEM: key.pem)
    } catch {
      throw Failure(
        description: "\(error.concernsKey ? key.path : certificate.path): \(error)")
    }
  }

  private static let pemBytesMax = 1 << 20
}
