// What people are given to come to a game by: a code, a link of any scheme or a server's address,
// as chats, mails and hands leave it. The rules stand in protocol/README.md, under Addresses, and
// vectors/invitations.tsv holds every client to them. It reads text and asks nobody.
// Invariant: reading never traps, and a fingerprint that is cut or mistyped is never left out.

/// A server, a room on one, or both.
public struct Invitation: Hashable, Sendable {
  /// How a server is spoken to.
  public enum Scheme: String, CaseIterable, Sendable {
    /// No scheme: plain lines.
    case none = ""
    case tcp, tls, chromatch, http, ws, https, wss

    /// Whether it is TLS.
    public var isSecure: Bool {
      switch self {
      case .none, .tcp, .http, .ws: false
      case .tls, .chromatch, .https, .wss: true
      }
    }

    /// The port that it means without saying so.
    fileprivate var port: UInt16 {
      switch self {
      case .none, .tcp, .tls, .chromatch: Wire.defaultPort
      case .http, .ws: 80
      case .https, .wss: 443
      }
    }

    /// Whether what follows its `#` is a fingerprint, unless it is the only room.
    fileprivate var isOurs: Bool { self == .tls || self == .chromatch }
  }

  /// Where a server is.
  public struct Server: Hashable, Sendable {
    /// How it is spoken to.
    public var scheme: Scheme
    /// A name or an IP address, without brackets.
    public var host: String
    /// The port, also where it was left out.
    public var port: UInt16
  }

  /// The server; nil for the one at hand.
  public var server: Server?
  /// The room; nil for the server as a whole.
  public var room: RoomCode?
  /// Whether a page for a hall is meant.
  public var isStage = false
  /// The only certificate to be trusted: `SHA256:` and 64 hexadecimal digits.
  public var fingerprint: String?
  /// The word that is a room's code and may as well be a host.
  public var lone: String?

  /// The server, or where none is named the lone word as one.
  public var serverOrHost: Server? {
    server ?? lone.map { Server(scheme: .none, host: $0, port: Wire.defaultPort) }
  }

  /// Whether it names a room, or a server by a scheme. A word alone is likelier a mistyped code.
  public var isClear: Bool {
    room != nil || (server.map { $0.scheme != .none } ?? false)
  }

  /// Why a text is no invitation.
  public enum Flaw: Error, Hashable, Sendable {
    /// It says nothing at all, so it is no wish.
    case nothing
    /// It is longer than any invitation.
    case tooLong
    /// Where a room's code belongs is something else.
    case noCode(String)
    /// It names a room, and then another one.
    case twoRooms(RoomCode, RoomCode)
    /// No program here speaks that scheme.
    case otherScheme(String)
    /// It has no host.
    case noHost
    /// The host is none.
    case badHost(String)
    /// The port is none.
    case badPort(String)
    /// An IPv6 address needs brackets, or what stands in them is none.
    case brackets(String)
    /// The fingerprint is none.
    case badFingerprint(String)
    /// A fingerprint without TLS protects nobody.
    case needsTLS

    /// How the vectors call it.
    public var word: String {
      switch self {
      case .nothing: "nothing"
      case .tooLong: "too-long"
      case .noCode: "no-code"
      case .twoRooms: "two-rooms"
      case .otherScheme: "other-scheme"
      case .noHost: "no-host"
      case .badHost: "bad-host"
      case .badPort: "bad-port"
      case .brackets: "brackets"
      case .badFingerprint: "bad-fingerprint"
      case .needsTLS: "needs-tls"
      }
    }
  }

  /// More than this, in units of UTF-16, is no invitation.
  public static let lengthMax = 2_048

  /// Reads what somebody was given, whatever its form.
  public init(_ given: String) throws(Flaw) {
    guard given.utf16.count <= Invitation.lengthMax else { throw .tooLong }
    var text = Letters(given).plain
    if text.index(of: "://") == nil { text = text.decoded }
    if let (scheme, body) = text.link {
      let (address, rest) = Invitation.cut(body)
      let name = scheme.text.lowercased()
      guard let scheme = Scheme(rawValue: name), scheme != .none else {
        throw .otherScheme(name)
      }
      try self.init(scheme, address, rest)
      return
    }
    text = text.withoutCommand
    guard text.list.contains(where: \.isWordy) else { throw .nothing }
    text = text.withoutSurroundings
    if text.starts(with: "/") || text.starts(with: "#") {
      try self.init(placeIn: text)
      if room == nil { throw .nothing }
      return
    }
    let words = text.words
    let isApart = words.count == 2 && (try? Invitation(placeIn: words[1]))?.room != nil
    if !isApart, let place = try? Invitation(placeIn: text), place.room != nil {
      self = place
      if !text.list.contains(where: { " /?#".unicodeScalars.contains($0) }) { lone = text.text }
      return
    }
    try self.init(.none, words[0], Letters(words.dropFirst().map(\.text).joined(separator: " ")))
  }

  /// A link up to where it ends in a text, and what follows there.
  private static func cut(_ body: Letters) -> (address: Letters, rest: Letters) {
    // The brackets of an IPv6 address end nothing.
    let first = body.starts(with: "[") ? (body.list.firstIndex(of: "]") ?? -1) + 1 : 0
    let end = body.list[first...].firstIndex(where: \.endsLink) ?? body.list.endIndex
    let address = Letters(body.list[..<end]).decoded.trimmedBehind
    return (address, Letters(body.list[end...]))
  }

  /// A room and maybe its stage, or nothing at all.
  private init(placeIn text: Letters) throws(Flaw) {
    let said = Letters(text.list.drop { " /#!".unicodeScalars.contains($0) })
    let steps = said.prefix(before: "?&#").split("/").map(\.trimmedToWord)
      .filter { !$0.list.isEmpty }
    guard let first = steps.first else { return }
    let code = String(String.UnicodeScalarView(first.list.filter { $0 != " " && $0 != "-" }))
    isStage = steps.count > 1 && steps[1].text.lowercased() == "stage"
    guard let room = RoomCode(code), steps.count == (isStage ? 2 : 1) else {
      throw .noCode(said.text)
    }
    self.room = room
  }

  /// - Parameter rest: what followed the address, which may be a room.
  private init(_ scheme: Scheme, _ address: Letters, _ rest: Letters) throws(Flaw) {
    let authority = address.prefix(before: "/?#")
    let tail = Letters(address.list[authority.list.endIndex...])
    server = try Invitation.server(scheme, authority)
    var said = tail.prefix(before: "?#")
    var pin: Letters?
    for part in tail.split("#").dropFirst() {
      let isRoomSaid = said.list.contains(where: \.isWordy)
      if part.isPin || (scheme.isOurs && (isRoomSaid || part.list.isEmpty)) {
        pin = pin ?? part
      } else if !part.list.isEmpty {
        said = part
      }
    }
    let place = try Invitation(placeIn: said)
    // In a text that goes on after a link, not every word is a room.
    let next: Invitation? =
      if scheme == .none { try Invitation(placeIn: rest) } else { try? Invitation(placeIn: rest) }
    if let one = place.room, let other = next?.room, one != other { throw .twoRooms(one, other) }
    room = place.room ?? next?.room
    isStage = place.room == nil ? next?.isStage ?? false : place.isStage
    guard let pin else { return }
    guard scheme.isSecure else { throw .needsTLS }
    fingerprint = try pin.prefix(before: "?&").fingerprint
  }

  private static func server(_ scheme: Scheme, _ text: Letters) throws(Flaw) -> Server {
    let parts = text.split(":")
    var host = parts[0]
    var port = parts.count > 1 ? parts[1] : nil
    if text.starts(with: "[") {
      guard let end = text.list.firstIndex(of: "]") else { throw .brackets(text.text) }
      host = Letters(text.list[1..<end])
      let rest = text.list[(end + 1)...]
      guard host.list.contains(":"), rest.isEmpty || rest.first == ":" else {
        throw .brackets(text.text)
      }
      port = rest.isEmpty ? nil : Letters(rest.dropFirst())
    } else if parts.count > 2 {
      guard scheme == .none else { throw .brackets(text.text) }
      (host, port) = (text, nil)
    }
    guard !host.list.isEmpty else { throw .noHost }
    guard
      host.list.allSatisfy({
        $0.value > 0x20 && $0.value != 0x7f && !"[]@".unicodeScalars.contains($0)
      })
    else { throw .badHost(host.text) }
    guard let port else { return Server(scheme: scheme, host: host.text, port: scheme.port) }
    let isNumber = (1...5).contains(port.list.count) && port.list.allSatisfy(\.isDigit)
    guard isNumber, let number = UInt16(port.text), number > 0 else { throw .badPort(port.text) }
    return Server(scheme: scheme, host: host.text, port: number)
  }
}
