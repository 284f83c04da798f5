// Who is in a simulated world and what they do next, drawn from a seed: people and programs who
// race well or badly, who look on, read slowly, talk nonsense and lose their connections. They know
// only what they heard, like anybody.

import Chroma
import Game
import TranscriptSupport
import Wire

/// The clients of a world, as characters.
struct Cast: Sendable {
  /// What somebody is like, in percent of the times they could be so.
  private struct Character: Sendable {
    /// Locks on the target rather than somewhere.
    let skill: Int
    /// Answers PINGs.
    let diligence: Int
    /// Watches rather than plays.
    let shyness: Int
    /// Stops reading while watching.
    let sloth: Int
    /// Loses connections, stalls, sends nonsense and floods.
    let trouble: Int
  }

  private var draw: SplitMix64
  private var characters: [Character] = []
  /// Whether they all want to be where something happens.
  private let isCrowd: Bool
  /// Codes of rooms that were heard of, some of which are closed.
  private var codes: [String] = ["2222"]

  /// The cast of a seed.
  init(seed: UInt64) {
    draw = SplitMix64(seed: seed)
    isCrowd = draw.chance(60)
    for _ in 0..<draw.number(in: 2...6) {
      characters.append(
        Character(
          skill: draw.number(in: 0...80), diligence: draw.number(in: 0...100),
          shyness: draw.number(in: 0...100), sloth: draw.pick([0, 30, 60]) ?? 0,
          trouble: draw.pick([0, 2, 5, 12]) ?? 0))
    }
  }

  /// How many they are.
  var count: Int { characters.count }

  /// What the hall's randomness comes from.
  mutating func secret() -> [UInt8] {
    (0..<32).map { _ in UInt8(draw.number(in: 0...255)) }
  }

  /// What happens next.
  mutating func next(in world: World) -> Action {
    if draw.chance(40) { return time(in: world) }
    let index = draw.number(in: 0...(characters.count - 1))
    let client = world.clients[index]
    guard client.id != nil else { return .connect(index) }
    if client.isStalled {
      switch draw.number(in: 1...100) {
      case 1...3: return .wake(index)
      case 4...20: return .sip(index, draw.number(in: 1...100))
      case 21...75: return time(in: world)
      default: break
      }
    }
    if draw.chance(characters[index].trouble) { return trouble(of: index) }
    let canStall = client.viewer.role == .watcher && !client.isStalled
    if canStall, draw.chance(characters[index].sloth) {
      return .stall(index)
    }
    if client.viewer.ping != nil, draw.chance(characters[index].diligence) {
      return .answer(index)
    }
    let line = line(of: index, in: world)
    if line.hasPrefix("SET"), draw.chance(80) { return .drag(index, drag(to: line)) }
    // A program may say two things without waiting.
    return draw.chance(5) ? .flood(index, line, times: 2) : .say(index, line)
  }

  /// Sliders on their way, which ends where `line` says.
  private mutating func drag(to line: String) -> [String] {
    let channels = line.split(separator: ",").count
    let way = (1...draw.number(in: 2...20))
      .map { _ in
        let values = (1...channels).map { _ in String(draw.number(in: 0...100)) }
        return "SET v=\(values.joined(separator: ","))"
      }
    return way + [line]
  }

  /// How it ends: everybody reads, a second passes, and all go in one way or another.
  mutating func farewell() -> [Action] {
    let all = characters.indices
    if draw.chance(20) { return all.map { .wake($0) } + [.pass(1_100), .stop, .pass(2_000)] }
    return all.map { .wake($0) } + [.pass(1_100)]
      + all.map { index in
        switch draw.number(in: 1...3) {
        case 1: .say(index, "BYE")
        case 2: .end(index)
        default: .cut(index)
        }
      }
  }

  private mutating func time(in world: World) -> Action {
    let next = world.edge.deadline.map { max(0, $0 - world.edge.now) } ?? 0
    switch draw.number(in: 1...100) {
    case 1...30: return .pass(min(next, 3_000))
    case 31...85: return .pass(draw.number(in: 1...400))
    case 86...95: return .pass(draw.number(in: 400...3_000))
    case 96...98: return .lag(draw.number(in: 1...4_000))
    default: return .pass(draw.pick([5_000, 5_000, 5_000, 10_000, 10_000, 65_000]) ?? 0)
    }
  }

  private mutating func trouble(of index: Int) -> Action {
    switch draw.number(in: 1...12) {
    case 1...3: return .cut(index)
    case 4: return .end(index)
    case 5...7: return .stall(index)
    case 8: return .flood(index, "PING t=1", times: draw.number(in: 20...200))
    case 9: return .flood(index, "LIST", times: draw.number(in: 5...50))
    case 10: return .send(index, (1...20).map { _ in UInt8(draw.number(in: 0...255)) })
    case 11: return .send(index, Array("JOIN room=\n\r\nSET v=".utf8))
    default: return .send(index, [UInt8](repeating: 0x41, count: 1_100))
    }
  }
}

// What they say.
extension Cast {
  private mutating func line(of index: Int, in world: World) -> String {
    let viewer = world.clients[index].viewer
    if viewer.me == nil { return greeting(index, in: world) }
    if draw.chance(4) { return anything() }
    guard let role = viewer.role, let room = viewer.room else { return way(in: viewer, index) }
    codes.removeAll { $0 == room.code.text }
    codes.append(room.code.text)
    if role == .watcher {
      return draw.chance(8)
        ? "LEAVE" : "PING t=\(draw.number(in: 0...9))"
    }
    guard let match = room.match, !match.isOver else { return preparation(room, viewer) }
    if draw.chance(3) { return "LEAVE" }
    let isRacing = viewer.me.map { match.racers.contains($0) && match.locked[$0] == nil } ?? false
    guard isRacing || draw.chance(10) else { return "PING t=4" }
    return move(match.round, room.settings?.rules.mode ?? .rgb, skill: characters[index].skill)
  }

  private mutating func greeting(_ index: Int, in world: World) -> String {
    switch draw.number(in: 1...20) {
    case 1: return "HELLO v=2"
    case 2: return "HELLO v=1 resume=0123456789abcdef"
    case 3: return anything()
    case 4...5:
      // The seat of somebody who is there: one person, two programs.
      let tokens = world.clients.compactMap(\.viewer.token)
      return "HELLO v=1 resume=\(draw.pick(tokens) ?? "none")"
    default:
      if let token = world.clients[index].token, draw.chance(70) {
        return "HELLO v=1 resume=\(token)"
      }
      return "HELLO v=1 name=\(draw.pick(["Ada", "Bob", "Cal", "%F0%9F%8E%A8"]) ?? "Eve")"
    }
  }

  /// The way into a room.
  private mutating func way(in viewer: Viewer, _ index: Int) -> String {
    let code = draw.chance(90) ? draw.pick(codes.suffix(isCrowd ? 1 : 3)) : draw.pick(codes)
    switch draw.number(in: 1...100) {
    case 1...(isCrowd && codes.count > 1 ? 5 : 25):
      let mode = draw.pick(["rgb", "hsb", "cmyk"]) ?? "rgb"
      let pass = draw.chance(10) ? " pass=sesame" : ""
      return "CREATE mode=\(mode) rounds=\(draw.number(in: 1...2)) time=5 level=easy "
        + "seats=\(draw.number(in: 1...4))\(pass)"
    case 26...30: return "LIST"
    default:
      let pass = draw.chance(20) ? " pass=sesame" : ""
      guard draw.chance(characters[index].shyness) else { return "JOIN room=\(code ?? "")\(pass)" }
      if let room = viewer.room, draw.chance(60) {
        return "WATCH room=\(room.code.text)\(pass) since=\(room.last)"
      }
      return "WATCH room=\(code ?? "")\(pass)"
    }
  }

  private mutating func preparation(_ room: RoomScene, _ viewer: Viewer) -> String {
    let isHost = room.host == viewer.me
    switch draw.number(in: 1...100) {
    case 1...55: return draw.chance(30) ? "READY nonce=\(draw.number(in: 10...99))" : "READY"
    case 56...60: return "READY on=0"
    case 61...75 where isHost: return "BOT level=\(draw.number(in: 1...4))"
    case 76...85 where isHost: return "START"
    case 76...77: return "START"
    case 86...92: return "LEAVE"
    default: return "PING t=2"
    }
  }

  private mutating func move(_ round: RoundStart?, _ mode: Mode, skill: Int) -> String {
    guard let round else { return draw.chance(20) ? "SET v=0,0,0" : "PING t=3" }
    let verb = draw.chance(65) ? "SET" : "LOCK"
    var values = mode.nearest(round.target).values
    if !draw.chance(skill) {
      values = mode.channels.map { draw.number(in: $0.grid) }
    }
    return "\(verb) v=\(values.map(String.init).joined(separator: ","))"
  }

  /// A line that is well made and probably out of place.
  private mutating func anything() -> String {
    draw.pick([
      "HELLO v=1", "LIST", "LIST mode=hsb", "CREATE", "JOIN room=\(codes.last ?? "2222")",
      "WATCH room=\(codes.last ?? "2222") since=0", "LEAVE", "BOT level=4", "READY", "START",
      "SET v=1,2,3", "LOCK v=300,0,0", "LOCK v=9,9,9,9", "PONG nonce=00", "NONSENSE", "BYE",
    ]) ?? "LIST"
  }
}
