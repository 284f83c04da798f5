// A picture of a few curves over one quantity, as SVG (W3C SVG 1.1): panels side by side, each with
// axes, units and the values as dots. Its colors follow whether the reader's page is light or dark,
// and it has no background. A tool that draws would have to be installed, and its pictures would
// not be the same twice. Invariant: the same values give the same bytes.

import Glibc

struct Chart {
  struct Panel {
    /// What it shows, with the unit.
    let title: String
    /// From left to right.
    let points: [(x: Double, y: Double)]
  }

  /// In a sentence, for those who do not see it.
  let title: String
  /// What the numbers below each panel count; they grow by powers.
  let unit: String
  let panels: [Panel]

  var svg: String {
    let (width, height) = (280 * panels.count + 16, 220)
    let drawn = panels.enumerated().map { draw($1, left: 280 * Double($0)) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(escaped(title))</title>
      <style>\(Chart.style)</style>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  /// Places are in pixels.
  private func draw(_ panel: Panel, left: Double) -> String {
    let across = ChartScale.logarithmic(over: panel.points.map(\.x))
    let up = ChartScale.linear(over: panel.points.map(\.y))
    let (from, to, bottom, top) = (left + 48, left + 264, 180.0, 30.0)
    func x(_ value: Double) -> Double { from + (to - from) * across.place(of: value) }
    func y(_ value: Double) -> Double { bottom + (top - bottom) * up.place(of: value) }

    var lines = [text(panel.title, left + 16, 15, "start", "name")]
    for tick in up.ticks {
      lines.append(line(from, y(tick), to, y(tick)))
      lines.append(text(label(tick), from - 6, y(tick) + 3.5, "end"))
    }
    for tick in across.ticks {
      lines.append(line(x(tick), bottom, x(tick), bottom + 4))
      lines.append(text(label(tick), x(tick), bottom + 16, "middle"))
    }
    lines.append(text(unit, (from + to) / 2, bottom + 32, "middle"))
    let places = panel.points.map { (x: short(x($0.x)), y: short(y($0.y))) }
    let curve = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    lines.append("<polyline points=\"\(curve)\"/>")
    lines += places.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\"/>" }
    return lines.joined(separator: "\n")
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line x1=\"\(short(x1))\" y1=\"\(short(y1))\" x2=\"\(short(x2))\" y2=\"\(short(y2))\"/>"
  }

  private func text(
    _ words: String, _ x: Double, _ y: Double, _ anchor: String, _ kind: String = ""
  ) -> String {
    let place = "x=\"\(short(x))\" y=\"\(short(y))\""
    return "<text \(place) text-anchor=\"\(anchor)\" class=\"\(kind)\">\(escaped(words))</text>"
  }

  /// A number as it stands beside an axis.
  private func label(_ value: Double) -> String {
    if value == value.rounded() { return decimal(value, 0) }
    return decimal(value, value < 0.01 ? 3 : value < 0.1 ? 2 : 1)
  }

  /// Tenths of a pixel are enough for anybody's eyes.
  private func short(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  private func escaped(_ words: String) -> String {
    words.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }

  private static let style = """
    text{font:11px system-ui,sans-serif;fill:#57606a}.name{font-weight:600;fill:#24292f}\
    line{stroke:#d0d7de}polyline{fill:none;stroke:#0969da;stroke-width:2}circle{fill:#0969da}\
    @media(prefers-color-scheme:dark){text{fill:#8b949e}.name{fill:#e6edf3}line{stroke:#30363d}\
    polyline{stroke:#58a6ff}circle{fill:#58a6ff}}
    """
}

/// One axis of a chart: how values become places on a line, and which are written beside it.
struct ChartScale {
  /// What is written beside the line, from its beginning to its end.
  let ticks: [Double]
  private let isLogarithmic: Bool

  /// From 0 to beyond all values, in steps of one, two or five times a power of ten; values are not
  /// negative.
  static func linear(over values: [Double]) -> ChartScale {
    guard let top = values.max(), top > 0 else {
      return ChartScale(ticks: [0, 1], isLogarithmic: false)
    }
    let least = top / 5
    let power = pow(10, floor(log10(least)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? 10 * power
    let count = max(1, Int((top / step).rounded(.up)))
    return ChartScale(ticks: (0...count).map { Double($0) * step }, isLogarithmic: false)
  }

  /// Powers of ten around all values, or of two where the largest is small; values are 1 or more.
  static func logarithmic(over values: [Double]) -> ChartScale {
    let (least, most) = (max(1, values.min() ?? 1), max(1, values.max() ?? 1))
    let base = most <= 16 ? 2.0 : 10.0
    // A logarithm of a power comes out this near to a whole number.
    let first = Int((log(least) / log(base) + 1e-9).rounded(.down))
    let last = Int((log(most) / log(base) - 1e-9).rounded(.up))
    let ticks = (first...max(first + 1, last)).map { pow(base, Double($0)) }
    return ChartScale(ticks: ticks, isLogarithmic: true)
  }

  /// Where a value lies, from 0 at the line's beginning to 1.
  func place(of value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last else { return 0 }
    return isLogarithmic
      ? log(value / first) / log(last / first) : (value - first) / (last - first)
  }
}
