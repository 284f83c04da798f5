// The screens of the game as one value: it is shown a session, does to it what a person wants, and
// draws itself. It knows no clock, no terminal and no connection. What is true of the game is in
// the session; here is only what a person is in the middle of: a selection, a half-typed number, a
// drag, an open panel. Invariants: `view` depends on nothing but this value and the
// moment; `act` alone changes the session.

package import ClientCore
package import Game
import Wire

/// Everything between a session and the canvas.
///
/// To drive it:
/// - `resize` at the start and whenever the terminal's size changes;
/// - `show` whenever something may have changed in the session, and when `nextFrame(at:)` has come;
///   then draw `frame(at:)`, if the terminal can take one;
/// - have somebody look on in each of the rooms of `watched`, and show them with the session;
/// - `take` for each input event; several may be taken before the session is shown again. Ctrl-C,
///   Ctrl-Z and Ctrl-L are the program's;
/// - do what `show` and `take` return, in order, at once. They have changed the session already.
///
/// All moments are of the local clock that the session is told.
package struct ScreenModel: Sendable {
  /// What is known of the terminal; may change whenever more is known.
  package var setup: ScreenSetup
  private(set) var width = 80
  private(set) var height = 24
  /// The session as it was last shown, and as keys have left it since; nil before the first time.
  private(set) var session: Session? { didSet { findScreen() } }
  /// The moment of that.
  private(set) var now = Instant(milliseconds: 0)
  /// What the program has to do about it, so far.
  var wishes: [Wish] = []
  /// Which screen that is; found anew with whatever decides it, since every frame asks many times.
  private(set) var screen = Screen.connection {
    didSet {
      if screen == oldValue { return }
      (showsHelp, race.palette, password, naming) = (false, nil, nil, nil)
      (showsDay, saying) = (false, nil)
    }
  }
  var home = HomeState()
  var practice = Practice()
  var desk = RoomDesk()
  var race = RaceState()
  var glide = StepperGlide()
  private var vanish = Vanish()
  /// The rooms that are looked on in at once; nil while that is not wanted.
  var wall: Wall? { didSet { findScreen() } }
  /// Whether nobody has said yet what to watch.
  var isChoosingRoom: Bool
  /// Which reaction is chosen in the line of them; nil while it is not open.
  var saying: Int? { didSet { sayingEnds = saying.map { _ in now + Say.lineMilliseconds } } }
  /// When that line closes, since it takes the keys of the sliders; nil while it is not open.
  private var sayingEnds: Instant?
  /// The list of those who look on; nil while it is not open.
  var audience: AudiencePanel?
  /// The question for a room's password; nil while none is asked for.
  var password: PasswordForm?
  /// The player's name and figure while they are being changed in a room.
  var naming: NameForm?
  /// Whether the keys of the present screen are listed on top of it.
  var showsHelp = false
  /// Whether the day's result is looked at.
  var showsDay = false
  /// Whether the player is being asked if they really want to leave a match.
  var asksToLeave = false
  /// The key that may still be held.
  var held = HeldKey()
  /// Whether results have their values on the swatches.
  var showsValues = false
  /// How others get into the present room; nil where nobody can be told.
  private(set) var code: JoinCode?
  /// Whether that is shown instead of the room.
  var showsCode = false
  private var chime = Chime()
  /// The match whose final standings have been put aside for the room.
  var matchPutAside: Int? { didSet { findScreen() } }
  /// Whether a viewer who plays along wants to see the watchers' screen for a while.
  var looksOn = false { didSet { findScreen() } }
  /// Whether the field of those who play along is put aside.
  var hidesField = false
  /// When a presenter asked to end the match; a second press soon after it does.
  var endAskedAt: Instant?
  /// The newest notice that was looked at for what to do about it.
  private var noticeHeeded = 0
  /// The newest notice that was read, as far as keys can tell.
  private var noticeRead = 0

  /// Screens that nothing has been shown to.
  package init(setup: ScreenSetup) {
    self.setup = setup
    home.figure = setup.icon
    isChoosingRoom = setup.opensWall
    if setup.opensWall { openWall() }
  }

  /// The most columns and rows that are drawn. No display has more; of a window that says so, the
  /// rest stays empty, and a frame takes no more memory or time.
  static let (columnsMax, rowsMax) = (1_000, 500)

  /// The terminal's size in cells.
  package mutating func resize(columns: Int, rows: Int) {
    width = min(max(1, columns), ScreenModel.columnsMax)
    height = min(max(1, rows), ScreenModel.rowsMax)
    race.wheel.resize(diameter: WheelLayout.diameter(width: width, height: height))
    fitWall()
  }

  /// Takes a look at the session, and does to it what time alone brings.
  ///
  /// - Parameter watchers: who looks on in the rooms of `watched`.
  /// - Returns: what the program has to do without anybody's asking.
  @discardableResult
  package mutating func show(
    _ session: inout Session, beside watchers: [Watcher] = [], at now: Instant
  ) -> [Wish] {
    let guessBefore = guess
    (self.session, self.now) = (session, now)
    if let room = session.room, room.amRacing, let match = room.match {
      if let round = match.round {
        race.follow(round, of: match, guess: (guessBefore, guess), me: room.me, at: now)
      } else {
        race.prepare(for: match, at: now)
      }
    }
    followStepper(session, at: now)
    home.figure = home.figure ?? session.room?.mySeat?.profile.icon
    if session.room?.isInMatch != true { asksToLeave = false }
    if !canSay || sayingEnds.map({ $0 <= now }) == true { saying = nil }
    if !canRename { naming = nil }
    if screen != .home { home.leave() }
    if showsPractice { practice.begin(at: now) }
    // A player who has been elsewhere has other things to look for.
    if ![.home, .connection].contains(screen) { practice.isAside = true }
    if screen != .room { showsCode = false }
    desk.follow(screen == .room ? session.room : nil)
    chime.follow(session.room)
    followAddress(of: session.room)
    heedNotices(of: session)
    followAudience()
    followBoards()
    followOwn()
    showWall(beside: watchers)
    vanish.follow(vanished, isStill: setup.isCalm || setup.isByNumbers, at: now)
    return giveBack(&session)
  }

  /// Takes one input event at a local moment and does to the session what the person wants.
  ///
  /// - Returns: what the program has to do about it, in order.
  package mutating func take(
    _ event: InputEvent, _ session: inout Session, at now: Instant
  ) -> [Wish] {
    (self.session, self.now) = (session, now)
    if event.isPress { readNotices() }
    switch event {
    case .key(let key, let modifiers):
      if !held.isHeld(key, once: actsOnce(key), at: now) { press(key, modifiers) }
    case .mouse(let mouse): take(mouse)
    case .paste(let text): paste(text)
    case .focus, .answer: break
    }
    return giveBack(&session)
  }

  /// Does something in the session.
  mutating func act(_ action: UserAction) {
    let now = now
    let outputs = session?.act(action, at: now) ?? []
    wishes += outputs.map(Wish.session)
  }

  /// Gives the session back as the screens have left it, and what is to be done about that.
  private mutating func giveBack(_ session: inout Session) -> [Wish] {
    if let changed = self.session { session = changed }
    defer { wishes = [] }
    return wishes
  }

  /// Where the user's own sliders stand, or which tile is chosen.
  var guess: Guess { session?.guess ?? race.mode.start }

  private mutating func followAddress(of room: RoomModel?) {
    let address = room.flatMap { JoinCode.Address($0.code, setup) }
    if address != code?.address { code = address.flatMap(JoinCode.init) }
  }

  /// Whether the terminal's bell has something to tell since this was last asked.
  package mutating func takeChime() -> Bool { chime.take() }

  /// A room that wants a password asks for it.
  private mutating func heedNotices(of session: Session) {
    guard let notice = session.notices.last else {
      // A session that has just begun counts from 1 again.
      (noticeHeeded, noticeRead) = (0, 0)
      return
    }
    guard notice.number > noticeHeeded else { return }
    noticeHeeded = notice.number
    if notice.code == .wrongPass { password = session.door.map(PasswordForm.init) }
  }

  /// The notice to be shown at a moment: one that lasts until somebody presses a key, any other
  /// while it is fresh.
  func notice(at now: Instant) -> Notice? {
    guard let notice = session?.notices.last else { return nil }
    return notice.lasts
      ? notice.number > noticeRead || session?.asksToProve == true ? notice : nil
      : session?.freshNotice(at: now)
  }

  /// A key was pressed: whatever could be read by then is read.
  private mutating func readNotices() {
    guard let notice = session?.notices.last, now - notice.at >= Notice.readMilliseconds else {
      return
    }
    noticeRead = notice.number
  }

  private mutating func findScreen() {
    screen =
      session?
      .screen(isOnWall: wall != nil, matchPutAside: matchPutAside, looksOn: looksOn)
      ?? .connection
  }

  // MARK: Drawing

  /// The smallest size that the screens are made for, in cells.
  static let widthMin = 60, heightMin = 18

  /// The picture that goes to the terminal now. What costs much to repaint catches up with it.
  package mutating func frame(at now: Instant) -> Canvas {
    race.catchUp(with: guess, at: now)
    if showsPractice { practice.hand.catchUp(with: practice.guess, at: now) }
    return view(at: now)
  }

  /// The picture at a moment.
  func view(at now: Instant) -> Canvas { sheet(at: now).canvas }

  /// The picture and where its controls are.
  func sheet(at now: Instant) -> Sheet {
    var sheet = Sheet(width: width, height: height, setup: setup)
    guard width >= ScreenModel.widthMin, height >= ScreenModel.heightMin else {
      sheet.askForRoom()
      return sheet
    }
    guard let session else { return sheet }
    draw(session, on: &sheet, at: now)
    if showsCode, let code { sheet.joinCode(code) }
    if let audience, let room = session.room { audience.draw(on: &sheet, room) }
    if let said = ownEcho(session, at: now) { sheet.echo(said) }
    if password == nil { sheet.notice(notice(at: now)) }
    sheet.connection(session, at: now)
    if let saying { sheet.reactions(chosen: saying) }
    if let password { sheet.question(for: password) }
    if let naming { sheet.question(for: naming) }
    if screen == .race, let chosen = race.palette {
      sheet.palette(palettePanel, chosen: chosen)
    }
    if asksToLeave, let room = session.room { sheet.leaveQuestion(room) }
    if showsDay, let today = setup.today { sheet.result(of: today) }
    if showsHelp { sheet.help(keys, title: screen.title) }
    return sheet
  }

  /// What the user has said of late, where only others are shown with what they say.
  private func ownEcho(_ session: Session, at now: Instant) -> Reaction? {
    guard [.race, .watch, .results].contains(screen), let room = session.room else { return nil }
    return room.mySeat.flatMap {
      room.freshReaction(of: $0.player, at: session.clock.server(at: now))
    }
  }

  private func draw(_ session: Session, on sheet: inout Sheet, at local: Instant) {
    let now = session.roomTime(at: session.known(at: local))
    switch (screen, session.room, session.room?.match) {
    case (.home, _, _):
      let now = session.clock.server(at: local)
      HomeScreen(
        session: session, state: home, practice: showsPractice ? practice : nil,
        vanish: vanish.progress(at: local), keys: keys, now: now
      )
      .draw(on: &sheet)
    case (.wall, _, _):
      if let wall { WallScreen(wall: wall, keys: keys).draw(on: &sheet) }
    case (.room, let room?, _):
      RoomScreen(room: room, desk: desk, keys: keys, code: code, now: now).draw(on: &sheet)
    case (.race, let room?, let match?):
      RaceScreen(
        room: room, match: match, state: race, guess: guess, keys: keys,
        isLockOnItsWay: session.isLocking,
        marksLock: race.lockMarkEnd.map { local < $0 } ?? false,
        vanish: vanish.progress(at: local), now: now
      )
      .draw(on: &sheet)
    case (.watch, let room?, let match?):
      WatchScreen(room: room, match: match, keys: keys, hidesField: hidesField, now: now)
        .draw(on: &sheet)
    case (.results, let room?, let match?):
      ResultsScreen(
        room: room, match: match, keys: keys, showsValues: showsValues,
        progress: glide.progress(at: local), vanish: vanish.progress(at: local),
        hasBanner: Sheet.hasBanner(session, at: local), now: now
      )
      .draw(on: &sheet)
    default: sheet.connecting(session, at: local)
    }
  }

  // MARK: Time

  /// When the picture changes by itself; nil if it does not.
  package func nextFrame(at now: Instant) -> Instant? {
    guard let session else { return nil }
    let tracks = race.tracksDue(for: guess).map { max($0, now + 1) }
    var moments: [Instant?] = [
      tracks, glide.nextFrame(after: now), vanish.nextFrame(after: now),
    ]
    if showsPractice {
      moments.append(practice.hand.tracksDue(for: practice.guess).map { max($0, now + 1) })
    }
    if screen == .wall { moments.append(wall?.nextLook) }
    moments.append(session.room.flatMap { audience?.nextQuestion($0) })
    if case .boards(let boards) = home.panel { moments.append(boards.nextQuestion(session)) }
    if screen == .race { moments.append(race.lockMarkEnd) }
    moments.append(sayingEnds)
    if let notice = session.freshNotice(at: now), !notice.lasts {
      moments.append(notice.at + Notice.freshMilliseconds)
    }
    if case .lost(let retryAt, _) = session.state {
      moments.append(Ticks.next(until: retryAt, at: now, every: 1_000))
    }
    if [.room, .results].contains(screen),
      let due = session.room?.startsAt.map(session.local(atRoomTime:))
    {
      moments.append(Ticks.next(until: due, at: now, every: 1_000))
    }
    if [.race, .watch, .results].contains(screen), session.known(at: now) == now,
      let match = session.room?.match
    {
      let tick = match.nextTick(
        after: session.roomTime(at: now), every: setup.tickMilliseconds)
      moments.append(tick.map(session.local(atRoomTime:)))
    }
    let server = session.clock.server(at: now)
    if let end = session.room?.nextReactionEnd(after: server) {
      moments.append(session.clock.local(at: end))
    }
    return moments.compactMap(\.self).filter { $0 > now }.min()
  }
}

extension RoomModel {
  /// When the next of the reactions that are shown goes away, by the server's clock.
  fileprivate func nextReactionEnd(after now: Instant) -> Instant? {
    reactions.values.map { $0.at + ShownReaction.freshMilliseconds }.filter { $0 > now }.min()
  }
}
