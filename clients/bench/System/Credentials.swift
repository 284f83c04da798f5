// A certificate that lasts as long as the bench does, and how its clients take each of the four
// ways to a server. Clients trust this one certificate and no other, so what is measured is what
// was started.

import Glibc
import Net

/// A certificate of our own with its key, as files that a server can be given.
final class Credentials: Sendable {
  let certificatePath: String
  let keyPath: String
  /// What clients trust.
  let client: TLSClient
  private let directory: String

  /// Makes a certificate for 127.0.0.1, in a folder that only this user can read and that goes with
  /// the value.
  ///
  /// - Throws: `BenchError.cannotWrite`, or what OpenSSL says.
  init() throws {
    let made = try SelfSignedCertificate(hosts: ["127.0.0.1"])
    client = try TLSClient(trust: .pinned(try TLSServer(made).fingerprint))
    let folder = try makeTemporaryFolder("bench")
    directory = folder
    certificatePath = folder + "/certificate.pem"
    keyPath = folder + "/key.pem"
    try writeFile(String(decoding: made.certificatePEM, as: UTF8.self), to: certificatePath)
    try writeFile(String(decoding: made.keyPEM, as: UTF8.self), to: keyPath, mode: 0o600)
  }

  deinit {
    unlink(certificatePath)
    unlink(keyPath)
    rmdir(directory)
  }
}

extension Transport {
  var isSecure: Bool { self == .tls || self == .wss }
  var isWebSocket: Bool { self == .ws || self == .wss }

  /// How a client connects this way.
  func carriage(_ credentials: Credentials) -> Carriage {
    Carriage(
      tls: isSecure ? credentials.client : nil,
      webSocket: isWebSocket
        ? Carriage.WebSocketRoute(path: "/play", subprotocol: "chromatch.1") : nil)
  }
}
