// What `growth` plays and how it draws: steps within what a machine can hold, axes that hold every
// value, and pictures that a reader of SVG takes.

import TestSupport
import Testing

@testable import chromatch_bench

@Suite("Growth")
struct GrowthTests {
  @Test("a curve ends with as many as a process can hold", arguments: GrowthCurve.allCases)
  func steps(curve: GrowthCurve) throws {
    for connections in [500, 19_936, 1_000_000] {
      let steps = curve.steps(connections: connections, cores: 3)
      expect(steps == steps.sorted() && Set(steps).count == steps.count)
      for step in steps {
        let scenario = curve.scenario(at: step)
        expect(scenario.connections + scenario.idle, isAtMost: max(connections, 800))
      }
    }
    let most = ["watchers": 10_000, "rooms": 10_000, "lanes": 2, "idle": 20_000]
    expect(curve.steps(connections: 1_000_000, cores: 3).last, equals: most[curve.rawValue])
  }
}

@Suite("A chart")
struct ChartTests {
  @Test(
    "a chart has round numbers beside it",
    arguments: [
      ([0.0, 56], [0.0, 20, 40, 60]), ([4.1], [0, 1, 2, 3, 4, 5]), ([0.3], [0, 0.1, 0.2, 0.3]),
      ([0], [0, 1]), ([], [0, 1]), ([1_000], [0, 200, 400, 600, 800, 1_000]),
    ] as [([Double], [Double])])
  func linear(values: [Double], ticks: [Double]) {
    let found = ChartScale.linear(over: values).ticks
    expect(found.count, equals: ticks.count)
    for (one, other) in zip(found, ticks) { expect(abs(one - other), isBelow: 1e-9) }
  }

  @Test("a chart is a file with each value as a dot and each word escaped")
  func picture() {
    let panel = Chart.Panel(title: "a < b & c", points: [(10, 1), (100, 2.5), (1_000, 2)])
    let svg = Chart(title: "As x > y grow", unit: "things", panels: [panel, panel]).svg
    expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"576\""))
    expect(svg.hasSuffix("</svg>\n"))
    expect(svg.components("<circle "), equals: 6)
    expect(svg, contains: "<title>As x &gt; y grow</title>")
    expect(svg, contains: ">a &lt; b &amp; c</text>")
    expect(svg.components("<text "), equals: svg.components("</text>"))
    expect(svg, contains: "prefers-color-scheme:dark")
    expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}

extension String {
  /// How often a part occurs.
  fileprivate func components(_ part: String) -> Int { split(separator: part).count - 1 }
}
