// The admin listener over real sockets: answers now and answers later, many on one connection, and
// nobody who is silent or asks for something else keeps it from answering the next.

import Framing
import Net
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

@Suite("The admin listener")
struct AdminTests {
  /// Runs `body` against a fresh listener with two lanes.
  @OwnThread
  private func withAdmin(
    _ limits: ServerLimits = ServerLimits(),
    _ body: @OwnThread (_ admin: Admin, _ port: UInt16) async throws -> Void
  ) async throws {
    var lanes = [Metrics.Snapshot(), Metrics.Snapshot()]
    lanes[0].connections[.wss] = 3
    lanes[1].counted.deliveries = 41
    lanes[0].counted.turnedAway[.address] = 17
    let numbers = Numbers(lanes)
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

  @Test("metrics of all lanes come together in one answer")
  func metrics() async throws {
    try await withAdmin { _, port in
      let heard = try ask(
        port, ["GET /metrics HTTP/1.1", "Host: localhost", "Connection: close"])
      #expect(heard.first == "HTTP/1.1 200 OK\r")
      for line in [
        "chromatch_connections{kind=\"wss\"} 3", "chromatch_deliveries_total 41",
        "chromatch_lanes 2",
        "chromatch_connections_refused_total{limit=\"address\"} 17",
      ] {
        #expect(heard.contains(line), "\(line)")
      }
      let body = heard.drop { $0 != "\r" }.dropFirst().map { $0 + "\n" }.joined()
      #expect(try readExposition(Array(body.utf8)).isEmpty == false)
      #expect(heard.contains("Content-Length: \(body.utf8.count)\r"))
    }
  }

  @Test("who is ready is told by what was set last")
  func readiness() async throws {
    try await withAdmin { admin, port in
      let question = ["GET /readyz HTTP/1.1", "Host: localhost", "Connection: close"]
      let early = try ask(port, question)
      #expect(early.last == "starting")
      await admin.set(.ready)
      let later = try ask(port, question)
      #expect(later.last == "ready")
      await admin.set(.stopping)
      let late = try ask(port, question)
      #expect(late.first == "HTTP/1.1 503 Service Unavailable\r")
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
      #expect(
        heard.filter { $0.hasPrefix("HTTP/1.1 ") } == [
          "HTTP/1.1 200 OK\r", "HTTP/1.1 200 OK\r", "HTTP/1.1 200 OK\r",
          "HTTP/1.1 404 Not Found\r",
        ])
    }
  }

  @Test(
    "what is no request for it is answered or cut off, and the next one is heard",
    arguments: [
      (["POST /metrics HTTP/1.1", "Host: h"], "HTTP/1.1 405 Method Not Allowed\r"),
      (["GET /metrics HTTP/1.1"], "HTTP/1.1 400 Bad Request\r"),
      (["HELLO v=1 name=Ada"], nil), (["nonsense"], nil),
    ])
  func strangers(lines: [String], answer: String?) async throws {
    try await withAdmin { _, port in
      let heard = try ask(port, lines)
      #expect(heard.first == answer)
      let next = try ask(port, ["GET /healthz HTTP/1.0"])
      #expect(next.last == "alive")
    }
  }

  @Test("forty who say nothing keep nobody else out, and whoever has asked last stays")
  func crowd() async throws {
    var limits = ServerLimits()
    limits.adminSilenceMilliseconds = 3_600_000
    try await withAdmin(limits) { _, port in
      let silent = try (0..<40).map { _ in try LineClient(port: port) }
      let scraper = try LineClient(port: port)
      let question = Array("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
      try scraper.send(question)
      try scraper.hear("alive")
      // Those who came first have made room; those who come now make the others do so.
      for client in silent.prefix(24) { #expect(try client.isClosedByServer()) }
      let more = try (0..<10).map { _ in try LineClient(port: port) }
      try more[9].send(question)
      try more[9].hear("alive")
      try scraper.send(question)
      try scraper.hear("alive")
    }
  }

  @Test("who says nothing is let go")
  func silence() async throws {
    var limits = ServerLimits()
    limits.adminSilenceMilliseconds = 50
    try await withAdmin(limits) { _, port in
      let silent = try LineClient(port: port)
      let asked = try LineClient(port: port)
      try asked.send(Array("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
      #expect(try silent.isClosedByServer())
      #expect(try asked.isClosedByServer())
      #expect(asked.heard.contains("alive"))
    }
  }
}
