// A terminal client without a terminal and without a server: a session, the screens that show it
// and its watchers of other rooms, fed with bytes that a keyboard or a mouse would send and with
// what rooms say. One clock for all, which goes on when it is told to.

import ClientCore
import Game
import Server
import TerminalUI
import Wire

/// Somebody at a screen.
struct DrawGuest {
  let columns: Int
  let rows: Int
  private(set) var now = Instant(milliseconds: 1_700_000_000_000)
  private var session: Session
  private var screens: ScreenModel
  private var decoder = InputDecoder()
  private var watchers = Watchers()
  private var rooms: [DrawRoom] = []

  /// Somebody on the way to a room, or to the home screen, at a terminal with all colors.
  init(_ intent: Intent, columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    let environment = TerminalEnvironment(wish: .truecolor) { _ in nil }
    screens = ScreenModel(
      setup: ScreenSetup(
        support: Detection(environment).support, isCalm: false, server: "bench",
        addressesToShare: [], fingerprintToShare: nil, icon: .star, canChangeIcon: true))
    screens.resize(columns: columns, rows: rows)
    session = DrawGuest.session(intent)
    _ = session.start(at: now)
    _ = session.handle(.connected, at: now)
    hear([DrawRoom.welcome(at: now)])
  }

  private static func session(_ intent: Intent) -> Session {
    Session(
      intent: intent, hello: Hello(name: "ada", icon: .star),
      secret: Hashing.openSSL.sha256(Array("ada".utf8)), hashing: .openSSL, selfPlay: nil)
  }

  /// Somebody who races in a room whose first round has just opened; nil if there is no such room.
  static func racing(_ mode: Mode, columns: Int, rows: Int) -> DrawGuest? {
    let code = "AZUR"
    guard let room = RoomCode(code) else { return nil }
    var guest = DrawGuest(.join(room, password: nil), columns: columns, rows: rows)
    guard var room = DrawRoom(code, mode, at: guest.now) else { return nil }
    guest.hear(room.entrance(.player))
    let lead = Rules.leadRange.lowerBound
    for pause in [Rules.countdownMilliseconds - lead, lead] {
      guest.wait(pause)
      guest.hear(room.play(to: guest.now))
    }
    return guest
  }

  /// Somebody before the wall of a server, with as many rooms on it as there is space for; nil if
  /// there are no such rooms.
  static func watching(columns: Int, rows: Int) -> DrawGuest? {
    var guest = DrawGuest(.browse, columns: columns, rows: rows)
    let codes = ["AZUR", "ABCD", "WXYZ", "GRAD", "EYES", "REMM", "PAST", "QRST", "ENDS"]
    guest.rooms = codes.compactMap { DrawRoom($0, .hsb, at: guest.now) }
    guard guest.rooms.count == codes.count else { return nil }
    guest.hear(guest.rooms.map(\.listing) + [.end(of: "LIST", count: codes.count)])
    guest.type("v")
    guest.show()
    let watched = guest.screens.watched
    _ = guest.watchers.want(watched, at: guest.now) {
      session(.watch($0, password: nil))
    }
    for index in guest.rooms.indices where watched.contains(guest.rooms[index].code) {
      let code = guest.rooms[index].code
      _ = guest.watchers.handle(.connected, in: code, at: guest.now)
      guest.watch([DrawRoom.welcome(at: guest.now)], in: code)
      guest.watch(guest.rooms[index].entrance(.watcher), in: code)
    }
    for pause in [Rules.countdownMilliseconds - Rules.leadRange.lowerBound, 1_000] {
      guest.wait(pause)
      for index in guest.rooms.indices {
        guest.watch(guest.rooms[index].play(to: guest.now), in: guest.rooms[index].code)
      }
    }
    return guest
  }

  // MARK: What happens

  /// Time goes on.
  mutating func wait(_ milliseconds: Int) { now = now + milliseconds }

  /// Bytes come from the terminal.
  mutating func type(_ text: String) {
    for event in decoder.decode(text.utf8) { _ = screens.take(event, &session, at: now) }
  }

  /// Somebody moves in the first of the rooms that are watched.
  mutating func moveInWatchedRoom(_ step: Int) {
    guard let room = rooms.first(where: { screens.watched.first == $0.code }) else { return }
    watch([room.move(step)], in: room.code)
  }

  private mutating func hear(_ messages: [ServerMessage]) {
    for message in messages { _ = session.handle(.received(message.line[...]), at: now) }
    show()
  }

  private mutating func watch(_ messages: [ServerMessage], in room: RoomCode) {
    for message in messages {
      _ = watchers.handle(.received(message.line[...]), in: room, at: now)
    }
  }

  /// The screens take a look at what happened.
  mutating func show() { screens.show(&session, beside: watchers.all, at: now) }

  // MARK: What is seen

  /// The picture of this moment, of what was shown last.
  mutating func picture() -> Canvas { screens.frame(at: now) }

  /// Presses the mouse in a column, row after row, until that moves a slider or the loupe, and
  /// holds it there. Answers in which row; nil if there is nothing to be moved.
  mutating func grip(column: Int) -> Int? {
    let before = session.guess
    for row in 1...rows {
      type("\u{1b}[<0;\(column);\(row)M")
      if session.guess != before { return row }
      type("\u{1b}[<0;\(column);\(row)m")
    }
    return nil
  }
}
