// What a late lane leaves out, in which order, and that it stops to do so: positions for watchers,
// newcomers, positions for players. A lane is late here because lines have waited. And who may come
// in when something is full: only a player who comes back to a seat that is kept.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Pressure")
struct PressureTests {
  private let limits = Limits()

  /// A pressure under which, window after window, all had waited so long.
  private func pressure(_ waits: [Int], _ kind: Pressure.Wait = .line) -> Pressure {
    var pressure = Pressure(limits: limits)
    var now = HallStage.start
    for wait in waits {
      for step in 0..<5 {
        let moment = now + step * limits.latenessMilliseconds / 5
        pressure.note(kind, of: wait, at: moment)
      }
      now = now + limits.latenessMilliseconds
    }
    pressure.note(kind, of: 0, at: now)
    return pressure
  }

  @Test(
    "each window in which things waited too long adds a level, up to the last",
    arguments: [Pressure.Wait.line, .due, .post])
  func growing(kind: Pressure.Wait) {
    for count in 0...12 {
      let pressure = pressure(Array(repeating: limits.lateMilliseconds + 1, count: count), kind)
      expect(pressure.level, equals: min(count, Pressure.levelMax))
      expect(pressure.lateness, equals: (count == 0 ? 0 : limits.lateMilliseconds + 1))
    }
  }

  @Test("a short wait changes nothing")
  func steady() {
    let late = Array(repeating: 200, count: 3)
    let steady = Array(repeating: limits.inTimeMilliseconds + 1, count: 40)
    expect(pressure(steady).level, equals: 0)
    expect(pressure(late + steady).level, equals: 3)
    expect(pressure(late + Array(repeating: limits.lateMilliseconds, count: 40)).level, equals: 3)
  }

  @Test("a lane in time goes back one level after the other, and so does one with nothing to do")
  func shrinking() {
    let windows = limits.calmMilliseconds / limits.latenessMilliseconds
    let late = Array(repeating: 500, count: 5)
    for levels in 0...6 {
      let calm = Array(repeating: limits.inTimeMilliseconds, count: levels * windows)
      expect(pressure(late + calm).level, equals: max(0, 5 - levels))
    }
    var idle = pressure(late)
    let later = HallStage.start + 6 * limits.latenessMilliseconds + 2 * limits.calmMilliseconds
    idle.note(.line, of: 0, at: later)
    expect(idle.level, equals: 3)
    // What has waited all the time was there all the time.
    var stuck = pressure(late)
    stuck.note(.line, of: 2 * limits.calmMilliseconds, at: later)
    expect(stuck.level, equals: 5)
  }

  @Test("the average counts, of the kind that waited longest")
  func average() {
    var pressure = Pressure(limits: limits)
    for wait in [0, 0, 0, 400] { pressure.note(.line, of: wait, at: HallStage.start) }
    for _ in 1...100 { pressure.note(.due, of: 1, at: HallStage.start) }
    pressure.note(.line, of: 0, at: HallStage.start + limits.latenessMilliseconds)
    expect(pressure.lateness, equals: 100)
  }

  @Test("watchers are told more rarely first, then players, neither more rarely than it says")
  func intervals() {
    let players = (0...Pressure.levelMax).map { limits.moveMilliseconds(for: .player, at: $0) }
    let watchers = (0...Pressure.levelMax).map { limits.moveMilliseconds(for: .watcher, at: $0) }
    expect(players, equals: [50, 50, 50, 50, 50, 87, 125, 162, 200])
    expect(watchers, equals: [50, 87, 125, 162, 200, 200, 200, 200, 200])
  }

  /// Ada and Bob race, Cal looks on.
  private struct Scene {
    var stage = HallStage()
    let ada: Person
    let bob: Person
    let cal: Person
    /// Somebody whose lines are late.
    let eve: Person

    init() throws {
      ada = try stage.person("Ada")
      let room = try stage.room(by: ada, "rounds=1 time=120")
      bob = try stage.guest("Bob", in: room)
      cal = try stage.watcher("Cal", in: room)
      eve = try stage.person("Eve")
      _ = try stage.openRound(by: ada)
      stage.pass(1)
    }

    /// Lets windows pass in which all lines had waited.
    mutating func strain(windows: Int) {
      for _ in 0..<windows {
        stage.say(eve, "PING t=1", arrived: stage.now - 100)
        stage.pass(Limits().latenessMilliseconds)
      }
      stage.say(eve, "PING t=1", arrived: stage.now - 100)
    }

    /// Ada moves a hundred times in a second; what the others were told, and when.
    mutating func batches() -> (
      bob: [(after: Int, line: String)], cal: [(after: Int, line: String)]
    ) {
      stage.clear()
      let start = stage.now
      for step in 1...100 {
        stage.say(ada, "SET v=\(step),0,0", arrived: stage.now)
        stage.pass(10)
      }
      stage.pass(Limits().rareMoveMilliseconds)
      func told(_ person: Person) -> [(after: Int, line: String)] {
        stage.heardAt(person).filter { $0.message.verb == .move }
          .map { ($0.at - start, $0.message.line) }
      }
      return (told(bob), told(cal))
    }
  }

  @Test("in time all hear moves at once and 20 times a second; late, watchers hear fewer")
  func watchersFirst() throws {
    var scene = try Scene()
    var (bob, cal) = scene.batches()
    expect(bob.map(\.after), equals: Array(stride(from: 0, through: 1_000, by: 50)))
    expect(cal.map(\.after) == bob.map(\.after) && cal.map(\.line) == bob.map(\.line))
    scene = try Scene()
    scene.strain(windows: Pressure.watcherLevels)
    expect(scene.stage.hall.pressure.level, equals: Pressure.watcherLevels)
    (bob, cal) = scene.batches()
    let gaps = zip(cal, cal.dropFirst()).map { $1.after - $0.after }
    expect(bob.count >= 20 && cal.count <= 7, "\(bob.count), \(cal.count)")
    // In that second the lane is in time, and comes back by one level.
    expect(gaps.allSatisfy { $0 >= 162 }, "\(gaps)")
    expect(cal.last?.line, equals: bob.last?.line)
  }

  @Test("under pressure newcomers are refused, and players with a seat may resume")
  func newcomers() throws {
    // A crowd that comes at once is let in, though it makes the lane late.
    var scene = try Scene()
    scene.strain(windows: limits.newcomersMilliseconds / limits.latenessMilliseconds)
    expect(scene.stage.ask(scene.stage.connect(), "HELLO v=1").first, equals: "WELCOME")
    scene = try Scene()
    scene.strain(windows: Pressure.watcherLevels)
    expect(scene.stage.ask(scene.stage.connect(), "HELLO v=1").first, equals: "WELCOME")
    scene.strain(windows: 2 + limits.newcomersMilliseconds / limits.latenessMilliseconds)
    let late = scene.stage.connect()
    expect(scene.stage.ask(late, "HELLO v=1"), equals: ["server-full"])
    expect(scene.stage.closed, equals: [late])
    expect(scene.stage.hall.pressure.refused, equals: 1)
    scene.stage.lose(scene.bob)
    let back = scene.stage.back(scene.bob)
    expect(scene.stage.verbs(back).first, equals: "WELCOME")
    // Once there is time again, so is everybody.
    scene.stage.pass(Pressure.levelMax * limits.calmMilliseconds)
    expect(scene.stage.ask(scene.stage.connect(), "HELLO v=1").first, equals: "WELCOME")
  }

  @Test("a new player is told so at HELLO and closed", arguments: [Fullness.server, .address])
  func refused(fullness: Fullness) throws {
    var stage = HallStage()
    for hello in ["HELLO v=1", "HELLO v=1 resume=0123"] {
      let id = stage.connect(fullness: fullness)
      expect(stage.ask(id, "LIST"), equals: ["not-now"])
      stage.say(id, hello)
      var refusal = fullness.refusal
      refusal.verb = "HELLO"
      expect(stage.heard(id), equals: [.no(refusal)])
      expect(stage.closed.last, equals: id)
    }
  }

  @Test("a player who resumes a seat may do anything again", arguments: 0..<3)
  func returning(lane: Int) throws {
    var stage = HallStage(lanes: 3)
    let ada = try stage.person("Ada", 1)
    let room = try stage.room(by: ada)
    stage.say(try stage.person("Bob", 1), "JOIN room=\(room)")
    stage.lose(ada)
    let again = stage.connect(lane, fullness: .server)
    expect(stage.ask(again, "HELLO v=1 resume=\(ada.token)").first, equals: "WELCOME")
    expect(stage.ask(again, "LEAVE"), equals: ["OUT"])
    expect(stage.ask(again, "CREATE").first, equals: "IN")
    let stranger = stage.connect(lane, fullness: .server)
    expect(stage.ask(stranger, "HELLO v=1 resume=0123"), equals: ["server-full"])
    expect(stage.closed, equals: [stranger])
  }
}
