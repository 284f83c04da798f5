// A record with what stands behind it: who its players were, and the receipt that says where in
// which log it is. A file holds one, from its first byte to its last.
// Invariant: a file that is read writes the same bytes again.

import Game
public import Wire

/// What proves that a log has a record.
public struct Receipt: Hashable, Sendable {
  /// Which leaf of the log it is, counted from 0.
  public var index: Int
  /// The hash of the record.
  public var leaf: [UInt8]
  /// What leads from the leaf to the root.
  public var path: [[UInt8]]
  /// How many leaves the tree has that the path is of.
  public var pathSize: Int
  /// How many leaves the tree has whose root that is.
  public var size: Int
  /// The root.
  public var root: [UInt8]
  /// The log's signature of the tree's head.
  public var signature: [UInt8]
  /// The log's Ed25519 key.
  public var key: [UInt8]

  /// Describes a place in a log.
  ///
  /// - Parameter pathSize: nil where it is `size`, as it has to be to prove anything.
  public init(
    index: Int, leaf: [UInt8], path: [[UInt8]], pathSize: Int? = nil, size: Int, root: [UInt8],
    signature: [UInt8], key: [UInt8]
  ) {
    self.index = index
    self.leaf = leaf
    self.path = path
    self.pathSize = pathSize ?? size
    self.size = size
    self.root = root
    self.signature = signature
    self.key = key
  }

  /// How it stands behind a record.
  public var lines: [RecordLine] {
    [
      .leaf(index: index, hash: leaf), .path(size: pathSize, hashes: path),
      .tree(size: size, root: root, signature: signature, key: key),
    ]
  }
}

/// A record and what is known beside it.
public struct RecordFile: Hashable, Sendable {
  /// The record itself, which is hashed.
  public var match: MatchRecord
  /// Who its players were, in seat order; not those who were forgotten.
  public var persons: [Person]
  /// Where it is in a log; nil while it is in none.
  public var receipt: Receipt?

  /// Puts together what belongs together.
  public init(match: MatchRecord, persons: [Person] = [], receipt: Receipt? = nil) {
    self.match = match
    self.persons = persons
    self.receipt = receipt
  }

  /// All of it as bytes.
  public var bytes: [UInt8] {
    var bytes = match.body
    for line in persons.map(RecordLine.person) + (receipt?.lines ?? []) {
      line.encode(into: &bytes)
    }
    return bytes
  }

  /// Whether bytes claim to be a record. Nothing else that is saved begins like one.
  public static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: Array("RECORD ".utf8))
  }

  /// Reads a file.
  ///
  /// - Throws: the first line that is not in its one form or not in its place.
  public init(reading bytes: [UInt8]) throws(RecordFault) {
    var lines: [RecordLine] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let bytes = rest.takeLine(), let line = RecordLine(canonical: bytes)
      else { throw .line(lines.count + 1) }
      lines.append(line)
    }
    let bodyCount = (lines.firstIndex(where: \.isSeed) ?? lines.count - 1) + 1
    match = try MatchRecord(Array(lines[..<bodyCount]))
    persons = try RecordFile.persons(in: lines, from: bodyCount, of: match.seats)
    receipt = try RecordFile.receipt(in: lines, from: bodyCount + persons.count)
  }

  /// Persons stand in seat order, each of somebody who is sealed.
  private static func persons(
    in lines: [RecordLine], from start: Int, of seats: [RecordedSeat]
  ) throws(RecordFault) -> [Person] {
    var persons: [Person] = []
    var left = seats[...]
    for line in lines[start...] {
      guard case .person(let person) = line else { break }
      let seat = left.firstIndex { $0.player == person.player && $0.seal != nil }
      guard let seat else { throw .line(start + persons.count + 1) }
      left = left[(seat + 1)...]
      persons.append(person)
    }
    return persons
  }

  private static func receipt(
    in lines: [RecordLine], from start: Int
  ) throws(RecordFault) -> Receipt? {
    if start == lines.count { return nil }
    guard case .leaf(let index, let leaf) = lines[start] else { throw .line(start + 1) }
    guard start + 1 < lines.count, case .path(let pathSize, let hashes) = lines[start + 1] else {
      throw .line(start + 2)
    }
    guard start + 2 < lines.count,
      case .tree(let size, let root, let signature, let key) = lines[start + 2]
    else { throw .line(start + 3) }
    guard start + 3 == lines.count else { throw .line(start + 4) }
    return Receipt(
      index: index, leaf: leaf, path: hashes, pathSize: pathSize, size: size, root: root,
      signature: signature, key: key)
  }
}

extension RecordLine {
  fileprivate var isSeed: Bool {
    if case .told(.play(_, .seed)) = self { true } else { false }
  }
}
