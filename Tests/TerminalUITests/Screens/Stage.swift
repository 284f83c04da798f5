// A session and its screens in a scripted state: the server's lines about rooms are made up here,
// those of a match come from a real one, and all go through the real codec, session and model. One
// clock for both sides, at a fixed moment.

import Archive
import Game
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct Stage {
  static let me = PlayerID(number: 3)
  static let start = Instant(milliseconds: 1_700_000_000_000)
  /// From a question of the session to the server's answer, in milliseconds.
  static let roundTrip = 24
  static let fingerprint = "SHA256:" + String(repeating: "0123456789abcdef", count: 4)

  private(set) var session: Session
  private(set) var now: Instant
  var watchers: [Watcher] = []
  var seedName = "stage"
  /// Whether people play along whom nobody sees move.
  var hasCrowd = false
  /// Whether the match that begins is the viewer's ranked try.
  var isRanked = false
  var model: ScreenModel
  private(set) var match: Match?
  private var events = 0
  /// What the last event came to, but for what is asked by time alone.
  private(set) var done: [Wish] = []
  /// The session before that event.
  private var before: Session
  private(set) var sent: [SessionOutput] = []
  /// What the session asked about the time, and when; the server has not answered yet.
  private var questions: [(number: Int, asked: Instant)] = []

  init(
    _ intent: Intent = .browse, depth: ColorDepth = .truecolor, columns: Int = 80, rows: Int = 24,
    addresses: [String] = [], page: String? = nil,
    opensWall: Bool = false, start: Instant = Stage.start
  ) {
    now = start
    session = Session(
      intent: intent, hello: Hello(name: "ada", icon: .star), secret: secret("ada"),
      hashing: hashing, selfPlay: nil)
    before = session
    let support = ColorSupport(
      depth: depth, certainty: .verified,
      reason: depth > .monochrome
        ? Words["your terminal shows full color"] : Words["NO_COLOR is set"])
    var setup = ScreenSetup(
      support: support, isCalm: false, server: "ams-1", addressesToShare: addresses,
      fingerprintToShare: addresses.isEmpty ? nil : Stage.fingerprint,
      icon: .star, canChangeIcon: true)
    setup.opensWall = opensWall
    setup.pageToShare = page
    model = ScreenModel(setup: setup)
    model.resize(columns: columns, rows: rows)
    sent = session.start(at: now)
    show()
  }

  /// Lets time pass for the screens alone, so that the session has nothing to complain of.
  mutating func look(after milliseconds: Int) {
    now = now + milliseconds
    show()
  }

  mutating func hear(_ messages: ServerMessage...) { hear(messages) }

  mutating func hear(_ messages: [ServerMessage]) {
    for message in messages { give(.received(line(message)[...])) }
    show()
  }

  /// The server proves that it keeps the match, as that one of its log. Whose signature it is does
  /// not show.
  mutating func proveMatch(isKeptAs index: Int) {
    session.logWatch = LogWatch(nil, hashing: hashing, isSigned: { _, _, _ in true })
    var tree = MerkleTree(hashing: hashing)
    for number in 0...index { tree.append(secret("match \(number)")) }
    let head = LogHead(
      size: tree.size, root: tree.root(of: tree.size), signature: secret("one") + secret("two"))
    hear(
      .tree(LogState(log: "ams-1", key: secret("key"), head: head, since: 0, path: [])),
      .kept(
        LoggedMatch(
          match: 1, index: index, leaf: secret("match \(index)"), head: head,
          path: tree.path(of: index, in: tree.size))))
  }

  mutating func tell(_ input: SessionInput) {
    give(input)
    show()
  }

  private mutating func give(_ input: SessionInput) {
    giveAnswers()
    if case .lost = input { questions = [] }
    note(session.handle(input, at: now), at: now)
  }

  private mutating func give(_ action: UserAction) {
    giveAnswers()
    note(session.act(action, at: now), at: now)
  }

  private mutating func giveAnswers() {
    while let question = questions.first, question.asked + Stage.roundTrip <= now {
      questions.removeFirst()
      let answer = ServerMessage.pong(
        t: question.number, now: question.asked + Stage.roundTrip / 2)
      let moment = question.asked + Stage.roundTrip
      note(session.handle(.received(line(answer)[...]), at: moment), at: moment)
    }
  }

  private mutating func note(_ outputs: [SessionOutput], at now: Instant) {
    for case .send(.ping(let number)) in outputs { questions.append((number, now)) }
    sent += outputs
  }

  mutating func connect() {
    tell(.connected)
    now = now + Stage.roundTrip
    hear(
      .welcome(
        Welcome(
          version: Wire.version, me: Stage.me, now: now - Stage.roundTrip / 2, token: "abcdefgh",
          app: "hall/1", modes: Mode.all.map(\.name))))
  }

  mutating func happen(_ event: RoomEvent) {
    events += 1
    hear(.room(n: events, event))
  }

  mutating func happen(_ event: Event) {
    if case .over = event, hasCrowd {
      tellRound()
      tellBestOfMatch()
    }
    events += 1
    hear(.play(n: events, event))
  }

  private mutating func show() {
    let (watchers, now) = (watchers, now)
    done = change { $0.show(&$1, beside: watchers, at: now) }
    // What a frame does besides drawing: tracks and the wheel follow.
    model.race.catchUp(with: model.guess, at: now)
    if model.showsPractice { model.practice.hand.catchUp(with: model.practice.guess, at: now) }
  }

  mutating func begin(_ rules: Rules, seed: MatchSeed) {
    let nonces = racers.map { _ in Nonce.none }
    let opens = now + Rules.countdownMilliseconds
    match = Match(
      rules: rules, players: racers, seed: seed, nonces: nonces, hashing: hashing, start: now,
      roundTrips: [Stage.me: 300])
    happen(
      .countdown(match: 1, opens: opens, players: racers, nonces: nonces, isRanked: isRanked))
  }

  mutating func play(for milliseconds: Int) {
    let end = now + milliseconds
    while let due = match?.deadline, due <= end {
      now = max(now, due)
      for event in match?.advance(to: due) ?? [] { happen(event) }
      tellRound()
    }
    look(after: end - now)
  }

  /// A player moves or locks; the others hear of it as far as the mode lets them.
  mutating func play(_ command: Command, by player: PlayerID) {
    if player == Stage.me {
      switch command {
      case .set(let guess): act(.set(guess))
      case .lock(let guess, _): act(.lock(guess))
      }
    }
    serve(command, by: player)
  }

  mutating func serveLock() {
    let locks = sent.compactMap { output in
      if case .send(.play(.lock(let guess, let claim))) = output { (guess, claim) } else { nil }
    }
    guard let (guess, claim) = locks.last else { return }
    serve(.lock(guess, claim: claim), by: Stage.me)
  }

  private mutating func serve(_ command: Command, by player: PlayerID) {
    let events: [Event]?
    do { events = try match?.apply(command, by: player, arrived: now...now) } catch {
      events = nil
      Issue.record("\(player) may not \(command): \(error)")
    }
    if let standing = match?.progress(of: player), match?.rules.mode.isSecret == false {
      hear(
        .move(
          Move(
            who: player, near: standing.near, color: standing.swatch.color,
            to: standing.swatch.to)))
    }
    defer { tellRound() }
    for event in events ?? [] {
      happen(event)
      if case .missed(Stage.me, _, _) = event {
        hear(.no(RefusalLine(code: .tooFar, verb: ClientVerb.lock.rawValue)))
      }
    }
  }

  mutating func measurePlayers() {
    for player in racers where player.number % 2 == 0 { match?.measure(player, roundTrip: 150) }
  }

  mutating func act(_ action: UserAction) {
    give(action)
    show()
  }

  mutating func press(_ keys: Key..., modifiers: Modifiers = []) {
    for key in keys { take(.key(key, modifiers)) }
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  mutating func take(_ event: InputEvent) {
    let now = now
    let asked = change { $0.take(event, &$1, at: now) }
    let start = before
    show()
    (done, before) = (asked + done, start)
  }

  /// Has the screens change the session; where that comes to anything, the server has answered all
  /// that was asked before.
  private mutating func change(_ step: (inout ScreenModel, inout Session) -> [Wish]) -> [Wish] {
    var trial = (model: model, session: session)
    if !step(&trial.model, &trial.session).isEmpty { giveAnswers() }
    before = session
    let wishes = step(&model, &session)
    note(wishes.compactMap { if case .session(let output) = $0 { output } else { nil } }, at: now)
    return wishes.filter { !$0.isRoutine }
  }

  /// Whether the last event did just that to the session.
  func did(_ actions: UserAction...) -> Bool { did(actions) }

  func did(_ actions: [UserAction]) -> Bool {
    var expected = before
    let wishes = actions.flatMap { expected.act($0, at: now) }.map(Wish.session)
    return done == wishes.filter { !$0.isRoutine } && session.intent == expected.intent
      && session.guess == expected.guess && session.isLocking == expected.isLocking
  }

  mutating func mouse(_ action: Mouse.Action, _ column: Int, _ row: Int) {
    take(.mouse(Mouse(action, at: Point(column: column, row: row))))
  }

  var canvas: Canvas { model.view(at: now) }
  var text: String { canvas.picture.joined(separator: "\n") }
}

extension Wish {
  /// Whether time alone asks for it.
  fileprivate var isRoutine: Bool {
    switch self {
    case .session(.send(.ping)), .session(.send(.list)): true
    default: false
    }
  }
}
