// Seeing a match again: what a server tells of a record, piece after piece, and what it does where
// there is none, or too many ask.

import Archive
import ArchiveSQLite
import Foundation
import Game
import Net
import Rooms
import Synchronization
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Server

@Suite("Matches seen again", .oneAtATime)
@OwnThread
struct ReplayTests {
  /// Plays a match of one round, alone.
  private func play(on server: Server) throws {
    let player = try server.guest("Ada")
    _ = try player.openRoom("seats=1")
    try player.say("READY")
    try player.race()
    // A record of several pieces.
    for level in 0..<80 { try player.say("SET v=\(level),\(level),\(level)") }
    try player.hitTarget()
    _ = try player.hear("KEPT")
  }

  /// Asks for a record until all of it is there.
  private func record(
    _ index: Int, _ client: LineClient
  ) throws -> (answer: RecordPieces.Meaning, questions: Int) {
    var pieces = RecordPieces(of: index)
    for questions in 1...100 {
      var question: [UInt8] = []
      pieces.question.encode(into: &question)
      try client.send(question)
      while let line = try client.hear() {
        switch try pieces.take(Array(line.utf8)[...]) {
        case .taken, .foreign: continue
        case .next: break
        case let end: return (end, questions)
        }
        break
      }
    }
    throw Waiting(description: "no record")
  }

  @Test("a record comes in pieces that fit, anybody can check it, and in the end it is gone")
  func pieces() async throws {
    try await withState { path in
      try await withServer({ configuration in
        configuration.limits.outboxBytesMax = 4_096
        try configuration.keep(in: StateDirectory(path))
      }) { server in
        try play(on: server)
        let client = try server.guest("Bea")
        let (answer, questions) = try record(0, client)
        guard case .whole(let bytes) = answer else { throw Waiting(description: "\(answer)") }
        expect(questions, isAbove: 1)
        let log = try MatchLog(in: StateDirectory(path))
        let file = try RecordVerifier.genuine.verify(bytes, key: log.key)
        expect(file.persons.map(\.name) == ["Ada"] && file.receipt?.index == 0)
        guard case .refused(let refusal) = try record(1, client).answer else {
          throw Waiting(description: "a second match")
        }
        expect(refusal.code, equals: .noMatch)
      }
      // A record that was kept long enough is gone, and its leaf is not.
      do {
        let store = try ArchiveFolder("\(path)/archive").open(now: Instant(milliseconds: 0)).archive
        try store.expire(on: Day(number: 1 << 20))
      }
      let archive = try MatchArchive(in: StateDirectory(path), limits: ServerLimits())
      try until {
        guard case .no(let refusal)? = try answer(of: archive).first else { return false }
        return refusal.code == .noMatch && refusal.text?.contains("no longer") == true
      }
    }
  }

  private func answer(of archive: MatchArchive) throws -> [ServerMessage] {
    let told = Told()
    let question = Question.record(index: 0, from: 0, by: nil, today: Day(number: 0))
    archive.ask(question, from: Origin(household: 1)) { answer in told.add(answer.messages) }
    try until { told.all.count == 1 }
    return told.all[0]
  }

  @Test("no more questions wait than are allowed, and each is answered")
  func crowd() async throws {
    try await withState { path in
      let state = try StateDirectory(path)
      let folder = ArchiveFolder(path)
      let (store, _) = try folder.open(now: Instant(milliseconds: 0))
      let book = try LogBook(try MatchLog(in: state), folder.reader())
      let desk = RecordDesk(try folder.reader(), book, bytesMax: 1_000)
      desk.executor.queue.suspend()
      let told = Told()
      // One address has an eighth of the places, and leaves the others to others.
      let ofOne = RecordDesk.questionsMax / DeskPlaces.addressPart
      let day = Day(number: 0)
      for household in 1...DeskPlaces.addressPart {
        let origin = Origin(household: UInt64(household))
        for _ in 1...ofOne { desk.ask(0, from: 0, by: nil, on: day, origin) { told.add($0) } }
        if household > 1 { continue }
        desk.ask(0, from: 0, by: nil, on: day, origin) { told.add($0) }
        expect(told.codes, equals: [.notNow])
      }
      desk.ask(0, from: 0, by: nil, on: day, Origin(household: 99)) { told.add($0) }
      expect(told.codes, equals: [.notNow, .notNow])
      desk.executor.queue.resume()
      try until { told.codes.count == RecordDesk.questionsMax + 2 }
      expect(told.codes.dropFirst(2).allSatisfy { $0 == .noMatch })
      withExtendedLifetime(store) {}
    }
  }
}

/// What was answered, from any thread.
private final class Told: Sendable {
  private let messages = Mutex<[[ServerMessage]]>([])

  var all: [[ServerMessage]] { messages.withLock { $0 } }

  var codes: [RefusalCode] {
    all.compactMap { if case .no(let refusal)? = $0.first { refusal.code } else { nil } }
  }

  func add(_ answer: [ServerMessage]) { messages.withLock { $0.append(answer) } }
}
