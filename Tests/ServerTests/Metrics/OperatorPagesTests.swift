// What operators are given beside the server (alerts, a dashboard, the runbook, a page for
// incidents) against what the server says: no metric, label, alert or log line is named that it
// does not have, and none that it has is missing. `Tests/one operators` tries the same files with
// Prometheus.

import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("Operators' pages")
struct OperatorPagesTests {
  private static func families() throws -> [Family] {
    try readExposition(
      prometheus(of: [CountingTests.snapshot(from: 100)], process: .read()))
  }

  /// The families that expressions name. Each label that they choose by has the values they want.
  private static func familiesNamed(in expressions: String) throws -> Set<String> {
    let families = try families()
    var named: Set<String> = []
    for found in expressions.matches(of: /((?:chromatch|process)_[a-z_]+)(?:\{([^}]*)\})?/) {
      let name = found.output.1
      let family = families.first { family in
        let suffixes = family.kind == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        return suffixes.contains { name == family.name + $0 }
      }
      guard let family else {
        Issue.record("there is no metric \(name)")
        continue
      }
      named.insert(family.name)
      for choice in (found.output.2 ?? "").matches(of: /([a-z]+)=~?"([^"]*)"/) {
        let label = String(choice.output.1)
        // These two are Prometheus's own.
        if ["job", "instance"].contains(label) { continue }
        let values = Set(family.samples.compactMap { $0.labels[label] })
        for value in choice.output.2.split(separator: "|") {
          #expect(values.contains(String(value)), "\(name) has no \(label)=\"\(value)\"")
        }
      }
    }
    return named
  }

  @Test("alerts go by metrics that there are")
  func rules() throws {
    #expect(try Self.familiesNamed(in: treeFile("deploy/prometheus/rules.yml")).count > 10)
  }

  @Test("the dashboard shows every metric, and no other")
  func dashboard() throws {
    let text = try treeFile("deploy/grafana/dashboard.json")
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let shown = try Self.familiesNamed(in: text.replacing("\\\"", with: "\""))
    #expect(try Set(Self.families().map(\.name)).subtracting(shown) == [])
  }

  @Test("every alert leads to a heading of the page for incidents, which names it")
  func alerts() throws {
    let rules = try treeFile("deploy/prometheus/rules.yml")
    let page = try treeFile("deploy/INCIDENTS.md")
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { $0.dropFirst(3).lowercased().replacing(" ", with: "-") }
    let alerts = rules.matches(of: /alert: (\w+)/).map(\.output.1)
    let places = rules.matches(of: /runbook: "INCIDENTS.md#([a-z-]+)"/).map { String($0.output.1) }
    #expect(alerts.count > 10 && places.count == alerts.count)
    #expect(Set(places).subtracting(headings) == [])
    let named = Set(page.matches(of: /`(Chromatch\w+)`/).map(\.output.1))
    #expect(named == Set(alerts))
  }

  @Test("the runbook lists every line of the log")
  func log() throws {
    let runbook = try treeFile("deploy/REFERENCE.md")
    var count = 0
    for file in try Self.sources(["Sources/Server", "Sources/chromatchd"]) {
      for found in file.matches(of: /(?:info|notice|warning|error|critical)\(\s*"([^"\\]+)"/) {
        count += 1
        let message = found.output.1.prefix { $0 != ":" }
        #expect(runbook.contains("`\(message)`"), "\(message)")
      }
    }
    #expect(count > 25)
  }

  private static func sources(_ folders: [String]) throws -> [String] {
    try folders.flatMap { folder -> [String] in
      let base = treeFolder.appending(path: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
      return try names.filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: base.appending(path: $0), encoding: .utf8) }
    }
  }
}
