// Archives of several nodes over one journal in memory: all have the same, in one order; a try of a
// day is had once; an archive that was away catches up, or says that it cannot.

import Archive
import ArchiveSQLite
import Foundation
import Game
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Cluster
@testable import Net
@testable import Rooms
@testable import Server

@Suite("Archives of nodes", .oneAtATime)
@OwnThread
struct SharedArchiveTests {
  private static let secret = [UInt8](repeating: 7, count: 32)

  /// An example, as it was when the match had just ended, in a room of that code.
  private func finished(_ room: String) throws -> FinishedMatch {
    let file = try RecordFile(reading: Array(protocolFile("vectors/records/match.record").utf8))
    let text = String(decoding: file.match.body, as: UTF8.self)
    return FinishedMatch(
      body: Array(text.replacing("room=NEU9", with: "room=\(room)").utf8), persons: file.persons)
  }

  /// The archive of a node, in a folder of its own, which follows the journal.
  private func open(
    _ number: Int, in folder: String, _ engines: MemoryEngines, start: UInt64 = 1
  ) async throws -> MatchArchive {
    let path = "\(folder)/\(number)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let archive = try MatchArchive(
      in: StateDirectory(path), limits: ServerLimits(), sharedBy: Self.secret)
    let node = ClusterNode(number: number, address: "localhost:\(number)", over: engines)
    await archive.join(
      Claimant(node, at: Int64(start), draw: [0, 0]), over: engines, clock: Clock())
    await archive.follow()
    return archive
  }

  /// The leaves of a node's log.
  private func leaves(of number: Int, in folder: String) throws -> [[UInt8]] {
    let reader = try ArchiveFolder("\(folder)/\(number)/shared-archive").reader()
    return try reader.leaves(from: 0, count: .max)
  }

  /// What comes from elsewhere, one after another.
  private final class Heard<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    var all: [Item] { items.withLock { $0 } }
    func add(_ item: Item) { items.withLock { $0.append(item) } }
  }

  @Test("what ends anywhere is kept everywhere, once, in one order; a day is tried once")
  func sharing() async throws {
    try await withState { folder in
      let engines = MemoryEngines()
      var archives: [MatchArchive] = []
      for number in 0..<3 { archives.append(try await open(number, in: folder, engines)) }
      let kept = Heard<(RoomCode, LoggedMatch)>()
      let codes = ["WAVE", "HUES", "TANS", "NEU9", "BEAM", "GREY"]
      for (index, code) in codes.enumerated() {
        let match = try finished(code)
        archives[index % 3].keep(match) { code, match, _ in kept.add((code, match)) }
        // The next owner of a room finds its match, too.
        archives[(index + 1) % 3].keep(match)
      }
      try until {
        try (0..<3).allSatisfy { try leaves(of: $0, in: folder).count == codes.count }
      }
      let all = try (0..<3).map { try leaves(of: $0, in: folder) }
      expect(all[0] == all[1] && all[1] == all[2] && Set(all[0]).count == codes.count)
      try until { kept.all.count == codes.count }
      expect(Set(kept.all.map(\.0.text)), equals: Set(codes))
      // A log takes up a match just after the disk has it.
      let heads = archives.map { _ in Heard<LogHead>() }
      try until {
        for (archive, heads) in zip(archives, heads) {
          archive.ask(.log(since: 0), from: Origin(household: 1)) { answer in
            if case .tree(let state)? = answer.messages.first { heads.add(state.head) }
          }
        }
        return heads.allSatisfy { $0.all.last?.size == codes.count }
      }
      expect(Set(heads.compactMap(\.all.last)).count, equals: 1)
      let player = try require(KeyID(bytes: [UInt8](repeating: 3, count: 16)))
      let answers = Heard<Bool>()
      func claim(_ number: Int, on day: Int, until: Int) throws {
        let code = try require(RoomCode(["WAVE", "HUES", "TANS"][number]))
        let claim = Claim(
          room: code, match: 1, player: player, day: Day(number: day),
          until: Instant(milliseconds: until))
        archives[number].claim(claim) { answers.add($0) }
      }
      for number in 0..<3 { try claim(number, on: 20_600, until: .max) }
      try until { answers.all.count == 3 }
      expect(answers.all.filter(\.self).count, equals: 1)
      try claim(0, on: 20_601, until: 0)
      expect(answers.all.count == 4 && answers.all[3] == false, "its time was over")
      for archive in archives { await archive.leave() }
    }
  }

  @Test("an archive that was away goes on where it ends, a new one has all, or says it has not")
  func catchingUp() async throws {
    try await withState { folder in
      let engines = MemoryEngines()
      let first = try await open(0, in: folder, engines)
      var second: MatchArchive? = try await open(1, in: folder, engines)
      first.keep(try finished("WAVE"))
      try until { try leaves(of: 1, in: folder).count == 1 }
      await second?.leave()
      second = nil
      first.keep(try finished("HUES"))
      try until { try leaves(of: 0, in: folder).count == 2 }
      try until {
        let path = "\(folder)/1/shared-archive"
        return (try? ArchiveFolder(path).open(now: Instant(milliseconds: 0))) != nil
      }
      second = try await open(1, in: folder, engines, start: 2)
      let third = try await open(2, in: folder, engines)
      try until {
        try [1, 2].allSatisfy { try leaves(of: $0, in: folder) == leaves(of: 0, in: folder) }
      }
      engines.drop(before: 2)
      let fourth = try await open(3, in: folder, engines)
      var news = fourth.news.makeAsyncIterator()
      guard case .missed(place: 1)? = await news.next() else {
        Issue.record("nobody says that something is missing")
        return
      }
      expect(fourth.figures.isFailing)
      for archive in [first, third, fourth] { await archive.leave() }
      await second?.leave()
    }
  }
}
