// What anybody learns of Bob's guess: by mode, by how far the round is, by who listens.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("What a viewer may see")
struct ViewTests {
  /// How far a round is that Bob plays and his opponent does not, and what was heard of his guess
  /// by then where nothing is secret: where his sliders are (m), that it was too far off (x), when
  /// it was locked (l), what it was (s).
  enum Phase: String, CaseIterable {
    case announced = ""
    case open = " "
    case moved = "m"
    case missed = "mx"
    case locked = "mxl"
    case shut = "mxls"
    /// The match is over, and half a minute has passed.
    case over = "mxls "
  }

  /// Bob himself, a rival, one who sat down during the match, one who looks on from before it, a
  /// rival who is just back, one who looks on from just now, and one who looks on in a room whose
  /// watchers hear everything half a minute later.
  enum Listener: CaseIterable { case bob, rival, late, watcher, back, newcomer, delayed }

  private func expected(_ mode: Mode, _ phase: Phase, _ listener: Listener) -> String {
    if listener == .delayed, phase != .over { return "" }
    // Alone, a lock shuts the round.
    let isAlone = mode.seats.upperBound == 1
    var letters = isAlone && phase == .locked ? "mxls" : phase.rawValue.filter { $0 != " " }
    if mode.isSecret { letters.removeAll { $0 == "m" } }
    // A picture of a round that is shut has nothing of the way there.
    let isPicture = listener == .back || listener == .newcomer
    if isPicture, letters.contains("s") { letters.removeAll { $0 == "m" || $0 == "x" } }
    return letters
  }

  @Test("a listener hears of a guess what the mode lets be seen", arguments: Mode.all.map(\.name))
  func heard(_ name: String) throws {
    let mode = try require(Mode.named(name))
    let live = try Round(mode, delay: 0)
    let delayed = try Round(mode, delay: 30)
    let listeners = mode.seats.upperBound == 1 ? [.bob] : Listener.allCases
    for phase in Phase.allCases {
      live.play(phase)
      delayed.play(phase)
      for listener in listeners {
        let round = listener == .delayed ? delayed : live
        let heard = try round.heard(by: listener)
        expect(heard, equals: expected(mode, phase, listener), "\(phase), \(listener)")
      }
    }
  }
}

/// A room in which Bob plays a round.
private final class Round {
  private var stage = HallStage()
  private let mode: Mode
  private let room: String
  private let bob: Person
  /// Those who are there where more than one can play, and others may look on.
  private var others: [ViewTests.Listener: Person] = [:]
  /// What those have heard who are there all the time.
  private var log: [ViewTests.Listener: [ServerMessage]] = [:]

  init(_ mode: Mode, delay: Int) throws {
    self.mode = mode
    let rounds = mode.isFixed || mode.isEndless ? "" : " rounds=1"
    let time = mode.isFixed ? "" : " time=5"
    bob = try stage.person("Bob")
    room = try stage.room(by: bob, "mode=\(mode.name)\(rounds)\(time) delay=\(delay)")
    if mode.seats.upperBound > 1 {
      others[.rival] = try stage.guest("Ada", in: room)
      others[.back] = try stage.guest("Cal", in: room)
      others[.watcher] = try stage.watcher("Wim", in: room)
    }
    stage.pass(delay * 1_000)
    stage.clear()
    stage.say(bob, "START")
    if mode.seats.upperBound > 1 {
      let late = try stage.person("Dan")
      stage.say(late, "JOIN room=\(room)")
      others[.late] = late
    }
    stage.pass(Rules.countdownMilliseconds - 1)
  }

  /// What a listener has heard of Bob's guess by now, in the order of the phases.
  func heard(by listener: ViewTests.Listener) throws -> String {
    note()
    var messages = log[listener == .delayed ? .watcher : listener] ?? []
    if listener == .newcomer {
      messages = try stage.picture(of: room)
    } else if listener == .back {
      let person = try require(others[.back])
      stage.lose(person)
      let back = stage.back(person)
      messages = stage.heard(back)
      others[.back] = back
    }
    let letters = messages.map { message in
      switch message {
      case .move(let move) where move.who == bob.player: "m"
      case .play(_, .missed(bob.player, _, _)): "x"
      case .play(_, .locked(bob.player, _, _)): "l"
      case .play(_, .score(let score)) where score.who == bob.player: "s"
      default: ""
      }
    }
    return "mxls".filter { letters.contains(String($0)) }
  }

  private func note() {
    log[.bob, default: []] += stage.heard(bob)
    for (listener, person) in others { log[listener, default: []] += stage.heard(person) }
  }

  /// Plays on from the phase before.
  func play(_ phase: ViewTests.Phase) {
    let exact = exact()
    // Where the sliders do not begin, and a tile that is not the right one.
    let elsewhere = mode.channels.map { "\($0.grid.lowerBound)" }.joined(separator: ",")
    let wrong = mode.answer == .tiles ? "\(exact.values[0] % 4 + 1)" : elsewhere
    switch phase {
    case .announced: return
    case .open: stage.pass(1)
    case .moved: stage.say(bob, "SET v=\(elsewhere)")
    case .missed: stage.say(bob, "LOCK v=\(wrong)")
    case .locked:
      stage.pass(Rules.freezeMilliseconds)
      stage.say(bob, "LOCK v=\(exact.wire)")
    case .shut: stage.pass(5_000)
    case .over:
      // Bob locks in every further round, so that soon nobody has a life left but him.
      for _ in 1...10 {
        stage.say(bob, "LOCK v=\(self.exact().wire)")
        stage.pass(4_900)
      }
    }
    // A batch of moves may be on its way.
    stage.pass(Limits().moveMilliseconds)
  }

  /// The guess that is exact in the newest round.
  private func exact() -> Guess {
    note()
    var newest = mode.start
    for case .play(_, .round(let start)) in log[.bob] ?? [] {
      newest = mode.challenge(of: start).answer
    }
    return newest
  }
}
