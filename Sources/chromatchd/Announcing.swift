// Tells this network of the server, where somebody wants that: the same way as `chromatch host`
// tells of its room. A server that nobody can be told of plays all the same, and its log says why.
// It announces the server and not its rooms, which would fill the list of a network. It is off by
// default: not every network is for playing.

import ArgumentParser
import Discovery
import Glibc
import Logging
import Net
import Server
import Wire

/// Announces a server on this network, until the server stops or lets nobody begin.
actor Announcer {
  /// What it says of a certificate.
  struct Certificate: Sendable {
    var hasTLS: Bool
    /// For others to know the server by; nil where an authority may vouch for it.
    var fingerprint: CertificateFingerprint?
  }

  private let name: String
  private let network: LocalNetwork
  private var certificate: Certificate
  private var isOver = false

  /// From one look at the server to the next, in seconds. What others hear is rarely older, and
  /// nobody is told anything while nothing changes.
  private static let pauseSeconds = 5

  /// - Returns: nil where the library is absent, which the log says.
  init?(_ name: String, _ certificate: Certificate, _ log: Logger) {
    guard let network = LocalNetwork(tell: { log.note($0) }) else {
      log.notAnnounced("\(NetworkAbsence.noLibrary)")
      return nil
    }
    self.name = name
    self.certificate = certificate
    self.network = network
  }

  /// Announces the server from now on.
  func begin(_ server: Server) {
    Task {
      while !isOver {
        await tell(server.census(), at: server.endpoint.port)
        try await Task.sleep(for: .seconds(Self.pauseSeconds))
      }
    }
  }

  private func tell(_ census: Headcount, at port: UInt16) async {
    if isOver { return }
    await network.announce(
      name, port: port,
      Announcement(
        .server(rooms: census.rooms, players: census.players), hasTLS: certificate.hasTLS,
        fingerprint: certificate.fingerprint.map { "\($0)" }))
  }

  /// The server shows another certificate from now on.
  func shows(_ certificate: Certificate) { self.certificate = certificate }

  /// Announces it no more.
  func end() async {
    isOver = true
    await network.announce(nil, port: 0, nil)
  }
}

extension ServerOptions {
  /// Begins to announce a server, if that is wanted and others could come.
  func announcer(
    of server: Server, with tls: TLSServer?, on listener: Int32?, _ log: Logger
  ) async throws -> Announcer? {
    guard let name = try announcedName() else { return nil }
    if let flaw = try announcesInVain(on: listener) {
      log.notAnnounced(flaw)
      return nil
    }
    let announcer = Announcer(name, try announced(tls), log)
    await announcer?.begin(server)
    return announcer
  }

  /// The name that the server is announced by; nil where it is not to be announced.
  func announcedName() throws -> String? {
    switch announcement {
    case nil, "", "0": return nil
    case "1": return Announcement.serviceName("chromatch on \(machineName)")
    case let name?:
      guard Names.cleaned(name, charactersMax: RoomSettings.nameCharactersMax) == name,
        Announcement.serviceName(name) == name
      else {
        throw ValidationError(
          "--announce takes a name of at most \(RoomSettings.nameCharactersMax) characters and 63 "
            + "bytes, with nothing in it that cannot be seen")
      }
      return name
    }
  }

  /// What is announced of a certificate.
  func announced(_ tls: TLSServer?) throws -> Announcer.Certificate {
    let source = try tlsSource()
    let isOwn = if case .automatic = source { true } else { false }
    return Announcer.Certificate(hasTLS: tls != nil, fingerprint: isOwn ? tls?.fingerprint : nil)
  }

  /// Why nobody else could come, though the server is announced; nil if they can.
  func announcesInVain(on listener: Int32? = nil) throws -> String? {
    let host = try endpoint().host
    let isHere = listener == nil && (host.hasPrefix("127.") || ["::1", "localhost"].contains(host))
    return isHere ? "it listens on \(host), where nobody else can reach it" : nil
  }

  private var machineName: String {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count) == 0 else { return "this machine" }
    // Without the domain, which on its own network means nothing.
    let label = name.map(UInt8.init(bitPattern:)).prefix { $0 != 0 && $0 != UInt8(ascii: ".") }
    return String(decoding: label, as: UTF8.self)
  }
}

extension Logger {
  /// Says that nobody on this network is told of the server, though somebody wanted that.
  func notAnnounced(_ why: String) { warning("not announced", metadata: ["why": "\(why)"]) }

  /// Says what has become of the announcement.
  fileprivate func note(_ view: NearbyView) {
    if let name = view.announcedName {
      info("announced", metadata: ["name": "\(name)"])
    } else if !view.isWorking {
      notAnnounced("\(NetworkAbsence.noDaemon)")
    }
  }
}
