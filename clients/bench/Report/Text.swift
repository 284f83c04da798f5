// Numbers and columns as people read them.

/// A number with so many decimals, rounded half away from zero, and commas between thousands.
func decimal(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "–" }
  let scale = (0..<decimals).reduce(1) { scale, _ in 10 * scale }
  let scaled = Int((abs(value) * Double(scale)).rounded())
  let fraction = decimals == 0 ? "" : "." + String(scale + scaled % scale).dropFirst()
  return (value < 0 && scaled > 0 ? "-" : "") + grouped(scaled / scale) + fraction
}

/// A whole number, not negative, with commas between thousands.
func grouped(_ value: Int) -> String {
  if value < 1_000 { return String(value) }
  return grouped(value / 1_000) + "," + String(1_000 + value % 1_000).dropFirst()
}

/// Rows as lines: the first column flush left, the others flush right.
func aligned(_ rows: [[String]]) -> [String] {
  let columns = rows.first?.indices ?? 0..<0
  let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    columns.map { column in
      let padding = String(repeating: " ", count: widths[column] - row[column].count)
      return column == 0 ? row[column] + padding : "   " + padding + row[column]
    }
    .joined()
  }
}
