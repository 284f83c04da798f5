// The archive of a server in memory: what was kept, with its tree, and answers that wait for the
// end of the lane's turn, as those of a server's archive come between turns. Its signature is no
// one's.

import Archive
import Game
import Rooms
import Wire

package final class MemoryLog {
  let name: String
  fileprivate var archive = MemoryArchive()
  private var tree = MerkleTree(hashing: .genuine)
  private static let key = Hashing.genuine.sha256(Array("the key of a log in memory".utf8))

  init(_ name: String) { self.name = name }

  private var head: LogHead {
    let checkpoint = Checkpoint(log: name, size: tree.size, root: tree.root(of: tree.size))
    let half = Hashing.genuine.sha256(checkpoint.text)
    return LogHead(size: checkpoint.size, root: checkpoint.root, signature: half + half)
  }

  fileprivate func add(_ match: MatchEntry) -> (LoggedMatch, [RatingChange])? {
    guard let kept = archive.keep([match]).first else { return nil }
    if kept.isNew { tree.append(match.leaf) }
    let logged = LoggedMatch(
      match: match.number, index: kept.index, leaf: match.leaf, head: head,
      path: tree.path(of: kept.index, in: tree.size))
    return (logged.told(kept), kept.ratingChanges(in: match))
  }

  fileprivate func forget(_ player: KeyID, on day: Day) -> [ServerMessage] {
    _ = archive.forget(player, on: day)
    return [.forgotten]
  }

  func state(since: Int) -> LogState {
    let isProved = (1..<max(tree.size, 1)).contains(since)
    return LogState(
      log: name, key: Self.key, head: head, since: since,
      path: isProved ? tree.consistency(from: since, to: tree.size) : [])
  }

  func original(
    _ index: Int, by asker: KeyID?, on today: Day
  ) throws(RefusalLine) -> Original {
    guard let record = archive.record(index, for: Asker(asker)) else {
      throw RefusalLine(code: .noMatch, text: "the log has no match \(index)")
    }
    return try Original(record, on: today, hashing: .genuine)
  }

  func record(
    _ index: Int, from line: Int, to asker: KeyID?, on today: Day, atMost bytesMax: Int
  ) -> [ServerMessage] {
    guard let record = archive.record(index, for: Asker(asker)), let body = record.body else {
      return [.no(RefusalLine(code: .noMatch, text: "the log has no match \(index)"))]
    }
    if let refusal = try? archive.refusal(of: record, to: asker, on: today) {
      return [.no(refusal)]
    }
    let receipt = Receipt(
      index: index, leaf: tree.leaf(at: index), path: tree.path(of: index, in: tree.size),
      size: tree.size, root: head.root, signature: head.signature, key: Self.key)
    return RecordAnswer(body, persons: record.persons, receipt)
      .messages(from: line, atMost: bytesMax)
  }
}

final class MemoryKeeper: MatchKeeper {
  enum News {
    case kept(RoomCode, LoggedMatch, [RatingChange])
    case claimed(Claim, isGranted: Bool)
    case answered(ConnectionID, Answer)
  }

  private let log: MemoryLog
  private let ratesHouseholds: Bool
  private let bytesMax: Int
  private var news: [News] = []

  init(_ log: MemoryLog, _ limits: Limits, bytesMax: Int) {
    ratesHouseholds = limits.ratesHouseholds
    self.log = log
    self.bytesMax = bytesMax
  }

  func keep(_ match: FinishedMatch) {
    guard let entry = try? MatchEntry(match, hashing: .genuine), let code = RoomCode(entry.room),
      let (logged, changes) = log.add(entry)
    else { return }
    news.append(.kept(code, logged, changes))
  }

  func claim(_ claim: Claim) {
    let attempt = Attempt(
      player: claim.player, day: claim.day, room: claim.room.text, number: claim.match)
    news.append(.claimed(claim, isGranted: log.archive.claim(attempt)))
  }

  func ask(_ question: Question, for id: ConnectionID, from _: Origin) {
    let archive = log.archive
    if case .original(let index, let asker, let today) = question {
      let answer: Answer
      do throws(RefusalLine) {
        let original = try log.original(index, by: asker, on: today)
        answer = Answer(question, [], original: original)
      } catch {
        answer = Answer(question, [.no(error)])
      }
      return news.append(.answered(id, answer))
    }
    let messages: [ServerMessage]? =
      switch question {
      case .log(let since): [.tree(log.state(since: since))]
      case .top(let board, let span, let first, let asker, let today):
        try? archive.lines(
          archive.lines(of: board, span, on: today), of: span, to: asker, on: today
        )
        .answer(
          to: .top, from: first, ratesHouseholds: ratesHouseholds && board.isOfRatings)
      case .past(let player, let index, let asker):
        try? archive.lines(ofPast: player, from: index, for: Asker(asker)).answer(to: .past)
      case .forget(let player, let today): log.forget(player, on: today)
      case .record(let index, let line, let asker, let today):
        log.record(index, from: line, to: asker, on: today, atMost: bytesMax)
      case .original: nil
      }
    news.append(.answered(id, Answer(question, messages ?? [])))
  }

  func takeNews() -> [News] {
    defer { news = [] }
    return news
  }
}
