// A server in this process, for a race against bots or for the people around. It is the server that
// `chromatchd` runs, on a queue of its own, and this client reaches it through a socket like
// anyone.

import Glibc
import Net
import Server

/// The server that a player has started along with the game.
struct OwnServer {
  /// How it is set up.
  struct Settings: Sendable {
    /// The address to listen on.
    var host = "127.0.0.1"
    /// The TCP port to listen on; 0 lets the system choose.
    var port: UInt16 = 0
    /// Whether it takes TLS too, with the certificate that is kept for this user.
    var hasTLS = false
    /// Whether others are to be told how to reach it.
    var isShared = false
    /// Where its log is appended to; without one it has none.
    var logFile: String?
    /// The record of a match that is to be raced there.
    var raced: [UInt8]?
  }

  private let server: Server
  private let log: ServerLog
  private let isShared: Bool
  private let hasPage: Bool
  /// Why nothing outlives the process that was to, as a sentence for a person; nil otherwise.
  let whyNothingIsKept: String?
  /// Which match of its log is to be raced; nil where none is.
  let raced: Int?
  /// Its certificate's; nil if it takes plain TCP only.
  private let fingerprint: CertificateFingerprint?

  /// What the targets of a day come from where one plays alone: the same on every machine, and no
  /// secret at all, for there is nobody to be faster than.
  static let daySecret = Array("chromatch: a day alone, for all.".utf8)

  /// Starts the server.
  ///
  /// - Throws: why it cannot, as a sentence for a person.
  init(_ settings: Settings) async throws(Failure) {
    prepareProcess()
    var configuration = Configuration()
    let log = try ServerLog.appending(to: settings.logFile, limits: configuration.limits)
    configuration.host = settings.host
    configuration.port = settings.port
    configuration.app = "chromatch/\(Configuration.version)"
    configuration.tls = settings.hasTLS ? try OwnServer.keptCertificate() : nil
    if let record = settings.raced {
      raced = try await OwnServer.keep(&configuration, racing: record)
      whyNothingIsKept = nil
    } else {
      raced = nil
      whyNothingIsKept = OwnServer.keep(&configuration, isShared: settings.isShared)
    }
    configuration.website.folder = try OwnServer.usualPages()
    do throws(NetError) {
      server = try await Server(configuration, log: log)
    } catch {
      let advice = if case .addressInUse = error { "; --port 0 takes a free port" } else { "" }
      throw Failure("Cannot start a server here: \(error)\(advice).")
    }
    self.log = log
    isShared = settings.isShared
    hasPage = configuration.website.folder.hasIndex
    fingerprint = configuration.tls?.fingerprint
  }

  /// The pages that belong to this program. One that was moved away from them shows none.
  private static func usualPages() throws(Failure) -> WebFolder {
    guard let directory = WebFolder.usualDirectory() else { return .empty }
    do throws(WebFolder.Failure) {
      return try WebFolder(directory: directory)
    } catch {
      throw Failure("Cannot show the web pages: \(error).")
    }
  }

  /// Has rooms outlive the process, so that guests find them again, and finished matches. A player
  /// whose other server uses the place for that can still play, and a player without a home expects
  /// nothing to stay there.
  ///
  /// - Returns: why nothing is kept that was to be; nil otherwise.
  private static func keep(_ configuration: inout Configuration, isShared: Bool) -> String? {
    if !isShared { configuration.dailySecret = daySecret }
    guard let path = StateDirectory.usualPath(environment: variable) else { return nil }
    do throws(FileFailure) {
      // A host's rooms are played under another secret, and would be dropped.
      try configuration.keep(in: StateDirectory(path), journal: isShared ? .usual : .alone)
      return nil
    } catch {
      return "Rooms and matches are not kept: \(error)."
    }
  }

  /// Has a match raced that others may have played: in a log apart from that of one's own matches.
  ///
  /// - Returns: which match of that log it is.
  private static func keep(
    _ configuration: inout Configuration, racing record: [UInt8]
  ) async throws(Failure) -> Int {
    guard let path = StateDirectory.usualPath(environment: variable) else {
      throw Failure("A file is raced in a home directory, and there is none.")
    }
    do throws(FileFailure) {
      _ = try StateDirectory(path)
      configuration.dailySecret = daySecret
      try configuration.keep(in: StateDirectory("\(path)/races"))
    } catch {
      throw Failure("Cannot race a file: \(error).")
    }
    guard let index = await configuration.keep(raced: record) else {
      throw Failure("Cannot race a file: it cannot be kept for that.")
    }
    return index
  }

  /// The certificate that others know this user's server by.
  private static func keptCertificate() throws(Failure) -> TLSServer? {
    let reason: String
    if let path = StateDirectory.usualPath(environment: variable) {
      do throws(TLSSource.Failure) {
        return try TLSSource.automatic(state: path).load(hosts: ["localhost", "127.0.0.1", "::1"])
      } catch {
        reason = error.description
      }
    } else {
      reason = "there is no home directory"
    }
    throw Failure("Cannot store the server's certificate: \(reason). --no-tls needs none.")
  }

  /// Where this client connects to: a server that listens everywhere listens on loopback too.
  var endpoint: Endpoint {
    let host =
      switch server.endpoint.host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "::1"
      default: server.endpoint.host
      }
    return Endpoint(host: host, port: server.endpoint.port)
  }

  /// How others can reach it, the likeliest address first. Empty if they are not meant to.
  var invitations: Invitations {
    guard isShared else { return Invitations() }
    let listening = server.endpoint
    let isEverywhere = ["0.0.0.0", "::"].contains(listening.host)
    let hosts = isEverywhere ? localAddresses() : [listening.host]
    // Without a network there is still this machine.
    let endpoints = (hosts.isEmpty ? [endpoint.host] : hosts)
      .map { Endpoint(host: $0, port: listening.port) }
    let security = fingerprint.map { Address.Security.pinned($0) } ?? .none
    // Without TLS, whether the server takes it or not: nobody vouches for its certificate, and a
    // phone that is sent to a warning learns to press warnings away.
    return Invitations(
      addresses: endpoints.map { Address($0, security: security) },
      page: hasPage ? endpoints.first.map { Address($0).page } : nil)
  }

  /// Where others on this network find it, and its certificate; nil if they cannot.
  var onNetwork: (port: UInt16, certificate: CertificateFingerprint?)? {
    let isHere = ["127.0.0.1", "::1", "localhost"].contains(server.endpoint.host)
    return isShared && !isHere ? (server.endpoint.port, fingerprint) : nil
  }

  /// Tells everyone that it stops, and returns when all is closed.
  func stop() async {
    await server.stop()
    log.finish()
  }
}

extension ServerLog {
  /// A log in a file, or none. A pipe without a reader is refused rather than waited for.
  fileprivate static func appending(
    to path: String?, limits: ServerLimits
  ) throws(Failure) -> ServerLog {
    guard let path else { return .none }
    let readableByAll: mode_t = 0o644
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = open(path, flags, readableByAll)
    if descriptor < 0 {
      throw Failure("Cannot write the log \(path): \(String(cString: strerror(errno))).")
    }
    return ServerLog(label: "chromatch", to: descriptor, limits: limits)
  }
}

/// The addresses of this machine's interfaces that others on its network can reach, IPv4 first.
/// Those of one link only (fe80::…) are left out: they mean nothing elsewhere.
private func localAddresses() -> [String] {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&list) == 0 else { return [] }
  defer { freeifaddrs(list) }
  var addresses: [(family: Int32, text: String)] = []
  var next = list
  while let interface = next?.pointee {
    next = interface.ifa_next
    let flags = Int(interface.ifa_flags)
    guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0,
      let address = interface.ifa_addr, let text = numericHost(of: address)
    else { continue }
    addresses.append((Int32(address.pointee.sa_family), text))
  }
  return [AF_INET, AF_INET6]
    .flatMap { family in addresses.filter { $0.family == family }.map(\.text) }
}

private func numericHost(of address: UnsafePointer<sockaddr>) -> String? {
  let length: Int
  switch Int32(address.pointee.sa_family) {
  case AF_INET: length = MemoryLayout<sockaddr_in>.size
  case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
  default: return nil
  }
  var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  let status = getnameinfo(
    address, socklen_t(length), &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
  let text = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  return status == 0 && !text.hasPrefix("fe80:") ? text : nil
}
