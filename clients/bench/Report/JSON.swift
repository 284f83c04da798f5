// JSON as a value that can be written (RFC 8259). Nothing here reads it.

/// A value for programs.
enum JSON: Sendable {
  /// Nil, and what is no number, is null: JSON has no word for it.
  case number(Double?)
  case string(String)
  case array([JSON])
  /// Members in the order they are to be written.
  case object([(String, JSON)])

  /// Two spaces a level, one member a line.
  var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    switch self {
    case .number(let number):
      // Six decimals are more than any figure here means.
      let rounded = number.map { ($0 * 1e6).rounded() / 1e6 }
      guard let rounded, rounded.isFinite else { return "null" }
      return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    case .string(let string): return JSON.quoted(string)
    case .array(let items): return JSON.listed(items.map { ("", $0) }, in: "[]", indent)
    case .object(let members):
      return JSON.listed(members.map { ("\(JSON.quoted($0)): ", $1) }, in: "{}", indent)
    }
  }

  private static func listed(
    _ members: [(name: String, value: JSON)], in brackets: String, _ indent: String
  ) -> String {
    let inner = indent + "  "
    let lines = members.map { inner + $0.name + $0.value.text(indent: inner) }
    let body = lines.isEmpty ? "" : "\n\(lines.joined(separator: ",\n"))\n\(indent)"
    return brackets.prefix(1) + body + brackets.suffix(1)
  }

  private static func quoted(_ string: String) -> String {
    let letters = string.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        return "\\u00\(scalar.value < 16 ? "0" : "")" + String(scalar.value, radix: 16)
      default: return String(scalar)
      }
    }
    return "\"\(letters.joined())\""
  }
}
