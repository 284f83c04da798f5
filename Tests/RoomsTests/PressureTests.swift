// What a late lane leaves out, in which order, and that it stops to do so: positions for watchers,
// newcomers, positions for players. A lane is late here because lines have waited.

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
    var pressure = Pressure()
    var now = HallStage.start
    for wait in waits {
      for step in 0..<5 {
        let moment = now + step * limits.latenessMilliseconds / 5
        pressure.note(kind, of: wait, at: moment, limits)
      }
      now = now + limits.latenessMilliseconds
    }
    pressure.note(kind, of: 0, at: now, limits)
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
    idle.note(.line, of: 0, at: later, limits)
    expect(idle.level, equals: 3)
    // What has waited all the time was there all the time.
    var stuck = pressure(late)
    stuck.note(.line, of: 2 * limits.calmMilliseconds, at: later, limits)
    expect(stuck.level, equals: 5)
  }

  @Test("the average counts, of the kind that waited longest")
  func average() {
    var pressure = Pressure()
    for wait in [0, 0, 0, 400] { pressure.note(.line, of: wait, at: HallStage.start, limits) }
    for _ in 1...100 { pressure.note(.due, of: 1, at: HallStage.start, limits) }
    pressure.note(.line, of: 0, at: HallStage.start + limits.latenessMilliseconds, limits)
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
  fileprivate struct Scene {
    var stage = HallStage()
    let room: String
    let ada: Person
    let bob: Person
    let cal: Person
    /// Somebody whose lines are late.
    let eve: Person

    init(_ wishes: String = "rounds=1 time=120") throws {
      ada = try stage.person("Ada")
      room = try stage.room(by: ada, wishes)
      bob = try stage.guest("Bob", in: room)
      cal = try stage.watcher("Cal", in: room)
      eve = try stage.person("Eve")
      _ = try stage.openRound(by: ada)
      stage.pass(1)
    }

    /// Lets windows pass in which all lines had waited.
    mutating func strain(windows: Int, by milliseconds: Int = 100) {
      for _ in 0..<windows {
        stage.say(eve.id, "PING t=1", arrived: stage.now - milliseconds)
        stage.pass(Limits().latenessMilliseconds)
      }
      stage.say(eve.id, "PING t=1", arrived: stage.now - milliseconds)
    }

    /// Ada moves a hundred times in a second; what the others were told, and when.
    mutating func batches() -> (bob: [Told], cal: [Told]) {
      stage.clear()
      let start = stage.now
      for step in 1...100 {
        stage.say(ada.id, "SET v=\(step),0,0", arrived: stage.now)
        stage.pass(10)
      }
      stage.pass(limits.rareMoveMilliseconds)
      func told(_ id: ConnectionID) -> [Told] {
        stage.heardAt(id).filter { $0.message.verb == .move }
          .map { Told(after: $0.at - start, line: $0.message.line) }
      }
      return (told(bob.id), told(cal.id))
    }

    private var limits: Limits { Limits() }
  }

  fileprivate struct Told: Equatable {
    let after: Int
    let line: String
  }

  @Test("in time everybody is told at once and twenty times a second")
  func inTime() throws {
    var scene = try Scene()
    let (bob, cal) = scene.batches()
    expect(bob, equals: cal)
    expect(bob.map(\.after), equals: Array(stride(from: 0, through: 1_000, by: 50)))
  }

  @Test("on a late lane watchers are told five times a second, players still twenty times")
  func watchersFirst() throws {
    var scene = try Scene()
    scene.strain(windows: Pressure.watcherLevels)
    expect(scene.stage.hall.pressure.level, equals: Pressure.watcherLevels)
    let (bob, cal) = scene.batches()
    let gaps = zip(cal, cal.dropFirst()).map { $1.after - $0.after }
    expect(bob.count >= 20 && cal.count <= 7, "\(bob.count), \(cal.count)")
    // In that second the lane is in time, and comes back by one level.
    expect(gaps.allSatisfy { $0 >= 162 }, "\(gaps)")
    expect(cal.last?.line, equals: bob.last?.line)
  }

  @Test("under pressure newcomers are refused, and players with a seat may resume")
  func newcomers() throws {
    var scene = try Scene()
    scene.strain(windows: Pressure.watcherLevels)
    expect(scene.stage.ask(scene.stage.connect(), "HELLO v=1").first, equals: "WELCOME")
    scene.strain(windows: 2 + limits.newcomersMilliseconds / limits.latenessMilliseconds)
    let late = scene.stage.connect()
    expect(scene.stage.ask(late, "HELLO v=1"), equals: ["server-full"])
    expect(scene.stage.closed, equals: [late])
    expect(scene.stage.hall.pressure.refused, equals: 1)
    scene.stage.input(.disconnected(scene.bob.id))
    let back = scene.stage.back(scene.bob)
    expect(scene.stage.verbs(back.id).first, equals: "WELCOME")
    // Once there is time again, so is everybody.
    scene.stage.pass(Pressure.levelMax * limits.calmMilliseconds)
    expect(scene.stage.ask(scene.stage.connect(), "HELLO v=1").first, equals: "WELCOME")
  }

  @Test("a crowd that comes at once is let in, though it makes the lane late")
  func crowd() throws {
    var scene = try Scene()
    scene.strain(windows: limits.newcomersMilliseconds / limits.latenessMilliseconds)
    expect(scene.stage.ask(scene.stage.connect(), "HELLO v=1").first, equals: "WELCOME")
  }
}

extension PressureTests.Scene {
}
