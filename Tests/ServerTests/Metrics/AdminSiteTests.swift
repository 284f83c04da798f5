// What operators' machines are told: alive at once, ready only while players are wanted, numbers in
// the format that Prometheus reads.

import Framing
import TestSupport
import Testing

@testable import Server

@Suite("The admin site")
struct AdminSiteTests {
  private func answer(
    _ line: String, _ readiness: Readiness, _ lacks: Set<Lack> = []
  ) throws -> AdminSite.Answer {
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
    let text = prometheus(of: [Metrics.Snapshot()], process: ProcessFigures())
    let head = try request("GET /metrics HTTP/1.1")
    let response = try Response(AdminSite.metrics(text, to: head, unixSeconds: noon))
    expect(response.status == 200 && response.body == text)
    expect(response["Content-Type"], equals: "text/plain; version=0.0.4; charset=utf-8")
    expect(response["Date"], equals: "Sat, 21 Nov 2026 12:00:00 GMT")
  }
}
