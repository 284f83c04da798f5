// What several shards ask of the store, in one request, and what it answers: transactions nested in
// one, so that one that is refused stops no other. It knows no connection.
// Invariant: whatever bytes come as an answer, they are read or refused, and never trap.

import Rooms

/// What a shard asks.
public struct ShardQuestion: Hashable, Sendable {
  /// The number of the shard.
  public let shard: Int
  /// What is asked for it.
  public let request: ShardRequest

  /// A request for a shard.
  public init(shard: Int, _ request: ShardRequest) {
    self.shard = shard
    self.request = request
  }
}

/// Several questions as one request.
public struct StoreBatch: StoreRequest {
  /// What the tenures of shards are told.
  public typealias Response = [(shard: Int, input: Tenure.Input)]

  /// No more questions go into one request; the store itself takes 128 operations.
  public static let questionsMax = 32
  /// No more bytes of entries go into one request; the store takes 1.5 MiB in all.
  public static let bytesMax = 1 << 20
  /// No answer is longer than the shortest page of the longest entries.
  public static let answerBytesMax =
    ReadingPace.entriesMin * (ShardEntry.frameBytesMax + 1_024)

  /// What is asked, in order.
  public let questions: [ShardQuestion]
  /// So many entries of a journal are read at the most.
  public let pageEntries: Int

  /// A request of some questions, at least one; each shard asks once, and no entry is too long.
  ///
  /// - Parameter pageEntries: so many entries of a journal are read at the most.
  public init(_ questions: [ShardQuestion], pageEntries: Int = ReadingPace.entriesMin) {
    precondition(
      (1...StoreBatch.questionsMax).contains(questions.count), "a request asks something")
    precondition(Set(questions.map(\.shard)).count == questions.count, "each shard asks once")
    for case .append(let entry, _) in questions.lazy.map(\.request) {
      precondition(entry.frame.count <= ShardEntry.frameBytesMax, "an entry is not too long")
    }
    (self.questions, self.pageEntries) = (questions, pageEntries)
  }

  /// Whether it reads a journal.
  public var reads: Bool {
    questions.contains { if case .read = $0.request { true } else { false } }
  }

  /// The first questions of some that fit into one request.
  ///
  /// - Parameter pace: how much of journals is read in it.
  public static func takeFirst(
    of questions: inout [ShardQuestion], at pace: ReadingPace = ReadingPace()
  ) -> StoreBatch? {
    var (bytes, count, reads) = (0, 0, 0)
    var shards: Set<Int> = []
    for question in questions.prefix(questionsMax) {
      switch question.request {
      case .append(let entry, _): bytes += entry.frame.count
      case .read: reads += 1
      case .look, .claim, .drop: break
      }
      // The store takes no key twice in one request.
      let isKnown = !shards.insert(question.shard).inserted
      if count > 0, bytes > bytesMax || reads > pace.journals || isKnown { break }
      count += 1
    }
    guard count > 0 else { return nil }
    defer { questions.removeFirst(count) }
    return StoreBatch(Array(questions.prefix(count)), pageEntries: pace.entries)
  }
}

// What is asked.
extension StoreBatch {
  /// The request, in gRPC's frame.
  public var encoded: [UInt8] {
    var outer = ProtobufWriter()
    for question in questions {
      outer.message(StoreField.success) { operation in
        operation.message(StoreField.transaction) { encode(question, into: &$0) }
      }
    }
    return outer.framed
  }

  private func encode(_ question: ShardQuestion, into transaction: inout ProtobufWriter) {
    let keys = ShardKeys(shard: question.shard)
    switch question.request {
    case .look: transaction.get(keys.owner, StoreField.success)
    case .claim(let owner, let after):
      if let after {
        transaction.requireValue(of: keys.owner, after.stored)
      } else {
        transaction.requireAbsent(keys.owner)
        transaction.put(keys.floor, ShardKeys.digits(1))
      }
      transaction.put(keys.owner, owner.stored)
      transaction.get(keys.owner, StoreField.failure)
    case .read(let from, let owner):
      transaction.requireValue(of: keys.owner, owner.stored)
      transaction.get(keys.floor, StoreField.success)
      transaction.getRange(
        StoreField.success, from: keys.entry(from), to: keys.end,
        countMax: pageEntries)
      transaction.get(keys.owner, StoreField.failure)
    case .append(let entry, let owner):
      transaction.requireValue(of: keys.owner, owner.stored)
      transaction.requireAbsent(keys.entry(entry.place))
      transaction.put(keys.entry(entry.place), entry.stored)
      transaction.get(keys.owner, StoreField.failure)
      transaction.get(keys.entry(entry.place), StoreField.failure)
    case .drop(let place, let owner):
      transaction.requireValue(of: keys.owner, owner.stored)
      transaction.requireLess(keys.floor, than: ShardKeys.digits(place))
      transaction.put(keys.floor, ShardKeys.digits(place))
      transaction.delete(from: keys.entry(1), to: keys.entry(place))
    }
  }
}

// What is answered.
extension StoreBatch {
  /// Reads the answer.
  ///
  /// - Returns: what each shard's tenure is told; nothing for one whose owner cannot be read.
  /// - Throws: that it is no answer to this.
  public func answer(
    in bytes: [UInt8]
  ) throws(AnswerUnreadable) -> [(shard: Int, input: Tenure.Input)] {
    let results = try ProtobufReader.all(3, in: StoreAnswer.unframed(bytes))
    guard results.count == questions.count else { throw AnswerUnreadable() }
    var answers: [(shard: Int, input: Tenure.Input)] = []
    for (question, result) in zip(questions, results) {
      guard let transaction = try ProtobufReader.all(4, in: result).first else {
        throw AnswerUnreadable()
      }
      if let input = try input(for: question, from: transaction) {
        answers.append((question.shard, input))
      }
    }
    return answers
  }

  private func input(
    for question: ShardQuestion, from transaction: ArraySlice<UInt8>
  ) throws(AnswerUnreadable) -> Tenure.Input? {
    let hasSucceeded = try ProtobufReader.number(2, in: transaction) == 1
    let results = try ProtobufReader.all(3, in: transaction)
    let keys = ShardKeys(shard: question.shard)
    switch (question.request, hasSucceeded) {
    case (.look, _): return try owner(results.first).map { .owned($0) }
    case (.claim(let owner, _), true): return .claimed(owner)
    case (.claim(let owner, _), false):
      return try self.owner(results.first).map { .contested(owner, by: $0) }
    case (.read(let from, let owner), true):
      return try page(from: from, results, keys).map { .page($0, for: owner) }
    case (.read(_, let owner), false):
      return try self.owner(results.first).map { .dispossessed(owner, by: $0) }
    case (.append(let entry, _), true): return .stored(entry.name)
    case (.append(let entry, _), false):
      guard results.count == 2, let owner = try owner(results[0]) else { return nil }
      let lying = try StoreAnswer.pairs(in: results[1]).pairs.first
      let name = lying.flatMap { ShardEntry(stored: $0.value, at: entry.place)?.name }
      return .refused(entry.name, owner: owner, lying: name)
    case (.drop, _): return nil
    }
  }

  /// The owner in the result of a look at it: nil inside if there is none, and outside if it cannot
  /// be read.
  private func owner(_ result: ArraySlice<UInt8>?) throws(AnswerUnreadable) -> ShardOwner?? {
    guard let result else { throw AnswerUnreadable() }
    guard let pair = try StoreAnswer.pairs(in: result).pairs.first else { return .some(nil) }
    return ShardOwner(stored: pair.value).map { .some($0) }
  }

  /// A page; an entry that cannot be read has a name that nobody gives; the reader sees it.
  private func page(
    from: UInt64, _ results: [ArraySlice<UInt8>], _ keys: ShardKeys
  ) throws(AnswerUnreadable) -> ShardPage? {
    guard results.count == 2 else { throw AnswerUnreadable() }
    let floor = try StoreAnswer.pairs(in: results[0]).pairs.first
      .flatMap { ShardKeys.place($0.value) }
    guard let floor else { return nil }
    let (pairs, hasMore) = try StoreAnswer.pairs(in: results[1])
    let entries = pairs.compactMap { key, value in
      keys.place(in: key)
        .map {
          ShardEntry(stored: value, at: $0) ?? ShardEntry(place: $0, name: .unreadable, frame: [])
        }
    }
    return ShardPage(from: from, floor: floor, entries, isLast: !hasMore)
  }
}
