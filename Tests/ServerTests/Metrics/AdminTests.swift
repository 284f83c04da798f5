// The admin listener over real sockets: answers now and answers later, many on one connection, and
// no client that is silent or asks for something else keeps it from answering the next.

import Framing
import Net
import TestSupport
import Testing

@testable import Server

/// What the lanes know, told as lanes do, on a queue of their own. A continuation would come by the
/// pool that all tests share, after whatever holds that.
private actor Numbers {
  private let executor = QueueExecutor(label: "chromatch.tests.numbers")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  private let lanes: [Metrics.Snapshot]

  init(_ lanes: [Metrics.Snapshot]) { self.lanes = lanes }

  func told() -> [Metrics.Snapshot] { lanes }
}

@Suite("The admin listener", .oneAtATime)
struct AdminTests {
  /// Runs `body` against a fresh listener with two lanes.
  @OwnThread
  private func withAdmin(
    _ limits: ServerLimits = .patient,
    _ body: @OwnThread (_ admin: Admin, _ port: UInt16) async throws -> Void
  ) async throws {
    let numbers = Numbers([Metrics.Snapshot(), Metrics.Snapshot()])
    let admin = Admin { await numbers.told() }
    let endpoint = try await admin.start(host: "127.0.0.1", port: 0, limits: limits)
    do {
      try await body(admin, endpoint.port)
    } catch {
      await admin.stop()
      throw error
    }
    await admin.stop()
  }

  /// Asks, and hears everything until the server closes.
  @OwnThread
  private func ask(_ port: UInt16, _ lines: [String]) throws -> [String] {
    let client = try LineClient(port: port)
    try client.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    while try client.hear() != nil {}
    return client.heard
  }

  @Test("what was set last is told to a client that asks whether the server is ready")
  func readiness() async throws {
    try await withAdmin { admin, port in
      let question = ["GET /readyz HTTP/1.1", "Host: localhost", "Connection: close"]
      let early = try ask(port, question)
      await admin.set(.ready)
      let later = try ask(port, question)
      await admin.set(.stopping)
      let late = try ask(port, question)
      expect([early, later, late].map(\.last), equals: ["starting", "ready", "stopping"])
    }
  }

  @Test("one connection may ask again and again, also before it is answered")
  func pipeline() async throws {
    try await withAdmin { _, port in
      let host = "Host: localhost"
      let heard = try ask(
        port,
        [
          "GET /metrics HTTP/1.1", host, "", "HEAD /metrics HTTP/1.1", host, "",
          "GET /healthz HTTP/1.1", host, "", "GET /none HTTP/1.1", host, "Connection: close",
        ])
      expect(
        heard.filter { $0.hasPrefix("HTTP/1.1 ") },
        equals: [
          "HTTP/1.1 200 OK\r", "HTTP/1.1 200 OK\r", "HTTP/1.1 200 OK\r",
          "HTTP/1.1 404 Not Found\r",
        ])
    }
  }

  @Test("what is no request for it is answered or cut off, and the next one is heard")
  func strangers() async throws {
    let rows: [(lines: [String], answer: String?)] = [
      (["POST /metrics HTTP/1.1", "Host: h"], "HTTP/1.1 405 Method Not Allowed\r"),
      (["GET /metrics HTTP/1.1"], "HTTP/1.1 400 Bad Request\r"),
      (["GET /metrics HTTP/1.1", "Host: evil.example"], "HTTP/1.1 403 Forbidden\r"),
      (["GET /metrics HTTP/1.0", "Host: evil.example"], "HTTP/1.1 403 Forbidden\r"),
      (["HELLO v=1 name=Ada"], nil), (["nonsense"], nil),
    ]
    try await withAdmin { _, port in
      for (lines, answer) in rows {
        let (heard, next) = (try ask(port, lines), try ask(port, ["GET /healthz HTTP/1.0"]))
        expect(heard.first == answer && next.last == "alive", "\(lines)")
      }
    }
  }

  @Test("forty silent clients keep nobody else out, and the one that asked last stays")
  func crowd() async throws {
    try await withAdmin { _, port in
      let silent = try (0..<40).map { _ in try LineClient(port: port) }
      let scraper = try LineClient(port: port)
      let question = Array("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
      try scraper.send(question)
      try scraper.hear("alive")
      // Those who came first have made room; those who come now make the others do so.
      for client in silent.prefix(24) { try expect(client.isClosedByServer()) }
      let more = try (0..<10).map { _ in try LineClient(port: port) }
      try more[9].send(question)
      try more[9].hear("alive")
      try scraper.send(question)
      try scraper.hear("alive")
    }
  }

  @Test("a client that says nothing is let go, and so is one that asks nothing more")
  func silence() async throws {
    var limits = ServerLimits()
    limits.adminSilenceMilliseconds = 50
    try await withAdmin(limits) { _, port in
      let silent = try LineClient(port: port)
      try expect(silent.isClosedByServer())
      // On a busy machine it may be let go before it has asked.
      try until {
        let asked = try LineClient(port: port)
        try? asked.send(Array("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        try expect(asked.isClosedByServer())
        return asked.heard.contains("alive")
      }
    }
  }
}
