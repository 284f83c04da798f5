// The tree of a log (RFC 9162, section 2.1): its leaves are hashes of records, its root stands for
// all of them and their order, and a few hashes prove that a leaf is in it, or that a longer log
// begins with a shorter one. It knows no records, files or signatures.
// Invariant: it has the hash of each whole subtree, and nothing else: `levels[0]` those of leaves,
// `levels[k]` those of 2^k leaves, one after another, so that each proof takes a logarithm of its
// size.

public import Game

/// A tree that grows by leaves.
public struct MerkleTree: Sendable {
  /// How many bytes a hash has.
  public static let hashByteCount = 32

  private let hashing: Hashing
  private var levels: [[UInt8]] = [[]]

  /// A tree without leaves.
  public init(hashing: Hashing) { self.hashing = hashing }

  /// How many leaves there are.
  public var size: Int { levels[0].count / Self.hashByteCount }

  /// Adds a leaf behind all others, by its hash.
  public mutating func append(_ leaf: [UInt8]) {
    precondition(leaf.count == Self.hashByteCount, "a leaf is a hash")
    var hash = leaf
    var level = 0
    levels[0] += hash
    while levels[level].count / Self.hashByteCount % 2 == 0 {
      let pair = levels[level].suffix(2 * Self.hashByteCount)
      hash = hashing.node(pair.prefix(Self.hashByteCount), pair.suffix(Self.hashByteCount))
      level += 1
      if level == levels.count { levels.append([]) }
      levels[level] += hash
    }
  }

  /// The hash of a leaf.
  public func leaf(at index: Int) -> [UInt8] {
    precondition((0..<size).contains(index), "a leaf that is in it")
    return subroot(index..<index + 1)
  }

  /// The root of the first `size` leaves.
  public func root(of size: Int) -> [UInt8] {
    precondition((0...self.size).contains(size), "a tree has roots of what is in it")
    return size == 0 ? hashing.sha256([]) : subroot(0..<size)
  }

  /// What leads from a leaf to the root of the first `size` leaves: the hash beside the way at each
  /// step, from the leaf on.
  public func path(of index: Int, in size: Int) -> [[UInt8]] {
    precondition((0..<size).contains(index) && size <= self.size, "a leaf that is in it")
    var (range, path) = (0..<size, [[UInt8]]())
    while range.count > 1 {
      let middle = split(range)
      if index < middle {
        path.append(subroot(middle..<range.upperBound))
        range = range.lowerBound..<middle
      } else {
        path.append(subroot(range.lowerBound..<middle))
        range = middle..<range.upperBound
      }
    }
    return path.reversed()
  }

  /// What proves that the first `new` leaves begin with the first `old`.
  public func consistency(from old: Int, to new: Int) -> [[UInt8]] {
    precondition(0 < old && old <= new && new <= size, "from a tree to one as large or larger")
    var (range, path, isRoot) = (0..<new, [[UInt8]](), true)
    while range.upperBound != old {
      let middle = split(range)
      if old <= middle {
        path.append(subroot(middle..<range.upperBound))
        range = range.lowerBound..<middle
      } else {
        path.append(subroot(range.lowerBound..<middle))
        (range, isRoot) = (middle..<range.upperBound, false)
      }
    }
    if !isRoot { path.append(subroot(range)) }
    return path.reversed()
  }

  /// Where the left part of a range ends: the most leaves of a whole subtree that leave some over.
  private func split(_ range: Range<Int>) -> Int {
    let most = range.count - 1
    return range.lowerBound + (1 << (Int.bitWidth - 1 - most.leadingZeroBitCount))
  }

  private func subroot(_ range: Range<Int>) -> [UInt8] {
    if range.count.nonzeroBitCount == 1 {
      let level = range.count.trailingZeroBitCount
      let start = (range.lowerBound >> level) * Self.hashByteCount
      return Array(levels[level][start..<start + Self.hashByteCount])
    }
    let middle = split(range)
    return hashing.node(
      subroot(range.lowerBound..<middle), subroot(middle..<range.upperBound))
  }
}

extension Hashing {
  /// The hash of a leaf that stands for these bytes.
  public func leaf(_ bytes: [UInt8]) -> [UInt8] { sha256([0] + bytes) }

  /// The hash of what stands above two others.
  func node(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> [UInt8] {
    sha256([1] + left + right)
  }
}
