// Numbers and columns as people read them.

/// A number with so many decimals, rounded half away from zero, and commas between thousands.
func decimal(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "–" }
  var power = 1
  for _ in 0..<decimals { power *= 10 }
  let scaled = Int((abs(value) * Double(power)).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  if decimals == 0 { return sign + grouped(scaled) }
  let digits = String(scaled % power)
  let zeros = String(repeating: "0", count: decimals - digits.count)
  return "\(sign)\(grouped(scaled / power)).\(zeros)\(digits)"
}

/// A whole number, not negative, with commas between thousands.
func grouped(_ value: Int) -> String {
  var digits = String(value)
  var index = digits.endIndex
  while digits.distance(from: digits.startIndex, to: index) > 3 {
    index = digits.index(index, offsetBy: -3)
    digits.insert(",", at: index)
  }
  return digits
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
