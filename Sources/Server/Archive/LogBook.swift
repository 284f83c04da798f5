// The tree of the log, in memory: what stands in the archive, as hashes of hashes. It signs each
// new head, and proves what is asked, on a queue of its own, so that no question waits for the disk
// and no lane for a question. It knows no rooms.
// Invariant: it has the leaves of the archive, in the archive's order, each once it is on the disk.

import Dispatch
import Game
import Net
import Records
import Wire

/// Proves what the archive has.
actor LogBook {
  nonisolated let executor = QueueExecutor(label: "chromatch.log")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let log: MatchLog
  private var tree = MerkleTree(hashing: .openSSL)
  private var head: LogHead

  init(_ log: MatchLog, leaves: [[UInt8]]) {
    self.log = log
    for leaf in leaves { tree.append(leaf) }
    head = log.head(of: tree)
  }

  /// Takes a leaf that is on the disk now.
  nonisolated func add(
    _ leaf: [UInt8], at index: Int, match: Int, then: @escaping @Sendable (LoggedMatch) -> Void
  ) {
    executor.queue.async {
      then(self.assumeIsolated { $0.added(leaf, at: index, match: match) })
    }
  }

  private func added(_ leaf: [UInt8], at index: Int, match: Int) -> LoggedMatch {
    if index == tree.size {
      tree.append(leaf)
      head = log.head(of: tree)
    }
    return LoggedMatch(
      match: match, index: index, leaf: leaf, head: head, path: tree.path(of: index, in: head.size))
  }

  /// How the log stands, with a proof that it begins with so many.
  nonisolated func ask(since: Int, then: @escaping @Sendable (LogState) -> Void) {
    executor.queue.async { then(self.assumeIsolated { $0.state(since: since) }) }
  }

  private func state(since: Int) -> LogState {
    let isProved = (1..<max(head.size, 1)).contains(since)
    return LogState(
      log: log.name, key: log.key, head: head, since: since,
      path: isProved ? tree.consistency(from: since, to: head.size) : [])
  }

  /// What proves that the log has a match; nil where it has none of that number.
  nonisolated func prove(_ index: Int, then: @escaping @Sendable (Receipt?) -> Void) {
    executor.queue.async { then(self.assumeIsolated { $0.receipt(of: index) }) }
  }

  private func receipt(of index: Int) -> Receipt? {
    guard (0..<head.size).contains(index) else { return nil }
    return Receipt(
      index: index, leaf: tree.leaf(at: index), path: tree.path(of: index, in: head.size),
      size: head.size, root: head.root, signature: head.signature, key: log.key)
  }
}

extension MatchLog {
  /// The tree as it is, signed.
  fileprivate func head(of tree: MerkleTree) -> LogHead {
    LogHead(size: tree.size, root: tree.root(of: tree.size), signature: signature(of: tree))
  }
}
