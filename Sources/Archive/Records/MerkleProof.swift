// What the proofs of a tree prove (RFC 9162, sections 2.1.3.2 and 2.1.4.2), for those who have a
// root and not the tree. It believes nothing that it is handed.
// Invariant: checking never traps and takes as many steps as there are hashes.

public import Game

/// Whether a path proves something of a tree.
public struct MerkleProof: Sendable {
  private let hashing: Hashing

  /// Checks with these functions.
  public init(hashing: Hashing) { self.hashing = hashing }

  /// Whether the leaf of that index is in the tree of that size and root.
  public func isIncluded(
    _ leaf: [UInt8], at index: Int, path: [[UInt8]], size: Int, root: [UInt8]
  ) -> Bool {
    guard (0..<max(size, 0)).contains(index) else { return false }
    var (node, last, hash) = (index, size - 1, leaf)
    for sibling in path {
      if last == 0 { return false }
      if node & 1 == 1 || node == last {
        hash = hashing.node(sibling, hash)
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        hash = hashing.node(hash, sibling)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && hash == root
  }

  /// Whether the tree of the new size and root begins with all of the old one.
  public func isConsistent(
    from old: (size: Int, root: [UInt8]), to new: (size: Int, root: [UInt8]), path: [[UInt8]]
  ) -> Bool {
    guard 0 < old.size, old.size <= new.size else { return false }
    if old.size == new.size { return path.isEmpty && old.root == new.root }
    // The root of a whole subtree is known, so the proof leaves it out.
    let isWhole = old.size.nonzeroBitCount == 1
    var rest = (isWhole ? [old.root] : []) + path
    if rest.isEmpty { return false }
    let first = rest.removeFirst()
    var (node, last) = (old.size - 1, new.size - 1)
    while node & 1 == 1 { (node, last) = (node >> 1, last >> 1) }
    var (oldHash, newHash) = (first, first)
    for hash in rest {
      if last == 0 { return false }
      if node & 1 == 1 || node == last {
        oldHash = hashing.node(hash, oldHash)
        newHash = hashing.node(hash, newHash)
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        newHash = hashing.node(newHash, hash)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && oldHash == old.root && newHash == new.root
  }
}
