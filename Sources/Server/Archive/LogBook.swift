// The tree of the log: what stands in the archive, as hashes of hashes. The leaves stay in the file
// and are read a block at a time where something is to be proved of them, so what is kept costs a
// quarter of a byte of memory. It signs each new head, and proves what is asked, on a queue of its
// own, so that no lane waits for a question. It knows no rooms.
// Invariants: it has the leaves of the archive, in the archive's order, each once it is on the
// disk; what it cannot read, or what is not what it was made of, it does not answer for.

import Archive
import ArchiveSQLite
import Dispatch
import Game
import Net
import Rooms
import Wire

/// Proves what the archive has.
actor LogBook {
  nonisolated let executor = QueueExecutor(label: "chromatch.log")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let log: MatchLog
  private let reader: SQLiteReader
  private var tree = MerkleTree(hashing: .openSSL)
  private var head: LogHead

  private nonisolated let places = DeskPlaces(ReadingDesk.questionsMax)

  /// So many leaves are read at once when it is made.
  private static let leavesAtOnce = 16 * MerkleTree.blockLeaves

  /// - Parameter reader: has the leaves.
  init(_ log: MatchLog, _ reader: sending SQLiteReader) throws(ArchiveFailure) {
    self.log = log
    var tree = MerkleTree(hashing: .openSSL)
    while true {
      let leaves = try reader.leaves(from: tree.size, count: Self.leavesAtOnce)
      if leaves.isEmpty { break }
      for leaf in leaves { tree.append(leaf) }
      tree.fold()
    }
    head = log.head(of: tree)
    self.tree = tree
    self.reader = reader
  }

  /// Takes a leaf that is on the disk now.
  ///
  /// - Parameter then: told where it is, if that can be proved.
  nonisolated func add(
    _ leaf: [UInt8], at index: Int, match: Int, then: @escaping @Sendable (LoggedMatch) -> Void
  ) {
    executor.queue.async {
      if let logged = self.assumeIsolated({ $0.added(leaf, at: index, match: match) }) {
        then(logged)
      }
    }
  }

  private func added(_ leaf: [UInt8], at index: Int, match: Int) -> LoggedMatch? {
    if index == tree.size {
      tree.append(leaf)
      tree.fold()
      head = log.head(of: tree)
    }
    guard (try? open(index)) != nil else { return nil }
    return LoggedMatch(
      match: match, index: index, leaf: leaf, head: head, path: tree.path(of: index, in: head.size))
  }

  /// Reads what has to be known of the leaves around one.
  private func open(_ index: Int) throws(ArchiveFailure) {
    guard let block = tree.block(of: index) else { return }
    let leaves = try reader.leaves(from: block.lowerBound, count: block.count)
    guard tree.open(leaves, from: block.lowerBound) else {
      throw ArchiveFailure(
        .damaged, "the hashes of matches from \(block.lowerBound) on have changed")
    }
  }

  /// Tells somebody who comes from there how the log stands, with a proof that it begins with so
  /// many.
  nonisolated func ask(
    since: Int, for origin: Origin, then: @escaping @Sendable ([ServerMessage]) -> Void
  ) {
    if let refusal = places.take(for: origin) { return then([.no(refusal)]) }
    executor.queue.async { [self] in
      places.leave(origin)
      then(
        assumeIsolated { book in
          do throws(ArchiveFailure) { return [.tree(try book.state(since: since))] } catch {
            return [.no(RefusalLine(code: .notNow, text: "the archive cannot be read just now"))]
          }
        })
    }
  }

  private func state(since: Int) throws(ArchiveFailure) -> LogState {
    let isProved = (1..<max(head.size, 1)).contains(since)
    if isProved { try open(since - 1) }
    return LogState(
      log: log.name, key: log.key, head: head, since: since,
      path: isProved ? tree.consistency(from: since, to: head.size) : [])
  }

  /// What proves that the log has a match; nil where it has none of that number.
  nonisolated func prove(
    _ index: Int, then: @escaping @Sendable (Result<Receipt?, ArchiveFailure>) -> Void
  ) {
    executor.queue.async {
      then(
        self.assumeIsolated { book in
          do throws(ArchiveFailure) {
            return .success(try book.receipt(of: index))
          } catch {
            return .failure(error)
          }
        })
    }
  }

  private func receipt(of index: Int) throws(ArchiveFailure) -> Receipt? {
    guard (0..<head.size).contains(index) else { return nil }
    try open(index)
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
