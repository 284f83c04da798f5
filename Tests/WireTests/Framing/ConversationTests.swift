// The laws of conversations: every vector and every example gives the same events and the same
// bytes whole, cut in two at every point, and byte by byte, at either end and however lines came.

import Framing
import TestSupport
import Testing

@Suite("Conversations are the same however they are cut")
struct ConversationTests {
  /// What came of a conversation: each event in words, and what was said.
  struct Outcome: Equatable {
    var events: [String] = []
    var said: [UInt8] = []

    /// Feeds the pieces one after the other and drains the conversation after each, as a lane does.
    /// A request for a WebSocket is agreed to, any other answered with OK. Of 10.0.0.0/8 are the
    /// proxies that pass on what others say.
    init(of pieces: [ArraySlice<UInt8>], in conversation: Conversation) {
      var conversation = conversation
      for piece in pieces {
        conversation.receive(piece)
        while let event = conversation.next() {
          events.append(Self.words(event))
          let isAsking = events.last.map { $0.hasPrefix("request") || $0.hasPrefix("introduced") }
          expect(conversation.awaitsAnswer, equals: isAsking)
          if case .introduced(let client) = event {
            conversation.hearOn(isKnown: client?.bytes.first != 10)
          }
          guard case .request(let request) = event else { continue }
          if let upgrade = try? WebSocketUpgrade(request.get(), subprotocol: "chromatch.1") {
            conversation.upgrade(upgrade, for: .lines) { _ in [UInt8](repeating: 1, count: 20) }
          } else {
            conversation.respond(Array("OK;".utf8))
            // Nobody can say where another request would begin.
            if case .failure = request { conversation.close(.normal) }
          }
        }
        let replies = conversation.takeReplies()
        if !replies.isEmpty { conversation.outbox.append(replies) }
      }
      conversation.close(.normal)
      said = conversation.outbox.withWaitingBytes { Array($0) }
    }

    private static func words(_ event: Conversation.Event) -> String {
      switch event {
      case .introduced(let client): "introduced \(client?.bytes ?? [])"
      case .misintroduced(let fault): "misintroduced \(fault)"
      case .tls(let bytes): "tls \(bytes)"
      case .request(.success(let head)): "request \(head.target.path)"
      case .request(.failure(let refusal)): "request \(refusal.status.rawValue)"
      case .opened: "opened"
      case .line(let line): "line \(hexadecimal(line))"
      case .message(let message): "\(message.kind) \(hexadecimal(message.bytes[...]))"
      case .refused(let error): "refused \(error)"
      case .ended(let ending): "ended \(ending)"
      case .declined: "declined"
      }
    }

    /// The outcome, which has to be the same for every cut.
    static func ofEveryCut(_ bytes: [UInt8], in conversation: Conversation) -> Outcome {
      // The parts have tests of their own at every cut.
      let points = [1, 2, 7, 30, bytes.count - 1].filter { $0 < bytes.count && $0 > 0 }
      let whole = Outcome(of: [bytes[...]], in: conversation)
      for point in points {
        let halves = [bytes[..<point], bytes[point...]]
        expect(Outcome(of: halves, in: conversation), equals: whole, "cut at \(point)")
      }
      let single = [[]] + bytes.indices.map { bytes[$0...$0] }
      expect(Outcome(of: single, in: conversation), equals: whole, "byte by byte")
      return whole
    }
  }

  private static func limits(lineBytesMax: Int) -> Conversation.Limits {
    Conversation.Limits(
      lineBytesMax: lineBytesMax, headBytesMax: 8_192, messageBytesMax: 1 << 20,
      outboxBytesMax: 65_536)
  }

  private static let request = Array(
    """
    GET /play HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
    """
    .utf8)

  /// A call that the digest of this file answers.
  private static let call = WebSocketCall(
    WebSocketInvitation(
      host: "a", path: "/play", subprotocol: nil, nonce: [UInt8](repeating: 7, count: 16)),
    sha1: { _ in [UInt8](repeating: 1, count: 20) }, nextMaskingKey: { 0x37fa_213d })

  @Test("lines, bare or in messages, to a server or from one", arguments: try FramingVector.all())
  func lines(_ vector: FramingVector) throws {
    let expected =
      vector.lines.map { "line \(hexadecimal($0[...]))" }
      + (vector.refusal.map { ["refused \($0)"] } ?? [])
    let limits = Self.limits(lineBytesMax: vector.lineBytesMax)
    // A line in front, so that nobody takes what follows for something else.
    let bare = Outcome.ofEveryCut(
      Array("A\n".utf8) + vector.bytes, in: Conversation(limits: limits))
    expect(bare.events, equals: ["opened", "line 41"] + expected)
    expect(bare.said, equals: [])
    var server = Conversation(toServer: limits)
    server.begin()
    expect(Outcome.ofEveryCut(vector.bytes, in: server).events, equals: ["opened"] + expected)
    // A fragment never ends a line, as the bytes of a bare stream do not.
    let stream = Self.request + frame(0x01, vector.bytes)
    guard String(validating: vector.bytes, as: UTF8.self) != nil else { return }
    let wrapped = Outcome.ofEveryCut(stream, in: Conversation(limits: limits))
    expect(wrapped.events, equals: ["request /play", "opened"] + expected)
  }

  @Test("requests one after the other, and what is none")
  func pages() {
    let conversation = Conversation(limits: Self.limits(lineBytesMax: 8))
    let pages = Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\nHEAD /b HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let outcome = Outcome.ofEveryCut(pages, in: conversation)
    expect(outcome.events, equals: ["request /a", "request /b"])
    expect(outcome.said, equals: Array("OK;OK;".utf8))
    let post = Outcome.ofEveryCut(Array("POST / HTTP/1.1\r\n\r\n".utf8), in: conversation)
    expect(post.events, equals: ["request 405"])
  }

  @Test("what begins TLS, and what is inside")
  func tls() {
    let record: [UInt8] = [0x16, 3, 1, 0, 2, 5, 5]
    let conversation = Conversation(limits: Self.limits(lineBytesMax: 8))
    for pieces in everyCut(of: record) {
      expect(Outcome(of: pieces, in: conversation).events, equals: ["tls \(record)"])
    }
    let inside = [record[...], Array("A\n".utf8)[...]]
    expect(Outcome(of: inside, in: conversation).events.suffix(2), equals: ["opened", "line 41"])
  }

  @Test(
    "a proxy's header, and whatever comes behind it",
    arguments: ["PROXY TCP4 192.0.2.1 192.0.2.9 7 8\r\n", "PROXY UNKNOWN\r\n", ""])
  func introduced(header: String) {
    let conversation = Conversation(limits: Self.limits(lineBytesMax: 8), isFromProxy: true)
    let client = header.contains("TCP4") ? "introduced [192, 0, 2, 1]" : "introduced []"
    func events(_ rest: [UInt8]) -> [String] {
      Outcome.ofEveryCut(Array(header.utf8) + rest, in: conversation).events
    }
    expect(events(Array("A\nB\n".utf8)), equals: [client, "opened", "line 41", "line 42"])
    // A request says itself for whom it is, in its fields.
    let named = header.isEmpty ? [] : [client]
    let played = events(Self.request + frame(0x81, [0x41]))
    expect(played, equals: named + ["request /play", "opened", "line 41"])
    let record: [UInt8] = [0x16, 3, 1, 0, 2, 5, 5]
    for pieces in everyCut(of: Array(header.utf8) + record) {
      expect(Outcome(of: pieces, in: conversation).events, equals: named + ["tls \(record)"])
    }
    let inside = [Array(header.utf8)[...], record[...], Array("A\n".utf8)[...]]
    expect(Outcome(of: inside, in: conversation).events.suffix(2), equals: ["opened", "line 41"])
    expect(Outcome(of: inside, in: conversation).events.count { $0 == client }, equals: 1)
  }

  @Test("a proxy behind another, and one whose header is none")
  func misintroduced() {
    let conversation = Conversation(limits: Self.limits(lineBytesMax: 8), isFromProxy: true)
    let chain = Array("PROXY TCP4 10.0.0.1 192.0.2.9 7 8\r\nA\n".utf8)
    expect(
      Outcome.ofEveryCut(chain, in: conversation).events,
      equals: ["introduced [10, 0, 0, 1]", "introduced []", "opened", "line 41"])
    let bad = Outcome.ofEveryCut(Array("PROXY TCP4 10.0.0.1\r\nA\n".utf8), in: conversation)
    expect(bad.events == ["misintroduced words"] && bad.said == [])
    // Within TLS there is no header any more, and from elsewhere there is none at all.
    let record: [UInt8] = [0x16, 3, 1, 0, 2, 5, 5]
    let within = [record[...], Array("PROXY A\n".utf8)[...]]
    expect(
      Outcome(of: within, in: conversation).events.suffix(3),
      equals: ["introduced []", "opened", "line 50524f58592041"])
    let elsewhere = Conversation(limits: Self.limits(lineBytesMax: 8))
    expect(
      Outcome.ofEveryCut(Array("PROXY A\n".utf8), in: elsewhere).events,
      equals: ["opened", "line 50524f58592041"])
  }

  @Test("a server's answer, and what was sent before it")
  func answer() throws {
    var server = Conversation(limits: Self.limits(lineBytesMax: 8))
    var client = Conversation(toServer: Self.limits(lineBytesMax: 8))
    var (early, late) = (LineBatch(Array("EARLY\n".utf8)), LineBatch(Array("LATE\n".utf8)))
    client.send(&early)
    expect(client.outbox.isEmpty)
    client.ask(Self.call)
    server.receive(client.outbox.withWaitingBytes { Array($0) }[...])
    client.outbox.consumed(client.outbox.count)
    guard case .request(let request)? = server.next() else { return expect(false, "no request") }
    let upgrade = try WebSocketUpgrade(request.get(), subprotocol: "chromatch.1")
    server.upgrade(upgrade, for: .lines) { _ in [UInt8](repeating: 1, count: 20) }
    server.send(&late)
    let said = server.outbox.withWaitingBytes { Array($0) }
    expect(Outcome.ofEveryCut(said, in: client).events, equals: ["opened", "line 4c415445"])
    client.receive(said[...])
    guard case .opened? = client.next() else { return expect(false, "it is not open") }
    server.receive(client.outbox.withWaitingBytes { Array($0) }[...])
    guard case .opened? = server.next(), case .line(let line)? = server.next() else {
      return expect(false, "no line")
    }
    expect(line, equals: Array("EARLY".utf8)[...])
    var again = Conversation(toServer: Self.limits(lineBytesMax: 8))
    again.ask(Self.call)
    let other = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    expect(Outcome.ofEveryCut(other, in: again).events, equals: ["declined"])
  }

  @Test("who may be a person is told lines; who speaks HTTP or TLS is not")
  func takesLines() {
    for (bytes, takes) in [("", true), ("HEL", true), ("GET ", false), ("\u{16}", false)] {
      var conversation = Conversation(limits: Self.limits(lineBytesMax: 8))
      conversation.receive(Array(bytes.utf8)[...])
      while conversation.next() != nil {}
      expect(conversation.takesLines, equals: takes, "\(bytes)")
    }
  }
}
