// A picture of a few curves over one quantity, as SVG (W3C SVG 1.1): panels side by side, each with
// axes, units and the values as dots. Its colors follow whether the reader's page is light or dark,
// and it has no background. It is our own two hundred lines: a tool that draws would have to be
// installed, and its pictures would not be the same twice.
// Invariant: the same values give the same bytes.

/// Curves side by side.
struct Chart {
  /// One of them.
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

  /// The whole file.
  var svg: String {
    let width = Chart.panelWidth * Double(panels.count) + Chart.edge
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(short(width))" \
      height="\(short(Chart.height))" viewBox="0 0 \(short(width)) \(short(Chart.height))" \
      role="img">
      <title>\(escaped(title))</title>
      <style>\(Chart.style)</style>
      """
    let drawn = panels.enumerated()
      .map { draw($1, left: Double($0) * Chart.panelWidth) }
    return ([head] + drawn + ["</svg>\n"]).joined(separator: "\n")
  }

  private func draw(_ panel: Panel, left: Double) -> String {
    let across = ChartScale.logarithmic(over: panel.points.map(\.x))
    let up = ChartScale.linear(over: panel.points.map(\.y))
    let (from, to) = (left + Chart.margin, left + Chart.panelWidth - Chart.gap)
    let (bottom, top) = (Chart.height - Chart.foot, Chart.head)
    func x(_ value: Double) -> Double { from + (to - from) * across.place(of: value) }
    func y(_ value: Double) -> Double { bottom + (top - bottom) * up.place(of: value) }

    var lines = [text(panel.title, left + Chart.gap, Chart.head / 2, "start", "name")]
    for tick in up.ticks {
      lines.append(line(from, y(tick), to, y(tick)))
      lines.append(text(label(tick), from - 6, y(tick) + 3.5, "end"))
    }
    for tick in across.ticks {
      lines.append(line(x(tick), bottom, x(tick), bottom + 4))
      lines.append(text(label(tick), x(tick), bottom + 16, "middle"))
    }
    lines.append(text(unit, (from + to) / 2, bottom + 32, "middle"))
    let places = panel.points.map { "\(short(x($0.x))),\(short(y($0.y)))" }
    lines.append("<polyline points=\"\(places.joined(separator: " "))\"/>")
    for point in panel.points {
      lines.append("<circle cx=\"\(short(x(point.x)))\" cy=\"\(short(y(point.y)))\" r=\"3\"/>")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line x1=\"\(short(x1))\" y1=\"\(short(y1))\" x2=\"\(short(x2))\" y2=\"\(short(y2))\"/>"
  }

  private func text(
    _ words: String, _ x: Double, _ y: Double, _ anchor: String, _ kind: String? = nil
  ) -> String {
    let named = kind.map { " class=\"\($0)\"" } ?? ""
    return """
      <text x="\(short(x))" y="\(short(y))" text-anchor="\(anchor)"\(named)>\(escaped(words))</text>
      """
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
    var result = ""
    for letter in words {
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(letter)
      }
    }
    return result
  }

  // In pixels.
  private static let panelWidth = 280.0
  /// What the number below the last point needs beyond the last panel.
  private static let edge = 16.0
  private static let height = 220.0
  private static let margin = 48.0
  private static let gap = 16.0
  private static let head = 30.0
  private static let foot = 40.0

  private static let style = """
    text{font:11px system-ui,sans-serif;fill:#57606a}.name{font-weight:600;fill:#24292f}\
    line{stroke:#d0d7de}polyline{fill:none;stroke:#0969da;stroke-width:2}circle{fill:#0969da}\
    @media(prefers-color-scheme:dark){text{fill:#8b949e}.name{fill:#e6edf3}line{stroke:#30363d}\
    polyline{stroke:#58a6ff}circle{fill:#58a6ff}}
    """
}
