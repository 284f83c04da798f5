// Where a crowd goes, and what the first words are there. A server wants to know who comes and has
// rooms opened; a floor is told by everyone where to sit.

import Framing
import Game
import Net
import Server
import Wire

/// Who is asked, where, and how one gets there.
struct House: Sendable {
  let side: Side
  /// Where the players of each room go, by their seats and by turns.
  let endpoints: [Endpoint]
  /// Where all others go: to the first of these, unless it is set.
  var endpoint: Endpoint
  /// The ways there, by turns.
  let carriages: [Carriage]
  /// The certificate to trust, PEM, for those who do without our own TLS.
  let certificatePath: String

  /// There is at least one endpoint and one way.
  init(
    _ side: Side = .server, at endpoints: [Endpoint], over transports: [Transport],
    _ credentials: Credentials
  ) {
    precondition(!endpoints.isEmpty && !transports.isEmpty)
    (self.side, self.endpoints, endpoint) = (side, endpoints, endpoints[0])
    carriages = transports.map(credentials.carriage)
    certificatePath = credentials.certificatePath
  }

  func endpoint(of guest: Guest) -> Endpoint {
    guest.seat.map { endpoints[$0 % endpoints.count] } ?? endpoint
  }

  /// The way of one of them, counted from 0.
  func carriage(of index: Int) -> Carriage { carriages[index % carriages.count] }

  func greeting(_ guest: Guest) -> [UInt8] {
    switch side {
    case .server: House.hello(isPlayer: guest.seat != nil)
    case .floor: House.sit(room: guest.room, seat: guest.seat)
    }
  }

  /// What a watcher says before anything else, as it goes over the wire: a request, or nothing.
  func opening(over carriage: Carriage) -> [UInt8] {
    carriage.webSocket == nil ? [] : House.request(to: endpoint)
  }

  /// What a watcher of a room says who has no more to say than this, as it goes over the wire. The
  /// room has a code if it is a server's, else a number.
  func watching(_ code: RoomCode?, number: Int, over carriage: Carriage) -> [UInt8] {
    let lines = code.map(House.watch) ?? House.sit(room: number, seat: nil)
    if carriage.webSocket == nil { return lines }
    return WebSocket(role: .client(nextMaskingKey: { 0 }), takesBinary: false, messageBytesMax: 0)
      .frame(.text, lines[...])
  }

  /// What is answered to a watcher who is in its room.
  var marker: String {
    switch side {
    case .server: "IN room="
    case .floor: "SAT"
    }
  }

  static let route = Carriage.WebSocketRoute(path: "/play", subprotocol: "chromatch.1")

  static func request(to endpoint: Endpoint) -> [UInt8] {
    WebSocketInvitation(
      host: endpoint.description, path: route.path, subprotocol: route.subprotocol,
      nonce: randomBytes(16)
    )
    .request
  }

  static func hello(isPlayer: Bool) -> [UInt8] {
    let app = "chromatch-bench/\(Configuration.version)"
    var line: [UInt8] = []
    ClientMessage.hello(Hello(name: isPlayer ? "player" : "watcher", isBot: true, app: app))
      .encode(into: &line)
    return line
  }

  /// Says who it is, and which room it watches.
  static func watch(_ code: RoomCode) -> [UInt8] {
    var lines = hello(isPlayer: false)
    ClientMessage.watch(code, password: nil, since: nil).encode(into: &lines)
    return lines
  }

  static func sit(room: Int, seat: Int?) -> [UInt8] {
    Array("SIT room=\(room) seat=\(seat ?? -1)\n".utf8)
  }
}
