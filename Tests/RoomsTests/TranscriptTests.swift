// The transcripts of the protocol, played in memory; and that they are what their README says they
// are: playable over real sockets, and complete.

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
    "a transcript reads the same in every process", arguments: ["match", "leave", "tiles", "delay"])
  func golden(_ name: String) throws {
    let transcript = try require(try Transcript.all().first { $0.name == name })
    var stage = MemoryStage(MemoryServer.Setup())
    try stage.play(transcript)
    try expectGolden(
      "Tests/RoomsTests/Golden/\(name).txt", holds: stage.log.joined(separator: "\n") + "\n")
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

  /// Refusals that no transcript can bring about, and why.
  static let unheard: [RefusalCode: String] = [
    .tooSlow: "takes a client that does not read, and a script reads all the time",
    .moved: "takes another server that has the room, and a script has one",
    .serverFull: "takes as many connections as the server allows, and is said by its edge",
  ]

  @Test("every verb is said, and every verb and refusal is heard, but for those with a reason")
  func verbs() throws {
    var (said, heard, codes) = (Set<String>(), Set<String>(), Set<String>())
    for step in try Transcript.all().flatMap(\.steps) {
      switch step.action {
      case .say(_, let template): said.insert(template.verb)
      case .prove: said.insert(ClientVerb.prove.rawValue)
      case .hear(_, let pattern), .hearAtLast(_, let pattern):
        heard.insert(pattern.verb)
        if let code = pattern.text(of: "code") { codes.insert(code) }
      default: continue
      }
    }
    for verb in ClientVerb.allCases { expect(said, contains: verb.rawValue, "\(verb) is missing") }
    // To be on a board takes five rounds, which is longer than anybody should wait for a test.
    for verb in ServerVerb.allCases where verb != .topped {
      expect(heard, contains: verb.rawValue, "\(verb) is missing")
    }
    for code in RefusalCode.allCases {
      let isExpected = TranscriptTests.unheard[code] == nil
      expect(codes.contains(code.rawValue), equals: isExpected, "\(code.rawValue)")
    }
  }
}

/// A server in memory and the named clients of a transcript.
struct MemoryStage {
  /// How long a client may wait for a line, in milliseconds of the server's clock.
  static let patienceMilliseconds = 60_000

  private var server: MemoryServer
  /// What servers have left behind that were killed.
  private var journals: [[UInt8]] = []
  private var clients: [(name: String, link: MemoryLink)] = []
  /// Everything said and heard, with its moment, for the golden files.
  private(set) var log: [String] = []

  init(_ setup: MemoryServer.Setup) { server = MemoryServer(setup) }

  /// Plays a transcript.
  ///
  /// - Throws: where it cannot be played on.
  mutating func play(_ transcript: Transcript) throws {
    var player = TranscriptPlayer(transcript)
    while let request = try player.next() {
      switch request {
      case .connect(let name):
        clients.append((name, server.connect(person: clients.count)))
        write("\(name)+")
      case .send(let name, let bytes):
        write("\(name)> \(String(decoding: bytes, as: UTF8.self).dropLast())")
        if let index = index(of: name) { ship(.bytes(bytes), clients[index].link) }
      case .cut(let name):
        write("\(name)-")
        if let index = index(of: name) { ship(.loss, clients.remove(at: index).link) }
      case .listen(let name): try listen(name, &player)
      case .wait(let milliseconds): try pass(milliseconds, &player)
      case .stop:
        write("stop")
        for lane in server.lanes { lane.stop() }
        while server.takePost() {}
      case .drain:
        write("drain")
        let end = MemoryServer.start + server.now + MemoryStage.patienceMilliseconds
        for lane in server.lanes { lane.drain(until: end) }
      case .crash:
        write("crash")
        try crash()
      }
      try readAll(&player)
    }
  }

  /// Kills the server and starts another one in its place.
  private mutating func crash() throws {
    server.die()
    clients = []
    journals += server.lanes.map(\.journal.bytes)
    server = try server.successor(from: journals)
  }

  private func index(of name: String) -> Int? { clients.firstIndex { $0.name == name } }

  private func ship(_ cargo: MemoryLink.Cargo, _ link: MemoryLink) {
    link.ship(cargo, at: server.now)
    server.settle(link)
  }

  private func advance(to moment: Int) {
    server.now = moment
    server.advance()
    while server.takePost() {}
  }

  /// Lets the next thing happen.
  private func listen(_ name: String, _ player: inout TranscriptPlayer) throws(TranscriptFailure) {
    guard server.deadline < server.now + MemoryStage.patienceMilliseconds else {
      throw player.failure("\(name) would wait for ever")
    }
    advance(to: max(server.deadline, server.now))
  }

  private mutating func pass(_ milliseconds: Int, _ player: inout TranscriptPlayer) throws {
    let end = server.now + milliseconds
    while server.deadline < end {
      advance(to: max(server.deadline, server.now))
      try readAll(&player)
    }
    advance(to: end)
  }

  private mutating func readAll(_ player: inout TranscriptPlayer) throws {
    for (name, link) in clients {
      link.arrive(at: server.now)
      var all = Int.max
      while let line = try link.hear(atMost: &all, at: server.now) {
        let text = String(decoding: line, as: UTF8.self)
        write("\(name)< \(text)")
        player.heard(text, by: name)
      }
      server.makeRoom(link)
    }
    for (name, link) in clients where link.hasEnded(at: server.now) {
      write("\(name).")
      player.ended(name)
      ship(.end, link)
    }
    clients.removeAll { $0.link.hasEnded(at: server.now) }
  }

  private mutating func write(_ line: String) { log.append("\(server.now) \(line)") }
}
