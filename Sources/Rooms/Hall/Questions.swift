// Questions for the archive. It is elsewhere and may wait for a disk, so an answer takes a moment,
// or does not come. The connection that asked may have been carried to another lane meanwhile: then
// the question is asked again there. The hall knows who may ask what; what is answered is the
// archive's to say. Invariant: a connection has one question at a time, and hears an answer, a
// refusal or nothing more at all.

public import Archive
public import Game
public import Wire

/// What can be asked of the archive.
public enum Question: Hashable, Sendable {
  /// How the log stands, and what proves that it begins with so many matches.
  case log(since: Int)
  /// The rows of a board from that place on, as it is on that day, for somebody who is known by
  /// that identity, or by none.
  case top(Board, Span, from: Int, by: KeyID?, today: Day)
  /// What somebody has played, from that match of the log on back, nil for from the newest on;
  /// likewise.
  case past(KeyID, from: Int?, by: KeyID?)
  /// Deletes all that says who somebody is.
  case forget(KeyID, today: Day)
  /// The record of that match of the log, from a line on, likewise.
  case record(index: Int, from: Int, by: KeyID?, today: Day)
  /// That match of the log, verified, to be raced; likewise.
  case original(index: Int, by: KeyID?, today: Day)
}

/// What the archive answers.
public struct Answer: Hashable, Sendable {
  /// What was asked.
  public let question: Question
  /// What is to be said to the connection that asked, in order.
  public let messages: [ServerMessage]
  /// The match that may be raced.
  public let original: Original?

  /// Answers a question.
  public init(
    _ question: Question, _ messages: [ServerMessage], original: Original? = nil
  ) {
    self.question = question
    self.messages = messages
    self.original = original
  }
}

/// What somebody has asked and has not been answered.
struct Asked: Sendable {
  let question: Question
  /// The line that asked.
  let line: ClientMessage
  /// When there will be no answer any more.
  let until: Instant
}

// What may be asked.
extension Hall {
  /// Asks who is on a board.
  mutating func askTop(
    _ line: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard case .top(let board, let time, let day, let from) = line else { return }
    guard caller.place == .outside else { throw .inRoom }
    let span = Span(time ?? .always, of: board, on: day ?? Day(of: turn.now))
    let asker = players[caller.player]?.profile.identity
    let question = Question.top(
      board, span, from: from ?? 1, by: asker, today: .secret(at: turn.now))
    try ask(question, as: line, caller, &turn)
  }

  /// Asks what somebody has played; nil is the caller.
  mutating func askPast(
    of id: KeyID?, from index: Int?, as line: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    let asker = players[caller.player]?.profile.identity
    guard let id = id ?? asker else {
      throw RefusalLine(code: .unproved, text: "say whose with id=, or prove who you are")
    }
    try ask(.past(id, from: index, by: asker), as: line, caller, &turn)
  }

  /// Has everything deleted that says who somebody is.
  mutating func askToForget(
    isSure: Bool, as line: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    guard let id = players[caller.player]?.profile.identity else {
      throw RefusalLine(code: .unproved)
    }
    guard isSure else {
      throw RefusalLine(code: .notNow, text: "nothing is forgotten without sure=1")
    }
    try ask(.forget(id, today: Day(of: turn.now)), as: line, caller, &turn)
  }

  /// Asks for lines of a record.
  mutating func askRecord(
    _ index: Int, from line: Int, as message: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    let asker = players[caller.player]?.profile.identity
    let question = Question.record(
      index: index, from: line, by: asker, today: .secret(at: turn.now))
    try ask(question, as: message, caller, &turn)
  }

  /// Asks for a match that is to be raced.
  mutating func askOriginal(
    _ index: Int, as line: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    let asker = players[caller.player]?.profile.identity
    let question = Question.original(index: index, by: asker, today: .secret(at: turn.now))
    try ask(question, as: line, caller, &turn)
  }
}

// Asking.
extension Hall {
  /// Has the archive asked.
  mutating func ask(
    _ question: Question, as line: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard log != nil else {
      throw RefusalLine(code: .notNow, text: "this server keeps no matches")
    }
    try requireAnswers(for: caller, at: turn.now)
    if let asked = connections[caller.id]?.asked {
      throw RefusalLine(
        code: .notNow, text: "the \(asked.line.verb.rawValue) before is not answered yet")
    }
    let until = turn.now + limits.answerableMilliseconds
    connections[caller.id]?.asked = Asked(question: question, line: line, until: until)
    ask(question, for: caller.id, &turn)
    schedule(caller.id)
  }

  /// Asks again for somebody who has come from another lane: the answer goes where they were.
  mutating func askAgain(for id: ConnectionID, _ turn: inout Turn) {
    if let asked = connections[id]?.asked { ask(asked.question, for: id, &turn) }
  }

  private func ask(_ question: Question, for id: ConnectionID, _ turn: inout Turn) {
    guard let origin = connections[id]?.origin else { return }
    turn.effects.append(.ask(id, question, from: origin))
  }

  /// Tells somebody what they have asked.
  mutating func answer(_ answer: Answer, to id: ConnectionID, _ turn: inout Turn) {
    guard connections[id]?.asked?.question == answer.question,
      let line = settleQuestion(of: id, at: turn.now)
    else { return }
    if case .record = answer.question, connections[id]?.place != .outside {
      // Lines of a room would stand between those of the record.
      return refuse(id, RefusalLine.inRoom.of(line.verb), &turn)
    }
    if let original = answer.original {
      // It costs the archive what its lines would have cost.
      if let origin = connections[id]?.origin {
        spend(bytes: original.bytes.count, on: origin, &turn)
      }
      connections[id]?.original = original
      self.answer(.message(line, arrived: turn.now...turn.now), from: id, &turn)
      connections[id]?.original = nil
      return
    }
    let start = turn.effects.count
    let origin = connections[id]?.origin
    defer { countAnswer(from: start, to: id, of: origin, &turn) }
    for message in answer.messages {
      if case .no(let refusal) = message {
        refuse(id, refusal.of(line.verb), &turn)
      } else {
        turn.send(message, to: [id])
      }
    }
  }

  /// Says that there is no answer, once it has been waited for long enough.
  mutating func giveUpQuestion(of id: ConnectionID, _ turn: inout Turn) {
    guard let asked = connections[id]?.asked, asked.until <= turn.now,
      let line = settleQuestion(of: id, at: turn.now)
    else { return }
    let refusal = RefusalLine(code: .notNow, text: "the archive does not answer just now")
    refuse(id, refusal.of(line.verb), &turn)
  }

  /// Ends the question of somebody who can be told; a client that does not read asks again then.
  ///
  /// - Returns: the line that asked, if they can be told.
  private mutating func settleQuestion(of id: ConnectionID, at now: Instant) -> ClientMessage? {
    guard let asked = connections[id]?.asked else { return nil }
    connections[id]?.asked = nil
    if connections[id]?.isClosing == true { return nil }
    guard connections[id]?.isMuted == true else { return asked.line }
    connections[id]?.held.insert(.message(asked.line, arrived: now...now), at: 0)
    return nil
  }
}

// Tries of a day.
extension Hall {
  /// Begins a match of which it is known now whether it is ranked, if it still waits for that.
  mutating func begin(_ claim: Claim, isRanked: Bool, _ turn: inout Turn) {
    guard let claiming = rooms[claim.room]?.room.claiming, claiming.claim == claim else { return }
    if isRanked, let origin = origin(of: claiming.player) { spend(.attempt, from: origin, &turn) }
    touch(claim.room, .claimed(isRanked: isRanked), &turn) { room, turn in
      room.beginClaimed(isRanked: isRanked, &turn)
    }
  }
}
