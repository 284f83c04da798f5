// The screens of the game as one value: it is shown a session, takes what a person does, and draws
// itself. It knows no clock, no terminal and no connection. What is true of the game is in the
// session; here is only what a person is in the middle of: a selection, a half-typed number, a
// drag, an open panel. Invariant: `view` depends on nothing but this value and the moment.

public import Game
import Wire

/// Everything between a session and the canvas.
///
/// To drive it:
/// - `resize` at the start and whenever the terminal's size changes;
/// - `show` whenever something may have changed in the session, and when `nextFrame(at:)` has come;
///   then draw `view(at:)`;
/// - `take` for each input event, and carry out what it answers, in order, at once. Several events
///   may be taken before the session is shown again. Ctrl-C, Ctrl-Z and Ctrl-L are the program's.
///
/// All moments are of the local clock that the session is told.
public struct ScreenModel: Sendable {
  /// What is known of the terminal; may change whenever more is known.
  public var setup: ScreenSetup
  private(set) var width = 80
  private(set) var height = 24
  /// The session as it was last shown; nil before the first time.
  private(set) var session: Session?
  var home = HomeState()
  var race = RaceState()
  /// Whether the keys of the present screen are listed on top of it.
  var showsHelp = false
  /// Whether the player is being asked if they really want to leave a match.
  var asksToLeave = false
  /// The match whose final standings have been put aside for the room.
  var matchPutAside: Int?
  /// The newest notice that was looked at for what to do about it.
  private var noticeHeeded = 0

  /// Screens that nothing has been shown to.
  public init(setup: ScreenSetup) {
    self.setup = setup
    home.figure = setup.icon
  }

  /// The terminal's size in cells.
  public mutating func resize(columns: Int, rows: Int) {
    width = max(1, columns)
    height = max(1, rows)
  }

  /// Takes a look at the session, and does what time alone brings.
  public mutating func show(_ session: Session, at now: Instant) {
    let before = place
    self.session = session
    if let room = session.room, room.amRacing, let match = room.match {
      if let round = match.round {
        race.follow(round, of: match, guess: session.guess, at: now)
      } else {
        race.prepare(for: match, at: now)
      }
    }
    home.figure = home.figure ?? session.room?.mySeat?.profile.icon
    if !isRacing { asksToLeave = false }
    if place != before { showsHelp = false }
    if place != .home { home.leave() }
    heedNotices(of: session)
  }

  /// A room that wants a password asks for it.
  private mutating func heedNotices(of session: Session) {
    guard let notice = session.notices.last, notice.number > noticeHeeded else { return }
    noticeHeeded = notice.number
    if notice.code == .wrongPass { home.askForPassword() }
  }

  /// Whether the user is in a match that runs: leaving it is worth a question.
  var isRacing: Bool { session?.room?.amRacing ?? false }

  // MARK: Drawing

  /// The smallest size that the screens are made for, in cells.
  static let widthMin = 60, heightMin = 18

  /// The picture at a moment.
  public func view(at now: Instant) -> Canvas { sheet(at: now).canvas }

  /// The picture and where its controls are.
  func sheet(at now: Instant) -> Sheet {
    var sheet = Sheet(width: width, height: height, setup: setup)
    guard width >= ScreenModel.widthMin, height >= ScreenModel.heightMin else {
      sheet.askForRoom()
      return sheet
    }
    guard let session else { return sheet }
    draw(session, on: &sheet, at: session.clock.server(at: now))
    sheet.notice(session, at: now)
    sheet.connection(session, at: now)
    if asksToLeave { sheet.leaveQuestion() }
    if showsHelp { sheet.help(keys, title: place.title) }
    return sheet
  }

  /// - Parameter now: on the server's clock.
  private func draw(_ session: Session, on sheet: inout Sheet, at now: Instant) {
    switch place {
    case .connection: sheet.connecting(session, at: session.clock.local(at: now))
    case .home: HomeScreen(session: session, state: home, keys: keys).draw(on: &sheet)
    case .room(let room): RoomScreen(room: room, keys: keys).draw(on: &sheet)
    case .race(let room, let match):
      RaceScreen(room: room, match: match, state: race, keys: keys, now: now).draw(on: &sheet)
    case .watch(let room, let match):
      WatchScreen(room: room, match: match, keys: keys, now: now).draw(on: &sheet)
    case .results(let room, let match):
      ResultsScreen(room: room, match: match, keys: keys, now: now).draw(on: &sheet)
    }
  }

  // MARK: Time

  /// When the picture changes by itself; nil if it does not.
  public func nextFrame(at now: Instant) -> Instant? {
    guard let session else { return nil }
    var moments: [Instant?] = [race.tracksDue]
    if let notice = session.freshNotice(at: now) {
      moments.append(notice.at + Notice.freshMilliseconds)
    }
    if case .lost(let retryAt, _) = session.state {
      moments.append(Ticks.next(until: retryAt, at: now, every: 1_000))
    }
    if let change = clockChange(at: session.clock.server(at: now)) {
      moments.append(session.clock.local(at: change))
    }
    return moments.compactMap(\.self).filter { $0 > now }.min()
  }

  /// When the clock on the screen moves next, by the server's.
  private func clockChange(at now: Instant) -> Instant? {
    switch place {
    case .connection, .home, .room: return nil
    case .results(_, let match):
      return match.opens.flatMap { Ticks.next(until: $0, at: now, every: 1_000) }
    case .race(_, let match), .watch(_, let match):
      guard let round = match.round else {
        return match.opens.flatMap { Ticks.next(until: $0, at: now, every: 1_000) }
      }
      let opens = Ticks.next(until: round.start.opens, at: now, every: 1_000)
      return opens
        ?? Ticks.next(until: round.closes, at: now, every: setup.tickMilliseconds)
    }
  }
}

/// Counting down in steps.
enum Ticks {
  /// What is left until a moment, rounded up to whole steps; 0 once it has come.
  static func left(until end: Instant, at now: Instant, every step: Int) -> Int {
    let left = end - now
    return left <= 0 ? 0 : (left + step - 1) / step * step
  }

  /// When `left` changes next; nil once the moment has come.
  static func next(until end: Instant, at now: Instant, every step: Int) -> Instant? {
    let left = left(until: end, at: now, every: step)
    return left == 0 ? nil : end - (left - step)
  }
}
