// JSON as a value that can be written (RFC 8259). Nothing here reads it.

import Glibc

enum JSON: Sendable {
  case null
  case number(Double)
  case string(String)
  case array([JSON])
  /// Members in the order they are to be written.
  case object([(String, JSON)])

  /// Two spaces a level, one member a line.
  var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    // JSON has no word for what is not a number.
    case .number(let number): return number.isFinite ? JSON.shortest(number) : "null"
    case .string(let string): return JSON.quoted(string)
    case .array(let items):
      if items.isEmpty { return "[]" }
      let lines = items.map { inner + $0.text(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members):
      let lines = members.map { "\(inner)\(JSON.quoted($0)): \($1.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  /// Six decimals are more than any figure here means.
  private static func shortest(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
