// One's own answers: what is kept of a match, and how a device gets what a server keeps of it.

import Game
import Net
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

@Suite("Own answers")
struct AnswersTests {
  /// Whose identity the record of the vectors has for Ada.
  private static let ada = KeyID(bytes: [
    0x21, 0xfe, 0x31, 0xdf, 0xa1, 0x54, 0xa2, 0x61, 0x62, 0x6b, 0xf8, 0x54, 0x04, 0x6f, 0xd2, 0x27,
  ])

  @Test("a record says what each player made of each color, and when that was locked")
  func record() throws {
    let identity = try require(Self.ada)
    let match = try require(
      EyeMatch(ofRecord: Array(KeptFiles.record.utf8), player: identity))
    expect(match.began, equals: KeptFiles.began)
    expect(EyeMatch(line: match.line), equals: match)
    expect(match.line, equals: Self.adasLine)
    let nobody = try require(KeyID(bytes: [UInt8](repeating: 1, count: 16)))
    expect(EyeMatch(ofRecord: Array(KeptFiles.record.utf8), player: nobody), equals: nil)
    expect(EyeMatch(ofRecord: Array("RECORD v=1\n".utf8), player: identity), equals: nil)
  }

  private static let adasLine = "1767225600500 rgb 2b5f28/2b5f28/3185 30b645/30b645/3185"

  @Test("a live match gives the line that its record gives")
  func live() throws {
    var world = World()
    _ = try world.addPlayer()
    world.act(0, .set(Guess([10, 20, 30])))
    _ = world.run(within: 400_000) { $0.room(0)?.verdict != nil }
    let room = try require(world.room(0))
    let match = try require(room.match)
    let begins = try require(match.begins)
    let answers = try require(EyeMatch(of: match, me: room.me))
    expect(answers.began, equals: begins - 3_000)
    expect(answers.rounds.count, equals: match.results.count)
    // The first round was moved in, and never locked; the second not even moved in.
    expect(answers.rounds.first, equals: .leftOut(.open))
    expect(answers.rounds.last, equals: .leftOut(.idle))
  }

  private func request(without known: Set<Instant> = []) throws -> AnswersRequest {
    let identity = try require(Self.ada)
    let hello = Hello(app: "test/1")
    return AnswersRequest(as: hello, nil, identity, on: World.binding, without: known)
  }

  private func take(_ line: String, _ request: inout AnswersRequest) -> ArchiveStep {
    request.take(Array(line.utf8)[...])
  }

  private let welcome = "WELCOME v=1 me=p1 now=1 resume=w app=test modes=rgb"
  private let row = "PLAYED index=7 mode=rgb place=1 of=2 total=9 at=1767225600500"

  @Test("of what one has played a device asks for what it has not, and keeps the answers")
  func fetches() throws {
    var request = try request()
    expect(take(welcome, &request), equals: .say(.past(nil, from: nil)))
    expect(take("PLAYED index=9 mode=tiles of=1 total=0 at=5", &request), equals: .wait)
    expect(take(row, &request), equals: .wait)
    expect(
      take("END of=PAST count=2", &request), equals: .sayLater(.replay(index: 7, from: 0)))
    let lines = KeptFiles.record.split(separator: "\n")
    expect(take("REPLAYED index=7 lines=\(lines.count)", &request), equals: .wait)
    for line in lines { expect(take(String(line), &request), equals: .wait) }
    let whole = take("END of=REPLAY count=\(lines.count)", &request)
    expect(whole, equals: .whole(Array("\(Self.adasLine)\n".utf8)))
  }

  @Test("what a device has, and what a server does not tell, is not asked for again")
  func skips() throws {
    var known = try request(without: [KeptFiles.began])
    _ = take(welcome, &known)
    _ = take(row, &known)
    expect(take("END of=PAST count=1", &known), equals: .whole([]))
    var refused = try request()
    for line in [welcome, row, "END of=PAST count=1"] { _ = take(line, &refused) }
    expect(take("NO code=not-now verb=REPLAY", &refused), equals: .whole([]))
    var unknown = try request()
    _ = take(welcome, &unknown)
    guard case .failed = take("NO code=unproved verb=PAST", &unknown) else {
      Issue.record("a server that does not know who asks has nothing to tell")
      return
    }
  }

  @Test("a server with a hundred rows is asked for older ones, and not for ever")
  func pages() throws {
    var request = try request()
    _ = take(welcome, &request)
    var step = ArchiveStep.wait
    var asked = 0
    var index = 100_000
    repeat {
      asked += 1
      for _ in 0..<100 {
        index -= 1
        _ = take("PLAYED index=\(index) mode=tiles of=1 total=0 at=\(index)", &request)
      }
      step = take("END of=PAST count=100", &request)
      expect(asked, isAtMost: 5)
    } while step == .sayLater(.past(nil, from: index - 1)) && asked < 9
    expect(step, equals: .whole([]))
  }
}
