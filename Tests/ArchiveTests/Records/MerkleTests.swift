// The tree against published vectors, and against the definition of RFC 9162 written down once
// more; and proofs of what is not so.

import Archive
import Game
import Net
import TestSupport
import Testing

@Suite("The tree of a log")
struct MerkleTests {
  private let proof = MerkleProof(hashing: .openSSL)

  /// A tree of leaves, by their hashes.
  private func tree(_ leaves: [[UInt8]]) -> MerkleTree {
    var tree = MerkleTree(hashing: .openSSL)
    for leaf in leaves { tree.append(leaf) }
    return tree
  }

  /// The root as the RFC defines it, with all leaves at hand.
  private func root(_ leaves: ArraySlice<[UInt8]>) -> [UInt8] {
    guard leaves.count > 1 else { return leaves.first ?? sha256([]) }
    var left = 1
    while 2 * left < leaves.count { left *= 2 }
    return sha256([1] + root(leaves.prefix(left)) + root(leaves.dropFirst(left)))
  }

  @Test("gives the published roots, paths and proofs")
  func vectors() throws {
    var leaves: [[UInt8]] = []
    var known: [Int: [UInt8]] = [:]
    var counts: [String: Int] = [:]
    for row in try RecordVectors.table("tree.tsv") {
      let (from, size) = (Int(row["FROM"]) ?? -1, Int(row["SIZE"]) ?? -1)
      let hashes = row["HASHES"].split(separator: ",").map { bytes($0) }
      counts[row["WHAT"], default: 0] += 1
      switch row["WHAT"] {
      case "leaf":
        leaves.append(Hashing.openSSL.leaf(bytes(row["ENTRY"])))
        expect(hashes, equals: [leaves[from]])
      case "root":
        known[size] = hashes[0]
        expect([tree(leaves).root(of: size)], equals: hashes)
      case "path":
        expect(tree(leaves).path(of: from, in: size), equals: hashes)
        let root = try require(known[size])
        expect(proof.isIncluded(leaves[from], at: from, path: hashes, size: size, root: root))
      case "consistency":
        expect(tree(leaves).consistency(from: from, to: size), equals: hashes)
        let (old, new) = (try require(known[from]), try require(known[size]))
        expect(proof.isConsistent(from: (from, old), to: (size, new), path: hashes))
      default: Issue.record("\(row.place)")
      }
    }
    expect(counts, equals: ["leaf": 8, "root": 9, "path": 36, "consistency": 28])
  }

  @Test("a folded tree proves the same, once the leaves are opened that it is asked of")
  func folded() {
    let block = MerkleTree.blockLeaves
    let leaves = (0..<3 * block + 5).map { sha256(Array("leaf \($0)".utf8)) }
    let whole = tree(leaves)
    var folded = MerkleTree(hashing: .openSSL)
    for (index, leaf) in leaves.enumerated() {
      folded.append(leaf)
      folded.fold()
      let size = index + 1
      expect(folded.size == size && folded.root(of: size) == whole.root(of: size))
      expect(folded.path(of: index, in: size), equals: whole.path(of: index, in: size))
    }
    let size = leaves.count
    for index in [0, 1, block - 1, block, 2 * block + 77, 3 * block - 1, 3 * block, size - 1] {
      if let range = folded.block(of: index) {
        var wrong = Array(leaves[range])
        wrong[7][0] ^= 1
        expect(!folded.open(wrong, from: range.lowerBound))
        expect(!folded.open(Array(leaves[range].dropLast()), from: range.lowerBound))
        expect(folded.open(Array(leaves[range]), from: range.lowerBound))
      }
      expect(folded.block(of: index), equals: nil)
      expect(folded.leaf(at: index), equals: leaves[index])
      expect(folded.path(of: index, in: size), equals: whole.path(of: index, in: size))
      expect(
        folded.consistency(from: index + 1, to: size),
        equals: whole.consistency(from: index + 1, to: size))
    }
  }

  @Test("each leaf of each tree up to 21 has a path, and no other leaf, place, size or root does")
  func paths() {
    let leaves = (0..<21).map { sha256([UInt8($0)]) }
    let tree = tree(leaves)
    for size in 1...leaves.count {
      let root = tree.root(of: size)
      expect(root, equals: self.root(leaves.prefix(size)))
      for index in 0..<size {
        let path = tree.path(of: index, in: size)
        func holds(_ leaf: Int, _ index: Int, _ path: [[UInt8]], _ size: Int) -> Bool {
          proof.isIncluded(leaves[leaf], at: index, path: path, size: size, root: root)
        }
        expect(holds(index, index, path, size))
        expect(!holds((index + 1) % leaves.count, index, path, size))
        expect(!holds(index, index ^ 1, path, size) || size == 1)
        expect(!holds(index, index, path + [root], size))
        expect(path.isEmpty || !holds(index, index, path.dropLast(), size))
        expect(!holds(index, -1, path, size) && !holds(index, size, path, size))
        expect(!holds(index, index, path, 2 * size))
        expect(!holds(index, index, path, 0) && !holds(index, index, path, -1))
      }
    }
  }

  @Test("each tree up to 21 begins each longer one, and none that was written anew")
  func consistency() {
    let leaves = (0..<21).map { sha256([UInt8($0)]) }
    let tree = tree(leaves)
    for old in 1...leaves.count {
      var forged = leaves
      forged[old / 2] = sha256([99])
      let other = self.tree(forged)
      for new in old...leaves.count {
        let path = tree.consistency(from: old, to: new)
        let (from, to) = (tree.root(of: old), tree.root(of: new))
        expect(proof.isConsistent(from: (old, from), to: (new, to), path: path))
        let rewritten = other.root(of: new)
        let lie = other.consistency(from: old, to: new)
        expect(!proof.isConsistent(from: (old, from), to: (new, rewritten), path: lie))
        expect(!proof.isConsistent(from: (old, from), to: (new, rewritten), path: path))
        expect(!proof.isConsistent(from: (old, from), to: (new, to), path: path + [to]))
        expect(!proof.isConsistent(from: (0, from), to: (new, to), path: path))
        expect(!proof.isConsistent(from: (new + 1, from), to: (new, to), path: path))
        if !path.isEmpty {
          expect(!proof.isConsistent(from: (old, from), to: (new, to), path: path.dropLast()))
        }
      }
    }
  }
}
