// Drives a session: opens its connection and carries lines both ways, tells it the time, and has a
// face show it, and beside it the watchers that the face wants to see. It decides nothing about the
// game; the session says what is to be done. Confined to the client's queue, like the reactor that
// calls it.
//
// Invariant: at most one connection is the session's; what is still heard from an older one is not
// passed on.

import ArgumentParser
import ClientCore
import Framing
import Game
import Net
import TerminalUI
import Wire

/// One session, its connection and its face.
final class Driver: ReactorDelegate {
  private let reactor: Reactor
  private let clock: Clock
  private var route: Route
  /// The server that the program began with, which one can always go back to.
  private let origin: Route
  /// To the server before this one.
  private var wayBack = WayBack<Route>()
  private let face: any Face
  private let habits: Habits
  /// Whether the player has to stay on this server, and nothing is kept.
  private let isRestricted: Bool
  private var diary = MatchDiary()
  private var bests: BestMatches
  private var opponent: Opponent
  private var whenOver: () -> Void = {}
  /// The games of this network.
  private var nearby: [NearbyGame] = []
  /// Told of the room that is one's own, whenever there is something else to say of it.
  var announce: ((RoomNotice?) -> Void)?
  private var announced: RoomNotice?
  private var player: LocalPlayer
  private var session: Session
  private let wall: WallDriver
  private var socket: SocketID?
  private var wasConnected = false
  /// Whether to be ready for the first match without being told, as soon as there is a seat.
  private var isEager: Bool
  /// Whether a match was seen running: then it was this one that somebody came for.
  private var hasSeenMatch = false
  private var hasEnded = false
  /// What the program is to exit with.
  private(set) var status = ExitStatus.fine
  /// Why it failed, if it did.
  private(set) var failure: String?
  /// What the person should know about the server, once the screen is theirs again.
  private(set) var remark: String?

  /// How long the last lines may take to leave when all is over, in milliseconds.
  static let closeMillisecondsMax: Int64 = 300
  /// How long one address of the server may take to answer, in milliseconds.
  static let connectMillisecondsMax: Int64 = 4_000
  /// How much may wait to be sent, in bytes; a client says little, so that is never reached.
  static let outboxBytesMax = 64 * 1_024

  init(
    _ player: LocalPlayer, by route: Route, reactor: Reactor, clock: Clock, face: any Face,
    habits: Habits, isRestricted: Bool
  ) {
    self.player = player
    session = player.session()
    isEager = player.isEager
    self.route = route
    origin = route
    self.reactor = reactor
    wall = WallDriver(reactor: reactor)
    self.clock = clock
    self.face = face
    self.habits = habits
    self.isRestricted = isRestricted
    bests = habits.bests
    opponent = habits.opponent
    meetServer()
  }

  /// Tells a new session what is known of its server; of one's own there is nothing to know.
  private func meetServer() {
    session.isPrivate = route.isPrivate
    session.botLevel = opponent.level
    if route.isOwn { return }
    session.logWatch = habits.logWatch(of: route.address)
    session.serverKeys = habits.serverKeys(at: route.address)
  }

  /// Begins. `whenOver` is called once the session has ended and all is closed.
  func start(whenOver: @escaping () -> Void) {
    self.whenOver = whenOver
    reactor.start(delegate: self)
    face.goes(to: route, choices: choices)
    face.remembers(bests)
    tellOwn()
    perform(session.start(at: now).map(Wish.session))
  }

  /// Takes what has been typed, one thing after the other: each may lead to another server.
  func takeInput() {
    while let wishes = face.takeNext(&session, at: now) { perform(wishes) }
  }

  /// Ends the session, whatever it is doing.
  func quit(status: Int32) {
    self.status = status
    act(.quit)
  }

  /// Has the face shown and the deadlines looked at soon.
  func refresh() {
    // In a turn that has already told its end, only a wake leads to another one.
    reactor.wake(atMilliseconds: Int64(now.milliseconds))
  }

  private var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  private func keep(_ preference: Preference) {
    player.take(preference)
    if isRestricted { return }
    do throws(Failure) {
      try habits.keep(preference)
    } catch {
      handle(.remark(Words["It could not be saved. \(error)"]))
    }
  }

  private func keep(_ match: OwnMatch) {
    do throws(Failure) {
      bests = try habits.keep(match)
    } catch {
      bests.add(match)
      // A player who asked for nothing to be kept is not told that nothing is.
      if !isRestricted { handle(.remark(Words["Your match could not be saved. \(error)"])) }
    }
    face.remembers(bests)
  }

  /// Learns from a match which bot suits the player from now on: QUICK asks for it, and on one's
  /// own server it takes the place of the one that has played.
  private func suit(_ match: OwnMatch) {
    guard let room = session.room else { return }
    let before = opponent
    opponent.learn(from: match, in: room)
    guard opponent != before else { return }
    if !isRestricted { habits.keep(opponent) }
    session.botLevel = opponent.level
    let bots = room.seats.filter(\.profile.isBot)
    guard route.isPrivate, room.amHost, let bot = bots.first, bots.count == 1 else { return }
    act(.kick(bot.player))
    act(.addBot(level: opponent.level))
  }

  private func startAnew(_ intent: Intent) {
    closeSocket()
    diary = MatchDiary()
    session = player.session(intent)
    meetServer()
    perform(session.start(at: now).map(Wish.session))
  }

  // MARK: Other servers

  /// Other games are on this network now.
  func knows(_ nearby: [NearbyGame]) {
    self.nearby = nearby
    face.knows(choices)
    refresh()
  }

  private func visit(_ text: String) {
    if isRestricted {
      return face.refuseServer(Words["From here you cannot go to another server."])
    }
    if let game = nearby.first(where: { $0.address == text }), let address = Address(game) {
      return visit(address)
    }
    do throws(ValidationError) {
      visit(try Address(text))
    } catch {
      face.refuseServer(error.message)
    }
  }

  private func visit(_ address: Address) {
    do throws(Failure) {
      let next = address.server == origin.address ? origin : try Route(to: address)
      wayBack.begin(at: route)
      wasConnected = false
      go(by: next, to: address.room.map { .join($0, password: nil) } ?? .browse)
    } catch {
      handle(.remark(error.description))
    }
  }

  /// Comes back from a server that could not be reached, is not the one that it should be, or none.
  private func comeBack(to former: Route, _ why: String) {
    wasConnected = true
    go(by: former, to: .browse)
    handle(.remark(why))
  }

  private func go(by route: Route, to intent: Intent) {
    self.route = route
    face.goes(to: route, choices: choices)
    startAnew(intent)
  }

  /// The servers that one can go to from here.
  private var choices: [ServerChoice] {
    let known = [origin.choice] + habits.history.map { ServerChoice($0) }
    let others = known.filter { $0.address != route.address.text }
    return nearby.map { ServerChoice($0) }
      + others.enumerated()
      .filter { index, choice in !others[..<index].contains { $0.address == choice.address } }
      .map(\.element)
  }

  private func handle(_ input: SessionInput) {
    if !hasEnded { perform(session.handle(input, at: now).map(Wish.session)) }
  }

  private func act(_ action: UserAction) {
    if !hasEnded { perform(session.act(action, at: now).map(Wish.session)) }
  }

  private func perform(_ wishes: [Wish]) {
    if hasEnded { return }
    for wish in wishes {
      switch wish {
      case .session(.connect):
        closeSocket()
        connect()
      case .session(.send(let message)): if let socket { reactor.send(message, to: socket) }
      case .session(.disconnect): closeSocket()
      case .session(.keepConsent): habits.agreeToBeKnown(at: route.address)
      case .session(.remember(let memory)): habits.remember(memory, of: route.address)
      case .prefer(let preference): keep(preference)
      case .wear:
        player.sees(face.depth)
        startAnew(.browse)
      case .visit(let text): visit(text)
      case .copy(let text): face.copy(text)
      case .befriend(let tag, let name):
        habits.befriend(tag, name)
        tellOwn()
      }
    }
    refresh()
  }

  private func connect() { socket = reactor.connect(by: route) }

  private func closeSocket() {
    if let socket { reactor.close(socket) }
    socket = nil
  }

  private func fail(_ sentence: String) {
    if let former = wayBack.take() { return comeBack(to: former, sentence) }
    status = ExitStatus.failure
    failure = sentence
    act(.quit)
  }

  private func end() {
    hasEnded = true
    if case .ended(.failed(let sentence)) = session.state {
      status = ExitStatus.failure
      failure = failure ?? sentence
    }
    wall.want([], of: player, by: route, at: now)
    face.end(session, hasFailed: failure != nil)
    if reactor.connectionCount == 0 { reactor.stop() }
  }

  /// Ends a session in which nobody wants anything any more.
  private func goOnAlone() {
    hasSeenMatch = hasSeenMatch || session.room?.isRunning == true
    if hasSeenMatch, session.room?.match?.seed != nil {
      act(.quit)
    } else if session.state == .online, session.intent == .browse {
      fail(session.notices.last?.text ?? "There is no room to join.")
    }
  }

  // MARK: ReactorDelegate

  func connected(_ id: SocketID) {
    guard id == socket else { return wall.hear(.connected, on: id, at: now) }
    wasConnected = true
    do throws(Failure) {
      let remark = try route.trust.connected()
      let consent = reactor.consent(on: id, by: route, habits, canAsk: face.canAsk)
      handle(.bound(reactor.binding(of: id), consent))
      handle(.connected)
      if let remark { handle(.remark(remark)) }
      self.remark = self.remark ?? remark
    } catch {
      fail(error.description)
    }
  }

  func failed(_ id: SocketID, _ error: NetError) {
    guard id == socket else { return wall.hear(.lost("\(error)"), on: id, at: now) }
    socket = nil
    if case .insecure(_, let failure) = error {
      do throws(Failure) {
        switch try route.trust.refused(failure) {
        case .askAgain: return connect()
        case .giveUp(let warning): return fail(warning)
        case .unrelated: break
        }
      } catch {
        return fail(error.description)
      }
    }
    if wayBack.isThere { return fail(error.sentence) }
    // The player who typed the address is waiting to correct it.
    if !wasConnected && error.isFinal { return fail(error.advice) }
    handle(.lost("\(error)"))
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    if id == socket { handle(.received(line)) } else { wall.hear(.received(line), on: id, at: now) }
  }

  func refused(_ error: FramingError, from id: SocketID) {
    let reason = "it does not speak this game's protocol"
    guard id == socket else { return wall.hear(.lost(reason), on: id, at: now) }
    closeSocket()
    handle(.lost(whereLost(reason)))
  }

  /// Why a connection ended, with what to try where no server has ever said welcome.
  private func whereLost(_ reason: String) -> String {
    guard session.state == .greeting, session.welcome == nil, route.address.security == .none
    else { return reason }
    return Words["\(reason); does it take TLS only? put tls:// before its address"]
  }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    if id == socket {
      socket = nil
      handle(.lost(whereLost("\(reason)")))
    } else {
      wall.hear(.lost("\(reason)"), on: id, at: now)
    }
    if hasEnded && reactor.connectionCount == 0 { reactor.stop() }
  }

  func overflowed(_ id: SocketID) {
    let reason = "it does not read what is sent to it"
    guard id == socket else { return wall.hear(.lost(reason), on: id, at: now) }
    closeSocket()
    handle(.lost(reason))
  }

  func woke() {}

  func turnEnded() {
    if hasEnded { return }
    if let deadline = session.deadline, deadline <= now { handle(.tick) }
    if session.state == .online {
      if let address = route.isNews { habits.remember(address) }
      route.isNews = nil
    }
    if let why = wayBack.failure(in: session.state) { fail(why) }
    tellNetwork()
    if let match = diary.take(session, on: route.name, at: now) {
      keep(match)
      suit(match)
      keepAnswers(isFirst: bests.daily(on: match.day, at: match.server) == match)
    }
    wall.tick(at: now)
    takeInput()
    perform(face.show(&session, beside: wall.watchers, at: now))
    wall.want(face.watched, of: player, by: route, at: now)
    if face.isAlone { goOnAlone() }
    if let name = player.proposal, session.room?.mySeat != nil {
      keep(.name(name))
      handle(
        .remark(
          face is PlainFace
            ? Words["Others see you as \(name); name NAME changes that."]
            : Words["Others see you as \(name); e in a room changes that."]))
    }
    if isEager, session.room?.mySeat != nil {
      isEager = false
      act(.ready(true))
    }
    if case .ended = session.state { return end() }
    let next = [session.deadline, wall.deadline, face.deadline].compactMap(\.self).min()
    reactor.wake(atMilliseconds: next.map { Int64($0.milliseconds) })
  }

  /// Keeps what the player made of the colors of a match, where the terminal showed these colors
  /// and not the nearest ones; and says what a day has come to, if it was its first try.
  private func keepAnswers(isFirst: Bool) {
    guard let room = session.room, let match = room.match,
      let answers = EyeMatch(of: match, me: room.me)
    else { return }
    habits.keep([face.depth == .truecolor ? answers : answers.unseen])
    guard isFirst else { return }
    tellOwn()
    let days = (try? habits.ownAnswers()) ?? EyeMatches()
    let streak = days.daysInARow(until: Day(of: answers.began))
    let today = DayResult(of: match, me: room.me, streak: streak, page: route.invitations.page)
    if let today { face.comes(of: today) }
  }

  /// Tells the face whom the player wants to find again, and on which days they have played.
  private func tellOwn() {
    let days = (try? habits.ownAnswers())?.daysPlayed ?? []
    face.remembers(habits.ownFriends, days: days)
  }

  func stopped() { whenOver() }

  // MARK: This network

  private func tellNetwork() {
    guard let announce else { return }
    let notice = route.isOwn ? session.room.map { RoomNotice($0) } : nil
    if notice == announced { return }
    announced = notice
    announce(notice)
  }
}
