// What anybody learns of Bob's guess, as a table: by kind of mode, by how far the round is, by who
// listens. It is complete because every mode is of one kind, and because its phases and audiences
// are compared with the lists of them.

import Chroma
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("What a viewer may see")
struct ViewTests {
  /// How far a round is that Bob plays and his opponent does not.
  enum Phase: String, CaseIterable {
    case announced, open
    /// Bob has moved, as far as that can be done.
    case moved
    /// He has locked too far off.
    case missed
    /// He has locked.
    case locked
    /// The round is shut.
    case shut
    /// The match is over, and half a minute has passed.
    case over
  }

  /// Who listens.
  enum Listener: String, CaseIterable {
    /// Bob himself.
    case bob
    /// Ada, who races, too.
    case rival
    /// Somebody who sat down during the match.
    case late
    /// Somebody who looks on from before the match.
    case watcher
    /// Another rival, who was lost and is just back.
    case back
    /// Somebody who looks on from just now.
    case newcomer
    /// Somebody who looks on in a room whose watchers hear everything half a minute later.
    case delayed
  }

  /// What they have heard of Bob's guess by then: where his sliders are and how near (m), that it
  /// was too far off (x), when it was locked (l), what it was (s); `-` for nothing, `.` where
  /// nobody can be that.
  static let table = """
    open
              bob  rival late watcher back newcomer delayed
    announced -    -     -    -       -    -        -
    open      -    -     -    -       -    -        -
    moved     m    m     m    m       m    m        -
    missed    mx   mx    mx   mx      mx   mx       -
    locked    mxl  mxl   mxl  mxl     mxl  mxl      -
    shut      mxls mxls  mxls mxls    ls   ls       -
    over      mxls mxls  mxls mxls    ls   ls       mxls

    secret
              bob  rival late watcher back newcomer delayed
    announced -    -     -    -       -    -        -
    open      -    -     -    -       -    -        -
    moved     -    -     -    -       -    -        -
    missed    x    x     x    x       x    x        -
    locked    xl   xl    xl   xl      xl   xl       -
    shut      xls  xls   xls  xls     ls   ls       -
    over      xls  xls   xls  xls     ls   ls       xls

    alone
              bob  rival late watcher back newcomer delayed
    announced -    .     .    .       .    .        .
    open      -    .     .    .       .    .        .
    moved     m    .     .    .       .    .        .
    missed    mx   .     .    .       .    .        .
    locked    mxls .     .    .       .    .        .
    shut      mxls .     .    .       .    .        .
    over      mxls .     .    .       .    .        .
    """

  struct Row: Sendable, CustomTestStringConvertible {
    let mode: Mode
    let phase: Phase
    let heard: [Listener: String]

    var testDescription: String { "\(mode.name) \(phase)" }
  }

  /// The kind of a mode, as the table has it.
  private static func kind(_ mode: Mode) -> String {
    mode.seats.upperBound == 1 ? "alone" : mode.isSecret ? "secret" : "open"
  }

  /// Reads the table; what is no kind, phase or listener is left out, and missed by `isComplete`.
  static let rows: [Row] = table.split(separator: "\n\n")
    .flatMap { block in
      let lines = block.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      let listeners = lines[1].map(Listener.init)
      return Mode.all.filter { kind($0) == lines[0][0] }
        .flatMap { mode in
          lines.dropFirst(2)
            .compactMap { line -> Row? in
              guard let phase = Phase(rawValue: line[0]) else { return nil }
              let cells = zip(listeners, line.dropFirst())
                .compactMap { listener, cell in listener.map { ($0, cell) } }
              return Row(
                mode: mode, phase: phase, heard: Dictionary(uniqueKeysWithValues: cells))
            }
        }
    }

  @Test("the table has a row for each mode and phase, and a cell for each listener")
  func isComplete() {
    for mode in Mode.all {
      let rows = ViewTests.rows.filter { $0.mode == mode }
      expect(rows.map(\.phase), equals: Phase.allCases, "\(mode.name)")
      for row in rows { expect(Set(row.heard.keys), equals: Set(Listener.allCases)) }
      let isAlone = mode.seats.upperBound == 1
      expect(rows.allSatisfy { row in row.heard.values.contains(".") == isAlone })
    }
  }

  @Test("a listener hears of a guess what the table says", arguments: Mode.all.map(\.name))
  func heard(_ name: String) throws {
    let mode = try require(Mode.named(name))
    var live = try Round(mode, delay: 0)
    var delayed = try Round(mode, delay: 30)
    for row in ViewTests.rows where row.mode == mode {
      live.play(row.phase)
      delayed.play(row.phase)
      for listener in Listener.allCases where row.heard[listener] != "." {
        var round = listener == .delayed ? delayed : live
        let heard = try round.heard(by: listener)
        expect(heard, equals: row.heard[listener], "\(row.testDescription), \(listener)")
      }
    }
  }
}

/// A room in which Bob plays a round.
private struct Round {
  private var stage = HallStage()
  private let mode: Mode
  private let room: String
  private let bob: Person
  /// Those who are there where more than one can play, and others may look on.
  private var watcher: Person?
  private var rival: Person?
  private var late: Person?
  private var back: Person?

  init(_ mode: Mode, delay: Int) throws {
    self.mode = mode
    let rounds = mode.isFixed || mode.isEndless ? "" : " rounds=1"
    let time = mode.isFixed ? "" : " time=5"
    bob = try stage.person("Bob")
    room = try stage.room(by: bob, "mode=\(mode.name)\(rounds)\(time) delay=\(delay)")
    if mode.seats.upperBound > 1 {
      rival = try stage.guest("Ada", in: room)
      back = try stage.guest("Cal", in: room)
      watcher = try stage.watcher("Wim", in: room)
    }
    stage.pass(delay * 1_000)
    stage.clear()
    stage.say(bob.id, "START")
    if rival != nil { late = try late(in: room) }
    stage.pass(Rules.countdownMilliseconds - 1)
  }

  private mutating func late(in room: String) throws -> Person {
    let person = try stage.person("Dan")
    stage.say(person.id, "JOIN room=\(room)")
    return person
  }

  /// What a listener has heard of Bob's guess by now.
  mutating func heard(by listener: ViewTests.Listener) throws -> String {
    switch listener {
    case .bob: return knowledge(of: bob)
    case .rival: return knowledge(of: try require(rival))
    case .late: return knowledge(of: try require(late))
    case .watcher, .delayed: return knowledge(of: try require(watcher))
    case .newcomer: return knowledge(of: try newcomer())
    case .back:
      let person = try require(back)
      stage.input(.disconnected(person.id))
      return knowledge(of: stage.back(person))
    }
  }

  private mutating func newcomer() throws -> Person {
    let person = try stage.person("New")
    stage.say(person.id, "WATCH room=\(room)")
    return person
  }

  /// Plays on from the phase before.
  mutating func play(_ phase: ViewTests.Phase) {
    let exact = exact()
    switch phase {
    case .announced: return
    case .open: stage.pass(1)
    case .moved: stage.say(bob.id, "SET v=\(elsewhere)")
    case .missed: stage.say(bob.id, "LOCK v=\(wrong(exact))")
    case .locked:
      stage.pass(Rules.freezeMilliseconds)
      stage.say(bob.id, "LOCK v=\(exact.wire)")
    case .shut: stage.pass(5_000)
    case .over: finish()
    }
    // A batch of moves may be on its way.
    stage.pass(Limits().moveMilliseconds)
  }

  /// Bob locks in every further round, so that soon nobody has a life left but him.
  private mutating func finish() {
    for _ in 1...10 {
      stage.say(bob.id, "LOCK v=\(exact().wire)")
      stage.pass(4_900)
    }
  }

  /// The guess that is exact in the newest round, as Bob would be told if he came back.
  private func exact() -> Guess {
    var copy = self
    var newest = mode.start
    for case .play(_, .round(let start)) in copy.stage.heard(copy.stage.back(bob).id) {
      newest = mode.challenge(of: start).answer
    }
    return newest
  }

  /// A guess that is far off.
  private func wrong(_ exact: Guess) -> String {
    if mode.answer == .tiles { return "\(exact.values[0] % 4 + 1)" }
    return elsewhere
  }

  /// Where the sliders do not begin.
  private var elsewhere: String {
    mode.channels.map { "\($0.grid.lowerBound)" }.joined(separator: ",")
  }

  /// What somebody has heard of Bob's guesses.
  private mutating func knowledge(of person: Person) -> String {
    var letters = ""
    for message in stage.heard(person.id) {
      let letter =
        switch message {
        case .move(let move) where move.who == bob.player: "m"
        case .play(_, .missed(bob.player, _, _)): "x"
        case .play(_, .locked(bob.player, _, _)): "l"
        case .play(_, .score(let score)) where score.who == bob.player: "s"
        default: ""
        }
      if !letters.contains(letter) { letters += letter }
    }
    // In the order of the table, whatever came first.
    let known = "mxls".filter { letters.contains($0) }
    return known.isEmpty ? "-" : known
  }
}
