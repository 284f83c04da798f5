// A session and its screens in a scripted state: the server's lines are made up here and go through
// the real codec, session and model. One clock for both sides, at a fixed moment.

import Game
import Wire

@testable import TerminalUI

/// One client with nobody at the other end.
struct Stage {
  static let me = PlayerID(number: 3)

  private(set) var session: Session
  private(set) var now = Instant(milliseconds: 1_700_000_000_000)
  var model: ScreenModel
  private var events = 0
  private(set) var done: [ScreenOutput] = []
  private(set) var sent: [SessionOutput] = []

  init(
    _ intent: Intent = .browse, depth: ColorDepth = .truecolor, calm: Bool = false,
    columns: Int = 80, rows: Int = 24, addresses: [String] = []
  ) {
    session = Session(
      intent: intent, hello: Hello(name: "ada", icon: .star), secret: secret("ada"),
      hashing: hashing, selfPlay: nil)
    let support = ColorSupport(
      depth: depth, certainty: .verified, reason: "the terminal gave a color back")
    model = ScreenModel(
      setup: ScreenSetup(
        support: support, isCalm: calm, server: "ams-1", addressesToShare: addresses, icon: .star,
        canChangeIcon: true))
    model.resize(columns: columns, rows: rows)
    sent = session.start(at: now)
    show()
  }

  // MARK: Time and the server

  mutating func wait(_ milliseconds: Int) {
    now = now + milliseconds
    sent += session.handle(.tick, at: now)
    show()
  }

  /// Lets time pass for the screens alone, so that the session has nothing to complain of.
  mutating func look(after milliseconds: Int) {
    now = now + milliseconds
    show()
  }

  mutating func hear(_ messages: ServerMessage...) { hear(messages) }

  mutating func hear(_ messages: [ServerMessage]) {
    for message in messages {
      sent += session.handle(.received(line(message)[...]), at: now)
    }
    show()
  }

  mutating func tell(_ input: SessionInput) {
    sent += session.handle(input, at: now)
    show()
  }

  /// The connection stands, and the server answers 24 ms after the greeting.
  mutating func connect() {
    tell(.connected)
    now = now + 24
    hear(
      .welcome(
        Welcome(
          version: Wire.version, me: Stage.me, now: now - 12, token: "abcdefgh", app: "hall/1",
          modes: ["rgb"])))
  }

  /// Something happened in the room, or in the match.
  mutating func happen(_ event: RoomEvent) {
    events += 1
    hear(.room(n: events, event))
  }

  mutating func happen(_ event: Event) {
    events += 1
    hear(.play(n: events, event))
  }

  private mutating func show() { model.show(session, at: now) }

  // MARK: The person

  mutating func act(_ action: UserAction) { tell(.act(action)) }

  mutating func press(_ keys: Key..., modifiers: Modifiers = []) {
    for key in keys { take(.key(key, modifiers)) }
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  mutating func take(_ event: InputEvent) {
    done = model.take(event, at: now)
    for case .act(let action) in done {
      sent += session.handle(.act(action), at: now)
    }
    show()
  }

  mutating func mouse(_ action: Mouse.Action, _ column: Int, _ row: Int) {
    take(.mouse(Mouse(action, at: Point(column: column, row: row))))
  }

  // MARK: The picture

  var canvas: Canvas { model.view(at: now) }
  var text: String { canvas.picture.joined(separator: "\n") }
}
