// A record on its way to a client that asks for it: what is said for it, in which order, and
// what is told of a server that has none, or tells nonsense.

import Game
import Identity
import Net
import TerminalUI
import TestSupport
import Testing
import Wire

@Suite("Records from a server")
struct RecordRequestTests {
  private static let lines = ["RECORD v=1", "ROOM name=x", "SEED seed=00"]

  private func request(provesWho: Bool = false) -> RecordRequest {
    let seed = secret("Ada")
    let key = ed25519PublicKey(ofSeed: seed).flatMap { PublicKey(bytes: $0) }
    let prover = key.map { key in
      Prover(key: key) { ed25519Signature(of: $0, seed: seed) ?? [] }
    }
    return RecordRequest(7, as: Hello(app: "test/1"), provesWho ? prover : nil, on: World.binding)
  }

  private func take(_ line: String, _ request: inout RecordRequest) -> RecordRequest.Step {
    request.take(Array(line.utf8)[...])
  }

  private let welcome = "WELCOME v=1 me=p1 now=1 resume=w app=test modes=rgb"

  @Test("somebody unknown asks at once, and for piece after piece")
  func pieces() {
    var request = request()
    expect(request.greeting, equals: .hello(Hello(app: "test/1")))
    expect(take(welcome, &request), equals: .say(.replay(index: 7, from: 0)))
    expect(take("REPLAYED index=7 lines=3", &request), equals: .wait)
    for line in Self.lines.prefix(2) { expect(take(line, &request), equals: .wait) }
    expect(take("END of=REPLAY count=2", &request), equals: .sayLater(.replay(index: 7, from: 2)))
    expect(take("PING nonce=a", &request), equals: .say(.pong(nonce: "a")))
    expect(take("REPLAYED index=7 lines=3 from=2", &request), equals: .wait)
    expect(take(Self.lines[2], &request), equals: .wait)
    let record = Self.lines.map { "\($0)\n" }.joined()
    expect(take("END of=REPLAY count=1", &request), equals: .whole(Array(record.utf8)))
  }

  @Test("a client that has a key proves it first, and is told all the same if that fails")
  func proves() throws {
    var request = request(provesWho: true)
    guard case .say(.identify) = take(welcome, &request) else { throw NoAnswer() }
    let (nonce, server) = (String(repeating: "ab", count: 32), String(repeating: "cd", count: 32))
    let challenge = "CHALLENGE nonce=\(nonce) server=\(server) log=here"
    guard case .say(.prove(_, .address)) = take(challenge, &request) else { throw NoAnswer() }
    expect(take(challenge, &request), equals: .wait, "nobody is asked twice")
    for line in [
      "PROVED id=21fe31dfa154a261626bf854046fd227 tag=47Z3-3QX1",
      "NO code=unknown-verb verb=IDENTIFY", "NO code=bad-signature verb=PROVE",
    ] {
      var other = self.request(provesWho: true)
      expect(take(line, &other), equals: .say(.replay(index: 7, from: 0)), "\(line)")
    }
  }

  private struct NoAnswer: Error {}

  static let failures = [
    (
      "NO code=no-match verb=REPLAY",
      "This server has no match #7, or does not keep it any longer."
    ),
    (
      "NO code=not-now verb=REPLAY text=this%20server%20keeps%20no%20matches",
      "This server cannot show a match again: this server keeps no matches."
    ),
    ("NO code=unknown-verb verb=REPLAY", "The server does not support that."),
    ("NO code=server-full", "The server is full."),
    ("REPLAYED index=8 lines=3", "What the server said is not match #7."),
  ]

  @Test("a server without records, or with a wrong one, gets a sentence", arguments: failures)
  func fails(line: String, sentence: String) {
    var request = request()
    _ = take(welcome, &request)
    expect(take(line, &request), equals: .failed(sentence))
  }
}
