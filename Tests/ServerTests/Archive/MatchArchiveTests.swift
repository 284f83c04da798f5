// What a server keeps of the matches that end on it: each of them once, whatever becomes of the
// server, true to the last line, and nothing of where anybody came from.

import Archive
import ArchiveSQLite
import Foundation
import Game
import Net
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Server

@Suite("Finished matches", .oneAtATime)
@OwnThread
struct MatchArchiveTests {
  /// A server that keeps what it has there.
  private func withServer(
    in path: String, _ body: @OwnThread (_ server: Server) async throws -> Void
  ) async throws {
    try await ServerTests.withServer(
      {
        $0.limits.halls.ratesHouseholds = true
        try $0.keep(in: StateDirectory(path))
      }, body)
    // Then the archive is let go.
    try until { (try? ArchiveFolder("\(path)/archive").open(now: Instant(milliseconds: 0))) != nil }
  }

  /// Plays a match of one round.
  ///
  /// - Returns: what was told of its seed, and that it is kept.
  private func play(on server: Server) throws -> (seed: String, kept: LoggedMatch) {
    let players = try ["Ada", "Bea"].map { try server.guest($0) }
    let room = try players[0].openRoom("seats=2")
    try players[1].go("JOIN", room)
    try playRound(players)
    let seed = try require(field("seed", of: players[0].hear("SEED")))
    let line = Array(try players[0].hear("KEPT").utf8)
    guard case .kept(let match) = try ServerMessage.decode(line[...]) else {
      throw Waiting(description: "no KEPT")
    }
    return (seed, match)
  }

  /// What is kept there, each record checked.
  private func kept(in path: String) throws -> [RecordFile] {
    let reader = try ArchiveFolder("\(path)/archive").reader()
    let verifier = RecordVerifier(hashing: .openSSL, isSigned: { _, _, _ in false })
    return try (0..<reader.size())
      .map { index in
        let record = try require(try reader.record(index, for: .keeper))
        let body = try require(record.body)
        expect(Hashing.openSSL.leaf(body), equals: record.leaf)
        let file = try RecordFile(reading: body + record.persons.flatMap { Array("\($0)\n".utf8) })
        try verifier.verifySeals(of: file)
        try verifier.verify(file.match)
        return file
      }
  }

  private func seed(of file: RecordFile) -> String { String(hex: file.match.seed.bytes) }

  @Test("matches are kept, counted and told with proofs, with names and without addresses")
  func receipts() async throws {
    try await withState { path in
      let log = try MatchLog(in: StateDirectory(path))
      var first: LoggedMatch?
      var seeds: [String] = []
      for size in 1...2 {
        try await withServer(in: path) { server in
          let asker = try server.guest("Cal")
          let before = try self.log(asker, since: 0)
          expect(before.log == log.name && before.key == log.key && before.head.size == size - 1)
          let (seed, match) = try play(on: server)
          seeds.append(seed)
          expect(match.index == size - 1 && match.match == 1)
          expectSigned(match.head, by: log)
          let proof = MerkleProof(hashing: .openSSL)
          expect(
            proof.isIncluded(
              match.leaf, at: match.index, path: match.path, size: match.head.size,
              root: match.head.root))
          let state = try self.log(asker, since: 1)
          expectSigned(state.head, by: log)
          let known = first ?? match
          expect(
            proof.isConsistent(
              from: (known.head.size, known.head.root), to: (state.head.size, state.head.root),
              path: state.path), "the log has only grown")
          first = known
          try until { try server.metrics()["chromatch_matches_kept_total"] == 1 }
          let figures = try server.metrics()
          expect(figures["chromatch_matches_dropped_total"], equals: 0)
          expect(figures["chromatch_archive_failing"], equals: 0)
        }
      }
      let files = try kept(in: path)
      expect(files.map(self.seed), equals: seeds)
      expect(files[0].persons.map(\.name), equals: ["Ada", "Bea"])
      expect(files[0].match.title.log, equals: log.name)
      let bytes = try everyByte(below: path)
      expect(!bytes.contains(Data("127.0.0.1".utf8)))
    }
  }

  @Test("a rated player hears what the match has changed, and a day has one ranked try")
  func counts() async throws {
    try await withState { path in
      try playDaily(in: path)
      for isFirst in [true, false] {
        try await withServer(in: path) { server in
          // Were there no other, the first would be given back, because it shows no color.
          let own = try [isFirst, false]
            .map { isRanked in
              let ada = try enter(server, as: "Ada", key: 1)
              try ada.say("CREATE mode=daily")
              try ada.hear("HOSTED")
              try ada.say("READY")
              expect(field("ranked", of: try ada.hear("COUNTDOWN")), equals: isRanked ? "1" : nil)
              return ada
            }
          for ada in own { try ada.leave() }
          if isFirst { try looksUp(own[0], enter(server, as: "Bea", key: 2), on: server) }
        }
      }
    }
  }

  private func enter(_ server: Server, as name: String, key: UInt8) throws -> LineClient {
    let client = try server.guest(name)
    try require(client.proves(KeyPair(seed: key)))
    return client
  }

  /// Plays a rated match, and looks at boards, past matches and what is left of a forgotten player.
  private func looksUp(_ ada: LineClient, _ bea: LineClient, on server: Server) throws {
    let line = try ada.ask("CREATE mode=arcade seats=2 rated=1", for: "IN")
    try bea.go("JOIN", try require(field("room", of: line)))
    try ada.say("START")
    try bea.race()
    try bea.hitTarget()
    try ada.hear("LOCKED")
    try ada.hitTarget()
    try bea.hear("SHUT")
    // By usual rules it is over at once, because one of two leaves.
    try bea.leave()
    let changes = try [ada.hear("RATED"), ada.hear("RATED")]
    expect(Set(changes.compactMap { field("who", of: $0) }).count, equals: 2)
    try ada.leave()
    func rows(_ asker: LineClient, _ line: String, _ key: String) throws -> [String] {
      try asker.say(line)
      var rows: [String] = []
      while true {
        let next = try asker.hear("TOPPED", "PLAYED", "END", "NO")
        if next.hasPrefix("NO") { throw Waiting(description: next) }
        if next.hasPrefix("END") { return rows }
        rows.append(field(key, of: next) ?? "")
      }
    }
    try ada.say("TOP board=rating-arcade")
    try expect(field("home", of: ada.hear("END")), equals: "1")
    // Ada gave hers up before the end.
    try expect(rows(ada, "TOP board=daily", "name"), equals: ["Cal", "Dan"])
    // Bea has not had her try.
    try expect(rows(bea, "TOP board=daily", "colors"), equals: ["", ""])
    try bea.say("REPLAY index=0")
    try expect(field("code", of: bea.hear("NO", "REPLAYED")), equals: "not-now")
    try expect(rows(bea, "PAST", "mode"), equals: ["arcade"])
    let cal = try enter(server, as: "Cal", key: 3)
    try cal.say("FORGET sure=1")
    try cal.hear("FORGOTTEN")
    try expect(rows(ada, "TOP board=daily", "name"), equals: ["Dan"])
  }

  /// Two ranked tries of today, as if they had been played.
  private func playDaily(in path: String) throws {
    _ = try StateDirectory(path)
    _ = try StateDirectory("\(path)/archive")
    let now = Instant(Clock().milliseconds())
    let (archive, _) = try ArchiveFolder("\(path)/archive").open(now: now)
    for (number, name) in [(3, "Cal"), (4, "Dan")] {
      let profile = PlayerProfile(
        id: KeyPair(seed: UInt8(number)).id, name: name, icon: "star", color: 0xff8800)
      let seat = SeatEntry(
        who: number, profile: profile, place: 1, total: 4_000 - 100 * number,
        colors: [0x112233, 0xff8800])
      let match = MatchEntry(
        body: Array("\(name)\n".utf8), leaf: sha256(Array(name.utf8)), began: now, room: "NEU9",
        number: number, mode: "daily", family: nil, isUsual: true, daily: Day(of: now),
        isRanked: true, isOpen: true, seats: [seat])
      _ = try archive.keep([match])
    }
  }

  /// How the log stands, as somebody is told.
  private func log(_ client: LineClient, since: Int) throws -> LogState {
    try client.say("TREE since=\(since)")
    let line = Array(try client.hear("TREE").utf8)
    guard case .tree(let state) = try ServerMessage.decode(line[...]) else {
      throw Waiting(description: "no TREE")
    }
    return state
  }

  private func expectSigned(_ head: LogHead, by log: MatchLog) {
    let text = Checkpoint(log: log.name, size: head.size, root: head.root).text
    expect(isEd25519Signature(head.signature, of: text, key: log.key))
  }

  /// All files of a folder and below it, one after another.
  private func everyByte(below path: String) throws -> Data {
    let names = try require(FileManager.default.enumerator(atPath: path))
    var bytes = Data()
    for case let name as String in names {
      bytes += (try? Data(contentsOf: URL(filePath: "\(path)/\(name)"))) ?? Data()
    }
    expect(bytes.count, isAbove: 10_000)
    return bytes
  }

  @Test(
    "what had ended and was not kept is kept at the next start, once, whatever becomes of its room",
    arguments: [false, true])
  func catchesUp(isBroken: Bool) async throws {
    try await withState { path in
      var seed = ""
      try await withServer(in: path) { server in seed = try play(on: server).seed }
      // As if the server had been killed before the archive had it.
      try FileManager.default.removeItem(atPath: "\(path)/archive")
      if isBroken {
        let journal = "\(path)/journal/0.1"
        try FileManager.default.moveItem(atPath: journal, toPath: "\(journal).broken")
      }
      for matches in [1, 0] {
        var configuration = Configuration()
        try configuration.keep(in: StateDirectory(path))
        let journals = try require(configuration.kept)
        expect(journals.matchesCaughtUp, equals: (matches == 1 ? 1 : 0))
        expect((journals.isDropped != nil), equals: (isBroken && matches == 1))
        try expect(#require(configuration.archive).finish(withinMilliseconds: 86_400_000))
        try expect(kept(in: path).map(self.seed), equals: [seed])
      }
    }
  }

  @Test("a part of the journal goes only once the archive has what it tells")
  func owes() async throws {
    try await withState { path in
      let state = try StateDirectory(path)
      let archive = try MatchArchive(in: state, limits: ServerLimits())
      let home = try JournalHome(state: state, archive: archive)
      let segments = (1...3).map { JournalHome.Segment(sequence: $0, lane: 0) }
      let files = try segments.map { segment in try home.make(segment) }
      home.remove(segments, onceSynced: files[2])
      home.finish()
      expect(archive.finish(withinMilliseconds: 86_400_000))
      try expect(FileManager.default.contentsOfDirectory(atPath: "\(path)/journal"), equals: [])
    }
  }

  @Test("each day has its backup, and only one server has the archive")
  func days() async throws {
    try await withState { path in
      let state = try StateDirectory(path)
      let archive = try MatchArchive(in: state, limits: ServerLimits())
      let failure = #expect(throws: FileFailure.self) {
        try MatchArchive(in: state, limits: ServerLimits())
      }
      expect(failure?.description.contains("in use by another process"), equals: true)
      for number in 0..<2 { archive.tend(on: Day(number: 20_779 + number)) }
      let folder = "\(path)/archive/backups"
      try until {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted() == ["2026-11-22.db", "2026-11-23.db"]
      }
      expect(archive.finish(withinMilliseconds: 86_400_000))
    }
  }
}
