// What operators are given beside the server (alerts, a dashboard, the runbook, a page for
// incidents) against what the server says: no metric, label, alert or log line is named that it
// does not have, and none that it has is missing. `make operators` tries the same files with
// Prometheus.

import Foundation
import Testing

@testable import Server

@Suite("Operators' pages")
struct OperatorPagesTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

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
    #expect(try Self.familiesNamed(in: Self.text("deploy/prometheus/rules.yml")).count > 10)
  }

  @Test("the dashboard shows every metric, and no other")
  func dashboard() throws {
    let text = try Self.text("deploy/grafana/dashboard.json")
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let shown = try Self.familiesNamed(in: text.replacing("\\\"", with: "\""))
    #expect(try Set(Self.families().map(\.name)).subtracting(shown) == [])
  }

  @Test("every alert leads to a heading of the page for incidents, which names it")
  func alerts() throws {
    let rules = try Self.text("deploy/prometheus/rules.yml")
    let page = try Self.text("deploy/INCIDENTS.md")
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { $0.dropFirst(3).lowercased().replacing(" ", with: "-") }
    let alerts = rules.matches(of: /alert: (\w+)/).map(\.output.1)
    let places = rules.matches(of: /runbook: "INCIDENTS.md#([a-z-]+)"/).map { String($0.output.1) }
    #expect(alerts.count > 10 && places.count == alerts.count)
    #expect(Set(places).subtracting(headings) == [])
    let named = Set(page.matches(of: /`(Chromatch\w+)`/).map(\.output.1))
    #expect(named == Set(alerts))
  }

  /// Where something has to be that a page quotes.
  private enum Place {
    case metrics, labels, unit, runbook, programs
    /// A command, which `make operators` carries out, or an alert.
    case elsewhere

    init(of quotation: String) {
      let commands: Set = [
        "cat", "chmod", "chown", "chromatch", "chromatchd", "check", "iostat", "journalctl",
        "runuser", "ss", "systemctl", "timedatectl", "vmstat",
      ]
      self =
        if commands.contains(String(quotation.prefix { $0 != " " })) || quotation == "DAY"
          || quotation.contains(/^Chromatch/)
        {
          .elsewhere
        } else if quotation.contains(/^(chromatch|process)_/) {
          .metrics
        } else if quotation.contains(/^[a-z]+="/) {
          .labels
        } else if quotation.contains(/^(--|CHROMATCH_)|\/|\.(key|pem|db)$|^journal$/) {
          .runbook
        } else if quotation.contains(/^[A-Z][A-Za-z]+=?$/) {
          .unit
        } else {
          .programs
        }
    }
  }

  @Test("what the page for incidents quotes is there")
  func quotations() throws {
    let page = try Self.text("deploy/INCIDENTS.md")
    let prose = page.split(separator: "\n").filter { !$0.hasPrefix("    ") }
      .joined(separator: "\n")
    let quotations = Set(prose.matches(of: /`([^`\n]+)`/).map { String($0.output.1) })
    #expect(quotations.count > 80)
    let unit = try Self.text("deploy/systemd/chromatchd.service")
    let runbook = try Self.text("deploy/README.md")
    let said = try Self.literals()
    let families = try Self.families()
    let names = Set(families.map(\.name))
    let labels = Set(families.flatMap(\.samples).flatMap(\.labels).map { "\($0)=\"\($1)\"" })
    for quotation in quotations {
      let isThere =
        switch Place(of: quotation) {
        case .metrics: names.contains(quotation)
        case .labels: labels.contains(quotation)
        case .unit: unit.contains("\n\(quotation)")
        case .runbook: quotation.split { "/=* ".contains($0) }.allSatisfy { runbook.contains($0) }
        case .programs: said.contains { $0.contains(quotation.prefix { $0 != "=" }) }
        case .elsewhere: true
        }
      #expect(isThere, "\(quotation) is nowhere")
    }
  }

  @Test("the runbook lists every line of the log")
  func log() throws {
    let runbook = try Self.text("deploy/README.md")
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

  /// What stands in quotes in the programs' code.
  private static func literals() throws -> [Substring] {
    try sources([
      "Sources/Server", "Sources/chromatchd", "Sources/ArchiveSQLite", "Sources/Net",
      "protocol/swift",
    ])
    .flatMap { $0.split(separator: "\n") }
    .filter { $0.contains("\"") && !$0.drop { $0 == " " }.hasPrefix("//") }
    .flatMap { $0.matches(of: /"((?:[^"\\]|\\.)*)"/).map(\.output.1) }
  }

  private static func sources(_ folders: [String]) throws -> [String] {
    try folders.flatMap { folder -> [String] in
      let base = root.appending(path: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
      return try names.filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: base.appending(path: $0), encoding: .utf8) }
    }
  }
}
