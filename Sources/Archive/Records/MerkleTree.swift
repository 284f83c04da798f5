// The tree of a log (RFC 9162, section 2.1): its leaves are hashes of records, its root stands for
// all of them and their order, and a few hashes prove that a leaf is in it, or that a longer log
// begins with a shorter one. It knows no records, files or signatures. A caller that has the leaves
// elsewhere folds it: of whole blocks of leaves it keeps one hash each then, and is handed the
// leaves of one block again when something is to be proved of that.
// Invariant: it has the hash of each whole subtree that is not folded, and nothing else:
// `levels[0]` those of leaves, `levels[k]` those of 2^k leaves, one after another, so that each
// proof takes a logarithm of its size.

public import Game

/// A tree that grows by leaves.
public struct MerkleTree: Sendable {
  /// How many bytes a hash has.
  public static let hashByteCount = 32

  /// Leaves of a block are folded together: 2 to the power of this.
  private static let blockLevel = 8
  /// How many leaves a block has.
  public static let blockLeaves = 1 << blockLevel

  private let hashing: Hashing
  /// Those below `blockLevel` begin behind what is folded.
  private var levels: [[UInt8]] = [[]]
  /// How many leaves are folded: a number of blocks.
  private var folded = 0
  /// A block of those that was opened.
  private var opened: (block: Int, tree: [[UInt8]])?

  /// A tree without leaves.
  public init(hashing: Hashing) { self.hashing = hashing }

  /// How many leaves there are.
  public var size: Int { folded + levels[0].count / Self.hashByteCount }

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

  /// Keeps one hash of each whole block but the newest.
  public mutating func fold() {
    let end = max(size - 1, 0) / Self.blockLeaves * Self.blockLeaves
    if end == folded { return }
    for level in 0..<Self.blockLevel {
      levels[level].removeFirst(((end - folded) >> level) * Self.hashByteCount)
    }
    folded = end
  }

  /// The leaves that have to be opened before something is asked of a leaf; nil for none.
  public func block(of index: Int) -> Range<Int>? {
    let block = index / Self.blockLeaves
    if index >= folded || opened?.block == block { return nil }
    return block * Self.blockLeaves..<(block + 1) * Self.blockLeaves
  }

  /// Opens a block, in the place of the one that was opened before.
  ///
  /// - Returns: whether these are the leaves that the tree is made of.
  public mutating func open(_ leaves: [[UInt8]], from first: Int) -> Bool {
    guard leaves.count == Self.blockLeaves, block(of: first)?.lowerBound == first,
      leaves.allSatisfy({ $0.count == Self.hashByteCount })
    else { return false }
    var tree = MerkleTree(hashing: hashing)
    for leaf in leaves { tree.append(leaf) }
    guard tree.root(of: tree.size) == subroot(first..<first + Self.blockLeaves) else {
      return false
    }
    opened = (first / Self.blockLeaves, tree.levels)
    return true
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
      return whole(range.count.trailingZeroBitCount, at: range.lowerBound)
    }
    let middle = split(range)
    return hashing.node(
      subroot(range.lowerBound..<middle), subroot(middle..<range.upperBound))
  }
}

extension MerkleTree {
  /// The hash of a whole subtree of 2^level leaves.
  private func whole(_ level: Int, at first: Int) -> [UInt8] {
    var (hashes, begin) = (levels[level], 0)
    if level < Self.blockLevel {
      begin = folded
      if first < folded {
        guard let opened, opened.block == first / Self.blockLeaves else {
          preconditionFailure("what is folded is opened first")
        }
        (hashes, begin) = (opened.tree[level], opened.block * Self.blockLeaves)
      }
    }
    let start = ((first - begin) >> level) * Self.hashByteCount
    return Array(hashes[start..<start + Self.hashByteCount])
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
