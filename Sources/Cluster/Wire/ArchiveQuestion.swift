// What a node asks of the store for the journal of all archives, and what it answers. A key for
// where the journal begins, one for each entry, and one for how far each node's archive is:
//
//     cm/archive/floor              PLACE
//     cm/archive/entry/PLACE        NODE START NUMBER, a line feed, and what the entry says
//     cm/archive/mark/NODE          PLACE
//
// It knows no connection. Invariants: PLACE has ten digits, so that keys sort as places do; an
// entry is stored only at or behind the floor, so what was dropped never comes back.

import Rooms

/// A question about the archives' journal.
public struct ArchiveQuestion: StoreRequest {
  /// So many entries are read at once at the most.
  public static let pageEntriesMax = 16
  /// No answer is longer than a page of the longest entries.
  public static let answerBytesMax = pageEntriesMax * (ArchiveEntry.frameBytesMax + 1_024)

  /// What is asked.
  public let request: ArchiveRequest

  /// Asks that.
  public init(_ request: ArchiveRequest) {
    if case .append(let entry) = request {
      precondition(entry.frame.count <= ArchiveEntry.frameBytesMax, "an entry is not too long")
    }
    self.request = request
  }

  private static let floor = Array("cm/archive/floor".utf8)
  private static let entries = Array("cm/archive/entry/".utf8)
  private static let marks = Array("cm/archive/mark/".utf8)

  private static func entry(_ place: UInt64) -> [UInt8] { entries + ShardKeys.digits(place) }

  /// What comes right behind all keys of a prefix that ends in a slash: a slash, plus one.
  private static func end(of prefix: [UInt8]) -> [UInt8] { prefix.dropLast() + [UInt8(ascii: "0")] }
}

// What is asked.
extension ArchiveQuestion {
  /// The request, in gRPC's frame.
  public var encoded: [UInt8] {
    var transaction = ProtobufWriter()
    switch request {
    case .read(let from):
      // The node that asks first begins the journal.
      transaction.requireAbsent(ArchiveQuestion.floor)
      transaction.put(ArchiveQuestion.floor, ShardKeys.digits(1))
      transaction.get(ArchiveQuestion.floor, StoreField.failure)
      transaction.getRange(
        StoreField.failure, from: ArchiveQuestion.entry(from),
        to: ArchiveQuestion.end(of: ArchiveQuestion.entries),
        countMax: ArchiveQuestion.pageEntriesMax)
    case .append(let entry):
      let key = ArchiveQuestion.entry(entry.place)
      transaction.requireAbsent(key)
      transaction.requireLess(ArchiveQuestion.floor, than: ShardKeys.digits(entry.place + 1))
      transaction.put(key, entry.stored)
      transaction.get(key, StoreField.failure)
    case .mark(let node, let place):
      let key = ArchiveQuestion.marks + Array(String(node).utf8)
      transaction.put(key, ShardKeys.digits(place))
      transaction.getRange(
        StoreField.success, from: ArchiveQuestion.marks,
        to: ArchiveQuestion.end(of: ArchiveQuestion.marks), countMax: Membership.nodesMax)
    case .drop(let place):
      transaction.requireLess(ArchiveQuestion.floor, than: ShardKeys.digits(place))
      transaction.put(ArchiveQuestion.floor, ShardKeys.digits(place))
      transaction.delete(from: ArchiveQuestion.entry(1), to: ArchiveQuestion.entry(place))
    }
    return transaction.framed
  }
}

// What is answered.
extension ArchiveQuestion {
  /// Reads the answer.
  ///
  /// - Throws: that it is no answer to this.
  public func answer(in bytes: [UInt8]) throws(AnswerUnreadable) -> ArchiveAnswer {
    let transaction = try StoreAnswer.unframed(bytes)
    let hasSucceeded = try ProtobufReader.number(2, in: transaction) == 1
    let results = try ProtobufReader.all(3, in: transaction)
    switch (request, hasSucceeded) {
    case (.read(let from), true): return .page(from: from, floor: 1, [], isLast: true)
    case (.read(let from), false): return try page(from: from, results)
    case (.append(let entry), true): return .stored(place: entry.place)
    case (.append(let entry), false):
      guard let result = results.first else { throw AnswerUnreadable() }
      let pair = try StoreAnswer.pairs(in: result).pairs.first
      let lying = try pair.map { pair throws(AnswerUnreadable) in
        try ArchiveQuestion.entry(pair.value, at: entry.place)
      }
      return .refused(place: entry.place, lying: lying)
    case (.mark, _):
      guard let result = results.last else { throw AnswerUnreadable() }
      return .marks(try marks(in: result))
    case (.drop, _): return .dropped
    }
  }

  private func page(
    from: UInt64, _ results: [ArraySlice<UInt8>]
  ) throws(AnswerUnreadable) -> ArchiveAnswer {
    guard results.count == 2,
      let floor = try StoreAnswer.pairs(in: results[0]).pairs.first
        .flatMap({ ShardKeys.place($0.value) })
    else { throw AnswerUnreadable() }
    let (pairs, hasMore) = try StoreAnswer.pairs(in: results[1])
    var entries: [ArchiveEntry] = []
    for (key, value) in pairs {
      guard key.starts(with: ArchiveQuestion.entries),
        let place = ShardKeys.place(key.dropFirst(ArchiveQuestion.entries.count))
      else { throw AnswerUnreadable() }
      entries.append(try ArchiveQuestion.entry(value, at: place))
    }
    return .page(from: from, floor: floor, entries, isLast: !hasMore)
  }

  /// What lies at a place. What is no entry has an author whom there is not, and says nothing.
  private static func entry(
    _ value: ArraySlice<UInt8>, at place: UInt64
  ) throws(AnswerUnreadable) -> ArchiveEntry {
    guard value.count <= ArchiveEntry.frameBytesMax + 1_024 else { throw AnswerUnreadable() }
    return ArchiveEntry(stored: value, at: place)
      ?? ArchiveEntry(place: place, author: Claimant(node: -1, start: 0), number: 0, frame: [])
  }

  private func marks(in result: ArraySlice<UInt8>) throws(AnswerUnreadable) -> [Int: UInt64] {
    var marks: [Int: UInt64] = [:]
    for (key, value) in try StoreAnswer.pairs(in: result).pairs {
      let digits = key.dropFirst(ArchiveQuestion.marks.count)
      guard key.starts(with: ArchiveQuestion.marks),
        let node = Int(String(decoding: digits, as: UTF8.self)), let place = ShardKeys.place(value)
      else { throw AnswerUnreadable() }
      marks[node] = place
    }
    return marks
  }
}

extension ArchiveEntry {
  /// As the store keeps it.
  var stored: [UInt8] { Array("\(author.node) \(author.start) \(number)\n".utf8) + frame }

  /// The entry that the store keeps so at a place; nil if it is none.
  init?(stored: ArraySlice<UInt8>, at place: UInt64) {
    guard let end = stored.firstIndex(of: UInt8(ascii: "\n")),
      let numbers = ShardKeys.numbers(stored[..<end], count: 3),
      let node = Int(exactly: numbers[0])
    else { return nil }
    self.init(
      place: place, author: Claimant(node: node, start: numbers[1]), number: numbers[2],
      frame: Array(stored[(end + 1)...]))
    // There is one way to write it.
    guard self.stored.elementsEqual(stored) else { return nil }
  }
}
