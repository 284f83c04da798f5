// What operators' machines are told: alive at once, ready only while players are wanted, numbers in
// the format that Prometheus reads.

import Framing
import Testing

@testable import Server

@Suite("The admin site")
struct AdminSiteTests {
  @Test(
    "a path has its answer",
    arguments: [
      ("/healthz", Readiness.ready, 200, "alive"), ("/healthz", .starting, 200, "alive"),
      ("/healthz", .stopping, 200, "alive"), ("/readyz", .ready, 200, "ready"),
      ("/readyz", .starting, 503, "starting"), ("/readyz", .stopping, 503, "stopping"),
      ("/readyz", .draining, 503, "draining"),
      ("/readyz", .notReady("no certificate"), 503, "no certificate"),
      ("/readyz?verbose", .ready, 200, "ready"),
      ("/", .ready, 404, "there are /metrics, /healthz and /readyz"),
      ("/metrics/", .ready, 404, "there are /metrics, /healthz and /readyz"),
      ("/play", .stopping, 404, "there are /metrics, /healthz and /readyz"),
    ])
  func answers(path: String, readiness: Readiness, status: Int, text: String) throws {
    for method in ["GET", "HEAD"] {
      let head = try request("\(method) \(path) HTTP/1.1")
      let answer = AdminSite.answer(to: head, readiness: readiness, lacks: [], unixSeconds: noon)
      guard case .respond(let answered) = answer else {
        Issue.record("\(path) asks the lanes")
        return
      }
      let response = try Response(answered)
      #expect(answered.status.rawValue == status)
      #expect(response.status == status)
      #expect(response.text == (method == "GET" ? text + "\n" : ""))
      #expect(response["Content-Length"] == "\(text.utf8.count + 1)")
      #expect(response["Content-Type"] == "text/plain; charset=utf-8")
      #expect(response["Cache-Control"] == "no-store")
      for (name, value) in securityFields { #expect(response[name] == value) }
    }
  }

  @Test(
    "a server that is ready says what its disk keeps it from, and one that is not does not",
    arguments: [
      ([Lack.journal], Readiness.ready, "ready, but the journal is off"),
      ([.archive], .ready, "ready, but matches are not being kept"),
      (
        [.archive, .journal], .ready,
        "ready, but the journal is off and matches are not being kept"
      ),
      ([.archive, .journal], .stopping, "stopping"),
    ])
  func lacks(lacks: [Lack], readiness: Readiness, text: String) throws {
    let head = try request("GET /readyz HTTP/1.1")
    let answer = AdminSite.answer(
      to: head, readiness: readiness, lacks: Set(lacks), unixSeconds: noon)
    guard case .respond(let answered) = answer else {
      Issue.record("/readyz asks the lanes")
      return
    }
    let response = try Response(answered)
    #expect(response.text == text + "\n")
    #expect(response.status == (readiness == .ready ? 200 : 503))
  }

  @Test("metrics are asked of the lanes, whatever the server is about")
  func metrics() throws {
    let head = try request("GET /metrics HTTP/1.1")
    for readiness in [Readiness.ready, .starting, .stopping] {
      let answer = AdminSite.answer(
        to: head, readiness: readiness, lacks: [.journal], unixSeconds: noon)
      #expect(answer == .askLanes)
    }
    let text = prometheus(
      of: [Metrics.Snapshot()], process: ProcessFigures())
    let response = try Response(AdminSite.metrics(text, to: head, unixSeconds: noon))
    #expect(response.status == 200)
    #expect(response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(response["Date"] == "Sat, 21 Nov 2026 12:00:00 GMT")
    #expect(response.body == text)
  }
}
