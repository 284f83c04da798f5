// How a cluster's store is laid out: a key for the owner of each shard, one for where its journal
// begins, and one for each entry. Values are text, so that an operator can read them.
//
//     cm/owner/SHARD           EPOCH NODE START
//     cm/floor/SHARD           PLACE
//     cm/journal/SHARD/PLACE   EPOCH NUMBER, a line feed, and what the entry says
//
// Invariant: PLACE has ten digits, so that keys sort as places do.

import Rooms

/// The keys of a shard.
struct ShardKeys {
  let owner: [UInt8]
  let floor: [UInt8]
  private let journal: String

  init(shard: Int) {
    owner = Array("cm/owner/\(shard)".utf8)
    floor = Array("cm/floor/\(shard)".utf8)
    journal = "cm/journal/\(shard)"
  }

  /// The key of an entry.
  func entry(_ place: UInt64) -> [UInt8] { Array("\(journal)/".utf8) + ShardKeys.digits(place) }

  /// What comes right behind all entries: a slash, plus one.
  var end: [UInt8] { Array("\(journal)0".utf8) }

  /// The place in the key of an entry.
  func place(in key: ArraySlice<UInt8>) -> UInt64? {
    let prefix = Array("\(journal)/".utf8)
    guard key.starts(with: prefix) else { return nil }
    return ShardKeys.place(key.dropFirst(prefix.count))
  }

  /// A place in ten digits.
  static func digits(_ place: UInt64) -> [UInt8] {
    precondition((1...ShardEntry.placeMax).contains(place), "a journal has no place \(place)")
    let digits = Array(String(place).utf8)
    return Array(repeating: UInt8(ascii: "0"), count: 10 - digits.count) + digits
  }

  /// The place that ten digits say.
  static func place(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.count == 10 else { return nil }
    return number(digits).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The number that digits say, and nothing but digits.
  fileprivate static func number(_ digits: some Collection<UInt8>) -> UInt64? {
    let zero = UInt8(ascii: "0")
    guard !digits.isEmpty, digits.allSatisfy({ (zero...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  /// The numbers of a line, one space between them.
  static func numbers(_ line: ArraySlice<UInt8>, count: Int) -> [UInt64]? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let numbers = words.compactMap { number($0) }
    return numbers.count == count && words.count == count ? numbers : nil
  }
}

extension ShardOwner {
  /// As the store keeps it.
  var stored: [UInt8] { Array("\(epoch) \(claimant.node) \(claimant.start)".utf8) }

  /// The owner that the store keeps so; nil if it is none.
  init?(stored: ArraySlice<UInt8>) {
    guard let numbers = ShardKeys.numbers(stored, count: 3),
      (1...ShardOwner.epochMax).contains(numbers[0]), let node = Int(exactly: numbers[1])
    else { return nil }
    self.init(epoch: numbers[0], Claimant(node: node, start: numbers[2]))
    // Owners are compared as bytes, so there is one way to write them.
    guard self.stored.elementsEqual(stored) else { return nil }
  }
}

extension ShardEntry {
  /// As the store keeps it.
  var stored: [UInt8] { Array("\(name.epoch) \(name.number)\n".utf8) + frame }

  /// The entry that the store keeps so at a place; nil if it is none.
  init?(stored: ArraySlice<UInt8>, at place: UInt64) {
    guard let end = stored.firstIndex(of: UInt8(ascii: "\n")),
      let numbers = ShardKeys.numbers(stored[..<end], count: 2)
    else { return nil }
    self.init(
      place: place, name: EntryName(epoch: numbers[0], number: numbers[1]),
      frame: Array(stored[(end + 1)...]))
  }
}
