// Whether a server keeps its promises: that each match it has said to have kept stays in its log,
// and that the log only ever grows. On connecting it asks how the log stands, once for each head
// that was told before, and each time the log has to prove that it begins with that; so it does
// whenever many were told since. It knows no file and no screen.
// Invariant: nothing is remembered that was not signed and proved; what failed is told once and
// changes nothing, so that it shows again on every connection. No head is dropped before the log
// has proved that it begins with it.

public import Archive
public import Game
public import Wire

/// What is remembered of a server's log.
public struct LogMemory: Hashable, Sendable {
  /// So many heads are remembered. A server that lets them become more without proving any of them
  /// does not prove that it keeps its matches.
  public static let headsMax = 64
  /// Once there are so many, the log is asked about them, which makes one of them.
  public static let headsAsked = 8
  /// So many matches are remembered, the newest.
  public static let matchesMax = 20

  /// Its name.
  public let log: String
  /// The key that signs it.
  public let key: [UInt8]
  /// The heads that were told and are not proved to be the beginning of a later one yet, the newest
  /// last.
  public private(set) var heads: [LogHead] = []
  /// The matches that the server has said to have kept, the newest last.
  public private(set) var matches: [LoggedMatch] = []

  /// Nothing but its name is known.
  public init(log: String, key: [UInt8]) {
    self.log = log
    self.key = key
  }

  /// Remembers a head.
  ///
  /// - Returns: false if there are too many, so that it is not remembered.
  @discardableResult
  public mutating func add(_ head: LogHead) -> Bool {
    if heads.contains(where: { $0.size == head.size && $0.root == head.root }) { return true }
    guard heads.count < Self.headsMax else { return false }
    heads.append(head)
    return true
  }

  /// Remembers a match, and the head that it came with.
  ///
  /// - Returns: false if there are too many heads, so that neither is remembered.
  mutating func add(_ match: LoggedMatch) -> Bool {
    guard add(match.head) else { return false }
    restore(match)
    return true
  }

  /// Remembers a match whose head was proved long ago.
  public mutating func restore(_ match: LoggedMatch) {
    matches = (matches + [match]).suffix(Self.matchesMax)
  }

  /// A head is the beginning of another one.
  mutating func supersede(_ head: LogHead) { heads.removeAll { $0 == head } }
}

/// Why a log is not to be trusted.
public enum LogFault: Error, Hashable, Sendable {
  /// A match was said to be kept, and that is not proved.
  case unproved
  /// The log has another name or another key than before.
  case another
  /// The log has fewer matches than before.
  case forgotten
  /// The log does not begin with what it was before.
  case rewritten
  /// The server has promised something, and does not say how its log stands.
  case silent
}

/// Watches over the log of one server.
public struct LogWatch: Sendable {
  /// What is remembered; nil before the server has told anything.
  public private(set) var memory: LogMemory?
  private let hashing: Hashing
  private let isSigned: RecordVerifier.SignatureCheck
  /// The heads that are still to be asked about on this connection.
  private var questions: ArraySlice<LogHead> = []
  /// Whether the server is asked something that it has not answered yet.
  private(set) var isAsking = false
  /// Whether it has been told on this connection that there is no answer.
  private var hasToldSilence = false

  /// - Parameters:
  ///   - memory: what is known from before.
  ///   - hashing: gives the hashes.
  ///   - isSigned: checks signatures.
  public init(
    _ memory: LogMemory?, hashing: Hashing,
    isSigned: @escaping RecordVerifier.SignatureCheck
  ) {
    self.memory = memory
    self.hashing = hashing
    self.isSigned = isSigned
  }

  /// A connection begins.
  mutating func connect() { hasToldSilence = false }

  /// What to ask first on a connection, and when there are many heads.
  mutating func begin() -> ClientMessage {
    questions = memory?.heads[...] ?? []
    isAsking = true
    return question ?? .tree(since: nil)
  }

  /// The server does not answer. It may be busy, and it may be unable to prove what it promised; so
  /// somebody who holds a promise of it has to know.
  mutating func giveUp() throws(LogFault) {
    isAsking = false
    guard memory == nil || hasToldSilence else {
      hasToldSilence = true
      throw .silent
    }
  }

  private var question: ClientMessage? { questions.first.map { .tree(since: $0.size) } }

  /// Takes how the log stands.
  ///
  /// - Returns: what to ask next; nil when all is proved.
  mutating func hear(_ state: LogState) throws(LogFault) -> ClientMessage? {
    var memory = memory ?? LogMemory(log: state.log, key: state.key)
    guard memory.log == state.log, memory.key == state.key else { throw .another }
    guard isSigned(state.head, by: memory) else { throw .unproved }
    if let asked = questions.popFirst() {
      guard state.head.size >= asked.size else { throw .forgotten }
      let isProved =
        asked.size == 0
        || MerkleProof(hashing: hashing)
          .isConsistent(
            from: (asked.size, asked.root), to: (state.head.size, state.head.root),
            path: state.path)
      guard isProved else { throw .rewritten }
      memory.supersede(asked)
    }
    guard memory.add(state.head) else { throw .unproved }
    self.memory = memory
    isAsking = question != nil
    return question
  }

  /// Takes a promise. Before the server has said which log it keeps, it promises nothing.
  ///
  /// - Returns: what to ask, if so much was promised that it has to be proved.
  mutating func hear(_ match: LoggedMatch) throws(LogFault) -> ClientMessage? {
    guard var memory else { return nil }
    let isProved = MerkleProof(hashing: hashing)
      .isIncluded(
        match.leaf, at: match.index, path: match.path, size: match.head.size, root: match.head.root)
    guard isProved, isSigned(match.head, by: memory), memory.add(match) else { throw .unproved }
    self.memory = memory
    return isAsking || memory.heads.count < LogMemory.headsAsked ? nil : begin()
  }

  private func isSigned(_ head: LogHead, by memory: LogMemory) -> Bool {
    let text = Checkpoint(log: memory.log, size: head.size, root: head.root).text
    return PublicKey(bytes: memory.key).map { isSigned(head.signature, text, $0) } ?? false
  }
}

extension LogFault {
  /// What the player should know.
  var sentence: String {
    switch self {
    case .unproved: Words["The server has no proof that it keeps its matches."]
    case .another: Words["This server's log of matches is another one than before."]
    case .forgotten: Words["This server has forgotten matches that it had kept."]
    case .rewritten: Words["This server has rewritten matches that it had kept."]
    case .silent: Words["This server does not prove that it still has the matches it has kept."]
    }
  }
}

extension Session {
  /// Asks how the log stands, where that is watched.
  mutating func askLog(_ outputs: inout [SessionOutput], at now: Instant) {
    logWatch?.connect()
    guard let question = logWatch?.begin() else { return }
    logDue = now + SessionLimits.logMilliseconds
    outputs.append(.send(question))
  }

  /// There is no answer, or none that can be waited for.
  mutating func giveUpLog(_ outputs: inout [SessionOutput], at now: Instant) {
    logDue = nil
    do throws(LogFault) { try logWatch?.giveUp() } catch {
      tell(error.sentence, nil, lasts: true, at: now)
    }
    askArchive(&outputs)
  }

  /// Takes how the log stands.
  mutating func hear(_ state: LogState, _ outputs: inout [SessionOutput], at now: Instant) {
    // A log that is known as another server's is not kept as this one's.
    if logWatch != nil, logWatch?.memory == nil, let doubt = doubt(about: state.key) {
      (logWatch, logDue) = (nil, nil)
      // When it asked for the proof, that was told.
      return whyUnknown == doubt ? () : tell(doubt, nil, lasts: true, at: now)
    }
    watchLog(&outputs, at: now) { watch throws(LogFault) in try watch.hear(state) }
  }

  /// Takes a promise that a match is kept.
  mutating func hear(_ match: LoggedMatch, _ outputs: inout [SessionOutput], at now: Instant) {
    watchLog(&outputs, at: now) { watch throws(LogFault) in try watch.hear(match) }
    if logWatch?.memory?.matches.last == match { room?.receipt = match }
  }

  private mutating func watchLog(
    _ outputs: inout [SessionOutput], at now: Instant,
    _ hear: (inout LogWatch) throws(LogFault) -> ClientMessage?
  ) {
    guard var watch = logWatch else { return }
    do throws(LogFault) {
      let next = try hear(&watch)
      if let memory = watch.memory, memory != logWatch?.memory { outputs.append(.remember(memory)) }
      if let next { outputs.append(.send(next)) }
      logDue = watch.isAsking ? (next == nil ? logDue : now + SessionLimits.logMilliseconds) : nil
      logWatch = watch
    } catch {
      tell(error.sentence, nil, lasts: true, at: now)
      // Said once; what is remembered is as it was.
      (logWatch, logDue) = (nil, nil)
    }
  }
}
