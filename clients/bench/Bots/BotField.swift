// Many rooms full of bots that play match after match, on one reactor. It counts the matches that
// came to their end. Confined to the queue of its reactor.

import Framing
import Game
import Net
import Wire

/// The bots of one run.
final class BotField: Population {
  /// What has been played so far.
  struct Count: Sendable {
    /// Matches that are over, and rounds that are shut.
    var matches = 0
    var rounds = 0
    /// Moves that were made, locks included.
    var moves = 0
    /// Moves that came too late, as anybody's can.
    var late = 0
    /// Lines that were refused for any other reason.
    var refusals = 0
    var lost = 0
    /// From SEED to KEPT, as each player hears them.
    var keeping = Tally.spans()
  }

  let reactor: Reactor
  private let clock: Clock
  private let house: House
  private let wishes: RoomWishes
  private let seats: Int
  private let skill: Skill
  private(set) var codes: [RoomCode?]
  private var inside: [Int]
  private var players: [SocketID: BotPlayer] = [:]
  /// The same, in the order in which they came.
  private var order: [(id: SocketID, player: BotPlayer)] = []
  private var roomsPlaying = 0
  private var deadline = Int64.max
  private(set) var count = Count()
  private var whenPlaying: ((BenchError?) -> Void)?
  var whenGone: (() -> Void)?

  init(
    reactor: Reactor, clock: Clock, house: House, rooms: Int, seats: Int, skill: Skill,
    wishes: RoomWishes
  ) {
    self.reactor = reactor
    self.clock = clock
    self.house = house
    self.seats = seats
    self.skill = skill
    self.wishes = wishes
    codes = [RoomCode?](repeating: nil, count: rooms)
    inside = [Int](repeating: 0, count: rooms)
  }

  /// Fills the rooms and tells when all of them play, or why they do not.
  func begin(whenPlaying: @escaping (BenchError?) -> Void) {
    self.whenPlaying = whenPlaying
    deadline = clock.milliseconds() + BotField.beginningMilliseconds
    for room in codes.indices { come(room, isHost: true) }
    woke()
  }

  private func come(_ room: Int, isHost: Bool) {
    let id = reactor.connect(
      host: house.endpoint.host, port: house.endpoint.port, over: house.carriage(of: 0))
    let player = BotPlayer(room: room, isHost: isHost, skill: skill)
    players[id] = player
    order.append((id, player))
    reactor.send(house.greeting(Guest(room: room, seat: 0, players: 0)), to: id)
  }

  private func say(_ message: ClientMessage, to id: SocketID) {
    var line: [UInt8] = []
    message.encode(into: &line)
    reactor.send(line, to: id)
  }

  // MARK: What is heard

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    // Where the others' sliders are is nothing to a hand.
    if MoveLine(line) != nil { return }
    guard let player = players[id], let message = try? ServerMessage.decode(line) else { return }
    switch message {
    case .welcome(let welcome): wasWelcomed(player, welcome, id)
    case .entered(let code, _, _): cameIn(player, code)
    case .ping(let nonce): say(.pong(nonce: nonce), to: id)
    case .room(_, .reveal): say(.reveal(player.secret.nonce), to: id)
    case .room(_, let event): player.saw(event)
    case .play(_, let event):
      player.saw(event)
      if player.isHost { saw(event) }
      if case .seed = event { player.seedAt = .now }
      if case .over = event { say(player.getReady(), to: id) }
    case .kept: wasKept(player)
    case .no(let refusal): wasRefused(refusal)
    default: break
    }
  }

  private func wasKept(_ player: BotPlayer) {
    guard let seedAt = player.seedAt else { return }
    player.seedAt = nil
    count.keeping.record(nanoseconds: Int64((.now - seedAt) / .nanoseconds(1)))
  }

  private func wasWelcomed(_ player: BotPlayer, _ welcome: Welcome, _ id: SocketID) {
    player.wasWelcomed(welcome, at: clock.milliseconds())
    if player.isHost {
      say(.create(wishes), to: id)
    } else if let code = codes[player.room] {
      say(.join(code, password: nil), to: id)
    }
  }

  private func cameIn(_ player: BotPlayer, _ code: RoomCode) {
    codes[player.room] = code
    inside[player.room] += 1
    if player.isHost { for _ in 1..<seats { come(player.room, isHost: false) } }
    guard inside[player.room] == seats else { return }
    for entry in order where entry.player.room == player.room {
      say(entry.player.getReady(), to: entry.id)
    }
    roomsPlaying += 1
    if roomsPlaying == codes.count { playing(nil) }
  }

  private func saw(_ event: Event) {
    switch event {
    case .shut: count.rounds += 1
    case .over: count.matches += 1
    default: break
    }
  }

  private func wasRefused(_ refusal: RefusalLine) {
    playing(.refused(refusal))
    if refusal.code == .notNow || refusal.code == .frozen {
      count.late += 1
    } else {
      count.refusals += 1
    }
  }

  private func playing(_ error: BenchError?) {
    whenPlaying?(error)
    whenPlaying = nil
  }

  // MARK: Time

  func woke() {
    let now = clock.milliseconds()
    if now >= deadline { playing(.incomplete(inside: inside.reduce(0, +), of: order.count)) }
    for entry in order {
      for command in entry.player.moves(at: now) {
        say(.play(command), to: entry.id)
        count.moves += 1
      }
    }
    reactor.wake(atMilliseconds: now + BotField.stepMilliseconds)
  }

  // MARK: How it ends

  func refused(_ error: FramingError, from id: SocketID) { reactor.close(id) }
  func closed(_ id: SocketID, _ reason: CloseReason) { lose(.lost(reason)) }
  func failed(_ id: SocketID, _ error: NetError) { lose(.net(error)) }

  private func lose(_ error: BenchError) {
    if whenGone == nil { count.lost += 1 }
    playing(error)
  }

  /// How often bots look whether a move is due, in milliseconds: more often than a hand moves.
  private static let stepMilliseconds: Int64 = 5
  /// How long it may take until all play, in milliseconds.
  private static let beginningMilliseconds: Int64 = 60_000
}
