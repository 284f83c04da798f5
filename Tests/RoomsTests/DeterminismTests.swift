// The same inputs at the same moments give the same effects, to the byte: twice in one process
// here, and across processes by the golden transcripts.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport

@Suite("Determinism")
struct DeterminismTests {
  /// Random lines of some clients, in a hall of that secret.
  private func trace(seed: UInt64, secret: UInt8) -> [UInt8] {
    var draw = SplitMix64(seed: seed)
    let server = MemoryServer(MemoryServer.Setup(secret: [UInt8](repeating: secret, count: 32)))
    let trace = Trace(of: server.lanes[0].driver)
    let clients = (0..<4).map { server.connect(person: $0) }
    func say(_ line: String, _ client: MemoryLink) {
      client.say(Array("\(line)\n".utf8), at: server.now)
      server.settle(client)
    }
    for client in clients { say("HELLO v=1", client) }
    say("CREATE time=5 rounds=2", clients[0])
    let text = String(decoding: trace.bytes, as: UTF8.self)
    let code = text.split(separator: "room=").last?.prefix(4) ?? "2222"
    let lines = [
      "JOIN room=\(code)", "WATCH room=\(code)", "LEAVE", "READY", "BOT level=4", "START",
      "SET v=1,2,3", "LOCK v=1,2,3", "LIST", "PING t=1",
    ]
    for _ in 1...400 {
      guard let client = draw.pick(clients), let line = draw.pick(lines) else { continue }
      say(line, client)
      server.now += draw.number(in: 0...200)
      server.advance()
    }
    return trace.bytes
  }

  @Test("the same inputs give the same bytes", arguments: 1...5)
  func same(seed: UInt64) {
    let one = trace(seed: seed, secret: 1)
    #expect(one == trace(seed: seed, secret: 1))
    #expect(one.count > 10_000)
  }

  @Test("another secret gives other codes, tokens and targets")
  func secrets() {
    #expect(trace(seed: 1, secret: 1) != trace(seed: 1, secret: 2))
  }
}
