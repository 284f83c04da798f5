// The screen and the lines of one's own eye: what they say, that all of it fits, and the drill.

import Chroma
import Game
import TestSupport
import Testing

@testable import ClientCore
@testable import TerminalUI

@Suite("The screen of one's eye")
struct EyeModelTests {
  private let now = Instant(milliseconds: 1_000)

  /// The report of a row of the vectors.
  private func report(_ reason: String) throws -> EyeReport {
    let table = try ContractTable("vectors/eye.tsv")
    let row = try require(table.rows.first { $0["REASON"] == reason })
    let lines = row["MATCHES"].split(separator: "|")
    return EyeReport(of: lines.compactMap { EyeMatch(line: String($0)) })
  }

  private func model(
    _ report: EyeReport, _ depth: ColorDepth = .truecolor, columns: Int = 80, rows: Int = 24,
    drills: Bool = false
  ) -> EyeModel {
    let support = ColorSupport(depth: depth, certainty: .verified, reason: "")
    let setup = ScreenSetup(
      support: support, isCalm: false, server: "", addressesToShare: [], fingerprintToShare: nil,
      icon: nil, canChangeIcon: false)
    var model = EyeModel(report, setup: setup, drills: drills)
    model.resize(columns: columns, rows: rows)
    return model
  }

  private func picture(_ model: EyeModel) -> String {
    var model = model
    return model.frame(at: now).picture.joined(separator: "\n")
  }

  @Test("before sixty rounds there is one sentence and nothing else")
  func few() throws {
    let report = try report("59 rounds say nothing yet")
    expect(report.lines.first, equals: "Your eye shows after 60 rounds; so far there are 59.")
    expect(report.lines.count, equals: 2, "and what was left out")
    let picture = picture(model(report))
    expect(picture.contains("so far there are 59"))
    expect(!picture.contains("teal") && !picture.contains("drill"))
    expect(self.picture(model(report, drills: true)).contains("A drill needs as many."))
    let one = EyeReport(of: [EyeMatch(line: "5 daily c65b3c/c05a40/6120")].compactMap(\.self))
    expect(one.headline, equals: "Your eye shows after 60 rounds; so far there is 1.")
  }

  @Test("the weakest hue is named, with how sure that is")
  func weak() throws {
    let report = try report("teal is made too green")
    expect(report.headline, equals: "Teal: you make it 4.4 ΔE too green.")
    let lines = report.lines
    expect(lines[1].hasPrefix("Between "))
    expect(lines.contains { $0.hasPrefix("teal, ") && $0.hasSuffix("too green 4.4") })
    expect(lines.last, equals: "Everyone starts at gray: too gray can also be too early.")
    expect(picture(model(report)).contains("d drill"))
  }

  @Test("where nothing stands out that is said")
  func none() throws {
    expect(try report("nothing stands out").headline, equals: "Nothing stands out.")
  }

  @Test(
    "all of it fits, in both languages", arguments: [(60, 18), (80, 24), (120, 40), (200, 60)])
  func fits(columns: Int, rows: Int) throws {
    let report = try report("teal is made too green")
    for language in Language.allCases {
      let picture = Words.$ownTable.withValue(language.table) {
        self.picture(model(report, columns: columns, rows: rows))
      }
      let cut = picture.split(separator: "\n").filter { $0.contains("…") }
      expect(cut, equals: [], "\(language)")
    }
  }

  @Test("a terminal without colors has the table alone, and no drill")
  func byNumbers() throws {
    var model = model(try report("teal is made too green"), .monochrome)
    let picture = picture(model)
    expect(picture.contains("too green 4.4"))
    expect(!picture.contains("▀") && !picture.contains("d drill"))
    model.take(.key(.character("d"), []), at: now)
    expect(self.picture(model), equals: picture)
  }

  @Test("a drill has twenty colors of the weakest hue, and says how it was before")
  func drill() throws {
    var model = model(try report("teal is made too green"))
    model.take(.key(.character("d"), []), at: now)
    expect(picture(model).contains("color 1 of 20"))
    model.take(.key(.right, []), at: now)
    for count in 1...20 {
      model.take(.key(.enter, []), at: now)
      if count == 1 { expect(picture(model).contains("The last one: ")) }
    }
    let picture = picture(model)
    expect(picture.contains("ΔE") && picture.contains("before."))
    expect(!model.isOver)
    model.take(.key(.escape, []), at: now)
    expect(self.picture(model).contains("you make it"))
    model.take(.key(.escape, []), at: now)
    expect(model.isOver)
  }

  @Test("all colors of a drill are of its hue, and another drill has others")
  func targets() throws {
    let report = try report("teal is made too green")
    let start = Mode.startColor
    let drills = (1...3).compactMap { EyeDrill(of: report, from: start, seed: $0) }
    for drill in drills {
      expect(drill.targets.count, equals: EyeDrill.count)
      expect(drill.targets.allSatisfy { EyeSector(of: $0) == .teal })
    }
    expect(Set(drills.map(\.targets)).count, equals: 3)
    let grays = try require(
      EyeDrill(of: try self.report("grays are made too dark"), from: start, seed: 1))
    expect(grays.targets.count, equals: EyeDrill.count)
    expect(grays.targets.allSatisfy { EyeSector(of: $0) == .gray })
  }
}
