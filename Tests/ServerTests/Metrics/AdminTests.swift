// What operators' machines are told: alive at once, ready only while players are wanted, numbers as
// Prometheus reads them. No silent or strange client keeps the listener from answering the next.

import Framing
import Net
import TestSupport
import Testing

@testable import Server

@Suite("The admin site")
struct AdminSiteTests {
  private func answer(
    _ line: String, _ readiness: Readiness, _ lacks: Set<Lack> = []
  ) throws -> AdminReply {
    AdminSite.answer(
      to: try request(line), readiness: readiness, lacks: lacks, unixSeconds: noon)
  }

  @Test("a path has its answer, and a server that is ready says what its disk keeps it from")
  func answers() throws {
    let paths = "there are /metrics, /healthz and /readyz"
    let rows: [(path: String, readiness: Readiness, lacks: Set<Lack>, status: Int, text: String)] =
      [
        ("/healthz", .ready, [], 200, "alive"), ("/healthz", .starting, [], 200, "alive"),
        ("/healthz", .stopping, [], 200, "alive"), ("/readyz", .ready, [], 200, "ready"),
        ("/readyz", .starting, [], 503, "starting"), ("/readyz", .stopping, [], 503, "stopping"),
        ("/readyz", .draining, [], 503, "draining"),
        ("/readyz", .notReady("no certificate"), [], 503, "no certificate"),
        ("/readyz?verbose", .ready, [], 200, "ready"), ("/", .ready, [], 404, paths),
        ("/metrics/", .ready, [], 404, paths), ("/play", .stopping, [], 404, paths),
        ("/readyz", .ready, [.journal], 200, "ready, but the journal is off"),
        ("/readyz", .ready, [.archive], 200, "ready, but matches are not being kept"),
        (
          "/readyz", .ready, [.archive, .journal], 200,
          "ready, but the journal is off and matches are not being kept"
        ),
        ("/readyz", .stopping, [.archive, .journal], 503, "stopping"),
      ]
    for (path, readiness, lacks, status, text) in rows {
      for method in ["GET", "HEAD"] {
        guard case .respond(let bytes) = try answer("\(method) \(path) HTTP/1.1", readiness, lacks)
        else {
          Issue.record("\(path) asks the lanes")
          continue
        }
        let response = try Response(bytes)
        expect(response.status, equals: status, "\(path), \(readiness)")
        expect(response.text, equals: (method == "GET" ? text + "\n" : ""), "\(path), \(readiness)")
        expect(response["Content-Length"], equals: "\(text.utf8.count + 1)")
        expect(response["Content-Type"], equals: "text/plain; charset=utf-8")
        expect(response["Cache-Control"], equals: "no-store")
        for (name, value) in securityFields { expect(response[name], equals: value) }
      }
    }
  }

  @Test("a request by a name that anybody could have lead here is refused")
  func hosts() throws {
    for host in [
      "127.0.0.1", "127.0.0.1:7314", "[::1]:7314", "[2001:db8::1]", "10.0.0.9:7314", "localhost",
      "LOCALHOST:7314", "chromatchd:7314",
    ] {
      try AdminSite.checkHost(of: request("GET /metrics HTTP/1.1", ["Host: \(host)"]))
    }
    for host in [
      "evil.example", "evil.example:7314", "127.0.0.1.evil.example", "localhost.evil.example",
      "localhost.", "1.2.3", "a.b",
    ] {
      let head = try request("GET /metrics HTTP/1.1", ["Host: \(host)"])
      let refusal = #expect(throws: HTTPRefusal.self) { try AdminSite.checkHost(of: head) }
      expect(refusal?.status, equals: .forbidden, "\(host)")
    }
  }

  @Test("metrics are asked of the lanes, whatever the server is about")
  func metrics() throws {
    for readiness in [Readiness.ready, .starting, .stopping] {
      try expect(answer("GET /metrics HTTP/1.1", readiness, [.journal]), equals: .askLanes)
    }
    let text = prometheus(of: [Metrics()], process: ProcessFigures())
    let head = try request("GET /metrics HTTP/1.1")
    let response = try Response(AdminSite.metrics(text, to: head, unixSeconds: noon))
    expect(response.status == 200 && response.body == text)
    expect(response["Content-Type"], equals: "text/plain; version=0.0.4; charset=utf-8")
    expect(response["Date"], equals: "Sat, 21 Nov 2026 12:00:00 GMT")
  }
}

/// What the lanes know, told as lanes do, on a queue of their own. A continuation would come by the
/// pool that all tests share, after whatever holds that.
private actor Numbers {
  private let executor = QueueExecutor(label: "chromatch.tests.numbers")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  private let lanes: [Metrics]

  init(_ lanes: [Metrics]) { self.lanes = lanes }

  func told() -> [Metrics] { lanes }
}

@Suite("The admin listener", .oneAtATime)
struct AdminTests {
  /// Runs `body` against a fresh listener with two lanes.
  @OwnThread
  private func withAdmin(
    _ limits: ServerLimits = .patient, _ body: @OwnThread (_ port: UInt16) async throws -> Void
  ) async throws {
    let numbers = Numbers([Metrics(), Metrics()])
    let admin = Admin { await numbers.told() }
    let endpoint = try await admin.start(host: "127.0.0.1", port: 0, limits: limits)
    do {
      try await body(endpoint.port)
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

  @Test("one connection may ask again and again, also before it is answered")
  func pipeline() async throws {
    try await withAdmin { port in
      let host = "Host: localhost"
      let questions = [
        "GET /metrics HTTP/1.1", host, "", "HEAD /metrics HTTP/1.1", host, "",
        "GET /healthz HTTP/1.1", host, "", "GET /none HTTP/1.1", host, "Connection: close",
      ]
      let statuses = try ask(port, questions).filter { $0.hasPrefix("HTTP/1.1 ") }
        .map { $0.dropFirst(9).prefix(3) }
      expect(statuses, equals: ["200", "200", "200", "404"])
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
    try await withAdmin { port in
      for (lines, answer) in rows {
        let (heard, next) = (try ask(port, lines), try ask(port, ["GET /healthz HTTP/1.0"]))
        expect(heard.first == answer && next.last == "alive", "\(lines)")
      }
    }
  }

  @Test("forty silent clients keep nobody else out, and the one that asked last stays")
  func crowd() async throws {
    try await withAdmin { port in
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
    try await withAdmin(limits) { port in
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
