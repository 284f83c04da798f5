// How a session's connections begin, stand and end: greeting, silence, back-off, giving up, and
// what is due by time alone. What is said on them is in the other extensions.

public import Game
import Wire

// Beginning.
extension Session {
  mutating func greet(_ outputs: inout [SessionOutput], at now: Instant) {
    guard case .connecting = state else { return }
    enter(.greeting, at: now)
    lastHeard = now
    clock.start(at: now)
    sayHello(resume: mayHaveSeat ? welcome?.token : nil, &outputs, at: now)
  }

  /// Says who we are; with a token, to sit where we sat.
  mutating func sayHello(
    resume token: String?, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    var hello = hello
    hello.isBot = hello.isBot || playsItself
    hello.resume = token
    helloQuestion = clock.question(at: now)
    request = token == nil ? nil : .resume
    outputs.append(.send(.hello(hello)))
  }

  mutating func beWelcomed(_ welcome: Welcome, at now: Instant) {
    guard state == .greeting else { return }
    enter(.online, at: now)
    if let helloQuestion { clock.answer(helloQuestion, server: welcome.now, at: now) }
    self.welcome = welcome
    stopsAt = nil
    nextList = now
    pauseUntil = nil
    if request == nil {
      mayHaveSeat = false
      if case .browse = intent { forgetRoom() }
    }
  }

  /// Changes the state and notes when.
  mutating func enter(_ state: SessionState, at now: Instant) {
    self.state = state
    stateBegan = now
    isWaiting = false
  }
}

// Ending.
extension Session {
  mutating func connectionLost(_ reason: String, at now: Instant) {
    switch state {
    case .connecting, .greeting, .online: fail(reason, at: now)
    case .lost, .ended: break
    }
  }

  /// Closes a connection that is of no use, and tries again later.
  mutating func drop(_ reason: String, _ outputs: inout [SessionOutput], at now: Instant) {
    outputs.append(.disconnect)
    fail(reason, at: now)
  }

  /// Ends for good.
  mutating func end(_ end: SessionEnd, _ outputs: inout [SessionOutput], at now: Instant) {
    switch state {
    case .connecting, .greeting, .online: outputs.append(.disconnect)
    case .lost, .ended: break
    }
    forgetConnection()
    enter(.ended(end), at: now)
  }

  private mutating func fail(_ reason: String, at now: Instant) {
    if state == .online, now - stateBegan >= SessionLimits.stableMilliseconds {
      failures = 0
      failingSince = nil
    }
    failures += 1
    if state == .online { lostAt = now }
    let since = failingSince ?? now
    failingSince = since
    forgetConnection()
    let patience =
      welcome == nil ? SessionLimits.strangerMilliseconds : SessionLimits.familiarMilliseconds
    guard now - since < patience else {
      let seconds = (now - since) / 1_000
      let text = Words["The server could not be reached for \(seconds) seconds: \(reason)."]
      return enter(.ended(.failed(text)), at: now)
    }
    let pauses = SessionLimits.backOffMilliseconds
    let longest = room == nil ? pauses.count : SessionLimits.backOffsInRoom
    let retryAt = now + pauses[min(failures, longest) - 1]
    enter(.lost(retryAt: retryAt, reason: reason), at: now)
  }

  /// What was true of the connection alone is true no more. The room and the sliders stay.
  private mutating func forgetConnection() {
    clock.stop()
    inside = nil
    draft = nil
    request = nil
    isListing = false
    gathered = []
    onlookers = nil
    identity = nil
    forgetLookup()
    nextList = nil
    listedAt = nil
    helloQuestion = nil
    binding = .open
    (challengeDue, logDue) = (nil, nil)
    asksToProve = false
    hasSaidReady = false
    nonceShown = nil
    autoPlayer?.reconnect()
  }
}

// Time.
extension Session {
  /// The local moment at which `handle(.tick, …)` has to be called next; nil once all is over.
  public var deadline: Instant? {
    switch state {
    case .connecting: stateBegan + SessionLimits.connectMilliseconds
    case .greeting: stateBegan + SessionLimits.greetingMilliseconds
    case .lost(let retryAt, _): retryAt
    case .online: onlineDeadline
    case .ended: nil
    }
  }

  private var onlineDeadline: Instant? {
    var moments = [
      silenceEnds, isWaiting ? nil : waitingBegins, clock.nextQuestion, pauseUntil, challengeDue,
      logDue,
    ]
    if isOnHome && pauseUntil == nil { moments.append(nextList) }
    if isInRoom {
      moments.append(sliders?.deadline)
      moments.append(lockIsTaken)
      moments.append(autoPlayer?.deadline.map(clock.local(at:)))
    }
    return moments.compactMap(\.self).min()
  }

  /// When the server has not answered for too long; nil while it owes no answer.
  private var silenceEnds: Instant? {
    clock.waitingSince.map { max($0, lastHeard) + SessionLimits.silenceMilliseconds }
  }

  /// When to say that the server does not answer; nil while it owes nothing it was asked lately.
  private var waitingBegins: Instant? {
    clock.waiting(since: lastHeard).map { $0 + SessionLimits.unansweredMilliseconds }
  }

  /// Does what is due.
  mutating func advance(to now: Instant, _ outputs: inout [SessionOutput]) {
    switch state {
    case .online: break
    case .connecting where stateBegan + SessionLimits.connectMilliseconds <= now:
      return drop(Words["the server does not answer"], &outputs, at: now)
    case .greeting where stateBegan + SessionLimits.greetingMilliseconds <= now:
      return drop(Words["the server does not say welcome"], &outputs, at: now)
    case .lost(let retryAt, _) where retryAt <= now:
      enter(.connecting(attempt: failures + 1), at: now)
      return outputs.append(.connect)
    case .connecting, .greeting, .lost, .ended: return
    }
    if let silenceEnds, silenceEnds <= now {
      return drop(Words["the server was silent for too long"], &outputs, at: now)
    }
    if let waitingBegins, waitingBegins <= now { isWaiting = true }
    if let question = clock.dueQuestion(at: now) { outputs.append(.send(.ping(t: question))) }
    if let pause = pauseUntil, pause <= now { pauseUntil = nil }
    if let due = challengeDue, due <= now { challengeDue = nil }
    if let due = logDue, due <= now { giveUpLog(&outputs, at: now) }
    reconcile(&outputs, at: now)
    listIfDue(&outputs, at: now)
    openSeal(&outputs)
    getReady(&outputs)
    playItself(&outputs, at: now)
    guard isInRoom else { return }
    if let lockIsTaken, lockIsTaken <= now { noteTry(isTaken: true, at: now) }
    if !canMove(at: now) { sliders?.keepQuiet() }
    if let message = sliders?.due(at: now) { outputs.append(.send(message)) }
  }
}
