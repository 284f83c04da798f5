// The archive of a server in memory: a tree of what was kept, and answers that wait for the end of
// the lane's turn, as those of a server's archive come between turns. Its signature is no one's.

import Driving
import Game
import Records
import Rooms
import Wire

/// The log of a server in memory.
final class MemoryLog {
  let name: String
  private var tree = MerkleTree(hashing: .genuine)
  private static let key = Hashing.genuine.sha256(Array("the key of a log in memory".utf8))

  init(_ name: String) { self.name = name }

  private var head: LogHead {
    let checkpoint = Checkpoint(log: name, size: tree.size, root: tree.root(of: tree.size))
    let half = Hashing.genuine.sha256(checkpoint.text)
    return LogHead(size: checkpoint.size, root: checkpoint.root, signature: half + half)
  }

  func add(_ leaf: [UInt8], match: Int) -> LoggedMatch {
    tree.append(leaf)
    let index = tree.size - 1
    return LoggedMatch(
      match: match, index: index, leaf: leaf, head: head, path: tree.path(of: index, in: tree.size))
  }

  func state(since: Int) -> LogState {
    let isProved = (1..<max(tree.size, 1)).contains(since)
    return LogState(
      log: name, key: Self.key, head: head, since: since,
      path: isProved ? tree.consistency(from: since, to: tree.size) : [])
  }
}

/// A lane's way to it.
final class MemoryKeeper: MatchKeeper {
  enum Answer {
    case kept(RoomCode, LoggedMatch)
    case told(ConnectionID, LogState)
  }

  private let log: MemoryLog
  private var answers: [Answer] = []

  init(_ log: MemoryLog) { self.log = log }

  func keep(_ match: FinishedMatch) {
    guard let title = (try? RecordFile(reading: match.bytes))?.match.title else { return }
    let leaf = Hashing.genuine.leaf(match.body)
    answers.append(.kept(title.room, log.add(leaf, match: title.match)))
  }

  func ask(since: Int, for id: ConnectionID) { answers.append(.told(id, log.state(since: since))) }

  /// What has been answered since this was asked last.
  func takeAnswers() -> [Answer] {
    defer { answers = [] }
    return answers
  }
}
