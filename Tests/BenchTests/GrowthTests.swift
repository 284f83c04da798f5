// What `growth` plays and how it draws: steps within what a machine can hold, axes that hold every
// value, and pictures that a reader of SVG takes.

import Testing

@testable import chromatch_bench

@Suite("Growth")
struct GrowthTests {
  @Test("ends with as many as a process can hold", arguments: GrowthCurve.allCases)
  func steps(curve: GrowthCurve) throws {
    for connections in [500, 19_936, 1_000_000] {
      let steps = curve.steps(connections: connections, cores: 3)
      #expect(steps == steps.sorted() && Set(steps).count == steps.count)
      for step in steps {
        let scenario = curve.scenario(at: step)
        #expect(scenario.connections + scenario.idle <= max(connections, 800))
      }
    }
    let most = ["watchers": 10_000, "rooms": 10_000, "lanes": 2, "idle": 20_000]
    #expect(curve.steps(connections: 1_000_000, cores: 3).last == most[curve.rawValue])
  }

  @Test("takes the last step from the descriptors where they are fewer than wanted")
  func fewDescriptors() {
    #expect(GrowthCurve.watchers.steps(connections: 508, cores: 2) == [10, 30, 100, 300, 500])
    #expect(GrowthCurve.idle.steps(connections: 340, cores: 2) == [100, 300])
    #expect(GrowthCurve.lanes.steps(connections: 340, cores: 1) == [1])
  }

  @Test("changes one number alone")
  func scenarios() {
    #expect(GrowthCurve.watchers.scenario(at: 300).watchers == 300)
    #expect(GrowthCurve.rooms.scenario(at: 300).rooms == 300)
    #expect(GrowthCurve.idle.scenario(at: 300).idle == 300)
    #expect(GrowthCurve.lanes.flags(at: 2) == ["--lanes", "2"])
    #expect(GrowthCurve.idle.flags(at: 2) == [])
  }
}

@Suite("A chart")
struct ChartTests {
  @Test(
    "has round numbers beside it",
    arguments: [
      ([0.0, 56], [0.0, 20, 40, 60]), ([4.1], [0, 1, 2, 3, 4, 5]), ([0.3], [0, 0.1, 0.2, 0.3]),
      ([0], [0, 1]), ([], [0, 1]), ([1_000], [0, 200, 400, 600, 800, 1_000]),
    ] as [([Double], [Double])])
  func linear(values: [Double], ticks: [Double]) {
    let found = ChartScale.linear(over: values).ticks
    #expect(found.count == ticks.count)
    for (one, other) in zip(found, ticks) { #expect(abs(one - other) < 1e-9) }
  }

  @Test(
    "has powers below it",
    arguments: [
      ([10.0, 9_960], [10.0, 100, 1_000, 10_000]), ([1, 2, 8], [1, 2, 4, 8]), ([1], [1, 2]),
      ([100, 19_892], [100, 1_000, 10_000, 100_000]), ([], [1, 2]),
    ] as [([Double], [Double])])
  func logarithmic(values: [Double], ticks: [Double]) {
    let found = ChartScale.logarithmic(over: values).ticks
    #expect(found.map { $0.rounded() } == ticks)
  }

  @Test("keeps every value between its ends, the larger the farther")
  func places() {
    let values = [1.0, 3, 10, 42, 900, 19_892]
    for scale in [ChartScale.linear(over: values), .logarithmic(over: values)] {
      let places = values.map(scale.place)
      #expect(places == places.sorted())
      #expect(places.allSatisfy { (0...1).contains($0) })
    }
  }

  @Test("is a file with each value as a dot, each word escaped, and no mark left open")
  func picture() {
    let panel = Chart.Panel(title: "a < b & c", points: [(10, 1), (100, 2.5), (1_000, 2)])
    let svg = Chart(title: "As x > y grow", unit: "things", panels: [panel, panel]).svg
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"576\""))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.components("<circle ") == 6)
    #expect(svg.contains("<title>As x &gt; y grow</title>"))
    #expect(svg.contains(">a &lt; b &amp; c</text>"))
    #expect(svg.components("<text ") == svg.components("</text>"))
    #expect(svg.contains("prefers-color-scheme:dark"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}

extension String {
  /// How often a part occurs.
  fileprivate func components(_ part: String) -> Int { split(separator: part).count - 1 }
}
