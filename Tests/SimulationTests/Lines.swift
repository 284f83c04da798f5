// What the people of a world say when nothing asks for an answer: mostly what makes sense where
// they are, sometimes what anybody might try, now and then what is out of place.

import Game
import TestSupport
import TranscriptSupport
import Wire

extension Cast {
  mutating func line(of index: Int, in world: World) -> String? {
    let person = world.people[index]
    let character = minds[index].character
    if person.viewer.me == nil { return greeting(person, in: world) }
    if draw.chance(4) { return anything() }
    guard let role = person.viewer.role, let room = person.viewer.room else {
      return way(of: person, character)
    }
    if role == .watcher {
      let presents = room.host == person.viewer.me && draw.chance(character.bossiness)
      return presents ? draw.pick(["START", "NEXT", "END", order(room)]) : remark(room)
    }
    guard let match = room.match, !match.isOver else {
      let isPaced = room.host == person.viewer.me && room.settings?.hasSeries == true
      if isPaced, draw.chance(10) { return "READY on=0" }
      return room.host == person.viewer.me && draw.chance(character.bossiness)
        ? order(room) : preparation(room)
    }
    switch draw.number(in: 1...100) {
    case 1...2: return "LEAVE"
    case 3...6: return "WATCH room=\(room.code.text)"
    case 7...10: return reaction()
    case 11...13: return order(room)
    default: return pastime()
    }
  }

  private mutating func greeting(_ person: Person, in world: World) -> String {
    switch draw.number(in: 1...25) {
    case 1: return "HELLO v=2"
    case 2: return "HELLO v=1 resume=0123456789abcdef"
    case 3: return anything()
    // The seat of somebody who is there: one person, two programs.
    case 4: return "HELLO v=1 resume={token \(draw.number(in: 0...(minds.count - 1)))}"
    default:
      if person.token != nil, draw.chance(75) { return "HELLO v=1 resume={token \(person.number)}" }
      let depth = draw.chance(30) ? " depth=24" : ""
      return "HELLO v=1 name=\(draw.pick(["Ada", "ada", "Bob", "%F0%9F%8E%A8"]) ?? "Eve")\(depth)"
    }
  }

  /// The way into a room.
  private mutating func way(of person: Person, _ character: Character) -> String {
    let code = "{room \(draw.chance(85) ? 0 : draw.number(in: 1...3))}"
    let pass = draw.chance(15) ? " pass=sesame" : ""
    switch draw.number(in: 1...100) {
    case 1...15: return "CREATE \(settings())\(draw.chance(8) ? " pass=sesame" : "")\(wishOfHost())"
    case 16...20: return "QUICK\(draw.chance(50) ? " mode=\(mode())" : "")"
    case 21...23: return "LIST\(draw.chance(30) ? " mode=\(mode())" : "")"
    case 24...25: return "TREE since=\(draw.number(in: 0...3))"
    case 26...30: return "{replay \(draw.number(in: 0...5))}"
    default:
      guard draw.chance(character.shyness) else { return "JOIN room=\(code)\(pass)" }
      if let room = person.viewer.room, draw.chance(60) {
        return "WATCH room=\(room.code.text)\(pass) since={last}"
      }
      return "WATCH room=\(code)\(pass)\(draw.chance(20) ? " field=1" : "")"
    }
  }

  private mutating func mode() -> String {
    draw.chance(50)
      ? draw.pick(["rgb", "hsb", "tiles", "memory"]) ?? "rgb"
      : draw.pick(Mode.all.map(\.name)) ?? "rgb"
  }

  /// A room's settings, short enough to see the end of its matches.
  private mutating func settings() -> String {
    let mode = mode()
    var words = ["mode=\(mode)"]
    if mode != "daily" || draw.chance(10) {
      let rounds = draw.number(in: 1...3)
      words += ["rounds=\(rounds)", "time=5", "level=easy"]
      if rounds == 1 { words.append("series=3") }
      words.append("seats=\(draw.number(in: 1...(mode == "arcade" ? 2 : 4)))")
    }
    if mode != "daily", mode != "arcade", draw.chance(8) {
      let floor = ["mode=\(mode)", "rounds=2", "time=5", "level=easy", "present=1"]
      let names = draw.pick(["own", "drawn", "none"]) ?? "own"
      return (floor + ["seats=\(draw.pick([0, 0, 2]) ?? 0)", "names=\(names)"])
        .joined(separator: " ")
    }
    if draw.chance(35) { words.append("delay=\(draw.pick([1, 3, 8, 30]) ?? 0)") }
    if draw.chance(10) { words.append("assist=1") }
    if draw.chance(5) { words.append("exact=1") }
    if draw.chance(5) { words.append("rated=1") }
    if draw.chance(5) { words.append("listed=0") }
    return words.joined(separator: " ")
  }

  private mutating func remark(_ room: RoomScene) -> String? {
    switch draw.number(in: 1...100) {
    case 1...6: return "LEAVE"
    case 7...20: return "JOIN room=\(room.code.text)"
    case 21...23: return reaction()
    case 24...25: return "LIST"
    case 26: return "TREE"
    case 27...60 where room.match?.isOver == false: return along()
    default: return pastime()
    }
  }

  /// What somebody says who looks on and plays along.
  private mutating func along() -> String {
    let values = (1...3).map { _ in "\(draw.number(in: 0...99))" }.joined(separator: ",")
    return draw.chance(70) ? "SET v=\(values)" : "LOCK v=\(draw.pick([values, "1", "2"]) ?? "1")"
  }

  private mutating func preparation(_ room: RoomScene) -> String? {
    if room.called != nil, draw.chance(70) {
      return "REVEAL nonce=\(draw.chance(80) ? "{secret}" : "00")"
    }
    switch draw.number(in: 1...100) {
    case 1...60:
      return draw.pick(["READY", "READY nonce=\(draw.number(in: 10...99))", "READY seal={seal}"])
    case 61...63: return "READY on=0"
    case 64...72: return order(room)
    case 73...76: return "LEAVE"
    case 77...81: return "WATCH room=\(room.code.text)"
    case 82...85: return reaction()
    default: return pastime()
    }
  }

  /// What only a host may ask for, between matches or not.
  private mutating func order(_ room: RoomScene) -> String {
    let other = "{player \(draw.number(in: 0...(minds.count - 1)))}"
    let bot = room.seats.last { $0.profile.isBot }?.player.wire ?? "p999"
    switch draw.number(in: 1...100) {
    case 1...40: return "BOT level=\(draw.number(in: 1...4))"
    case 41...58: return "START"
    case 59...65: return "READY on=0"
    case 66...80: return "CONFIG \(change())"
    case 81...86: return "HOST who=\(draw.chance(80) ? other : bot)"
    case 87...92: return "KICK who=\(draw.chance(50) ? other : bot)"
    case 93...95: return "KICK at=\(draw.number(in: 1...3))"
    default: return "BAN who=\(draw.chance(80) ? other : bot)"
    }
  }

  private mutating func change() -> String {
    switch draw.number(in: 1...7) {
    case 1...2: "delay=\(draw.pick([0, 0, 2, 10]) ?? 0)"
    case 3: "seats=\(draw.number(in: 1...4))"
    case 4: "pass=sesame"
    case 5: "open=1"
    case 6: "name=Blue%20hour"
    default: settings()
    }
  }

  /// Mostly nothing, which costs nothing either.
  private mutating func pastime() -> String? { draw.chance(20) ? "PING t={clock}" : nil }

  /// A feeling, or another name.
  private mutating func reaction() -> String {
    if draw.chance(30) { return "NAME name=\(draw.pick(["Ada", "Bea", "ada%202"]) ?? "Eve")" }
    return "REACT id=\(draw.pick(Reaction.allCases)?.rawValue ?? "wave")"
  }

  /// A line that is well made and probably out of place.
  mutating func anything() -> String {
    draw.pick([
      "HELLO v=1", "LIST", "LIST mode=hsb", "CREATE time=5 rounds=1", "QUICK", "JOIN room={room 0}",
      "WATCH room={room 0} since=0", "LEAVE", "BOT level=4",
      "READY", "READY seal={seal}", "REVEAL nonce=00", "REVEAL nonce={secret}", "START",
      "SET v=1,2,3", "LOCK v=300,0,0", "LOCK v=9,9,9,9 t=0", "SET v=1",
      "PONG nonce=00", "CONFIG mode=tiles delay=1", "CONFIG time=500", "HOST who=p1",
      "KICK who=p1", "BAN who={player 0}", "REACT id=wow", "REACT id=sigh",
      "NAME icon=sun", "NONSENSE", "BYE",
    ]) ?? "LIST"
  }
}
