// The transcripts of the protocol, played in memory; and that they are what their README says they
// are: playable over real sockets, and complete.

import Foundation
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Transcripts")
struct TranscriptTests {
  @Test("clients hear the lines of a transcript", arguments: try Transcript.all(), [1, 3])
  func isPlayable(_ transcript: Transcript, laneCount: Int) throws {
    var setup = try transcript.memorySetup()
    if laneCount > 1 { setup.limits.watchersAtHomeMax = 0 }
    setup.laneCount = laneCount
    var stage = MemoryStage(setup)
    try stage.play(transcript)
  }

  /// A change here is a change of what clients hear. `make golden` writes these files again.
  @Test(
    "a transcript reads the same in every process",
    arguments: ["match", "leave", "tiles", "delay"])
  func golden(_ name: String) throws {
    let transcript = try require(try Transcript.all().first { $0.name == name })
    var stage = MemoryStage(MemoryServer.Setup())
    try stage.play(transcript)
    let log = stage.log.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Golden/\(name).txt")
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      try Data(log.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(log.split(separator: "\n"), golden.split(separator: "\n"))
      .first { $0 != $1 }
    expect(log, equals: golden, "first difference: \(String(describing: difference))")
  }

  @Test(
    "a client hears the answer to its line before another client acts",
    arguments: try Transcript.all())
  func isInStep(_ transcript: Transcript) {
    var speaker: String?
    for step in transcript.steps {
      switch step.action {
      case .connect, .wait, .hearNever: continue
      case .say(let name, _), .send(let name, _), .prove(let name, seed: _, _), .cut(let name):
        expect(speaker == nil || speaker == name, "\(transcript):\(step.line) is too early")
        if case .cut = step.action { speaker = "somebody" } else { speaker = name }
      case .hear(let name, _), .hearAtLast(let name, _), .hearEnd(let name):
        if speaker == name || speaker == "somebody" { speaker = nil }
      case .drain, .stop, .crash:
        expect(speaker, equals: nil, "\(transcript):\(step.line) is too early")
      }
    }
  }

  @Test("every verb is said, and every verb is heard")
  func verbs() throws {
    var said: Set<String> = []
    var heard: Set<String> = []
    for step in try Transcript.all().flatMap(\.steps) {
      switch step.action {
      case .say(_, let template): said.insert(template.verb)
      case .prove: said.insert(ClientVerb.prove.rawValue)
      case .hear(_, let pattern), .hearAtLast(_, let pattern): heard.insert(pattern.verb)
      default: continue
      }
    }
    for verb in ClientVerb.allCases { expect(said, contains: verb.rawValue, "\(verb) is missing") }
    // To be on a board takes five rounds, which is longer than anybody should wait for a test.
    for verb in ServerVerb.allCases where verb != .topped {
      expect(heard, contains: verb.rawValue, "\(verb) is missing")
    }
  }

  /// Refusals that no transcript can bring about, and why.
  static let unheard: [RefusalCode: String] = [
    .tooSlow: "takes a client that does not read, and a script reads all the time",
    .moved: "takes another server that has the room, and a script has one",
    .serverFull: "takes as many connections as the server allows, and is said by its edge",
  ]

  @Test("every refusal is heard, but those that have a reason not to be")
  func refusals() throws {
    var heard: Set<String> = []
    for step in try Transcript.all().flatMap(\.steps) {
      switch step.action {
      case .hear(_, let pattern), .hearAtLast(_, let pattern):
        if let code = pattern.text(of: "code") { heard.insert(code) }
      default: continue
      }
    }
    for code in RefusalCode.allCases {
      let isExpected = TranscriptTests.unheard[code] == nil
      expect(heard.contains(code.rawValue), equals: isExpected, "\(code.rawValue)")
    }
  }
}
