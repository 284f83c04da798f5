// What a line must look like, and how a line is filled in from what was heard before. Lines are
// text here: a verb and fields in their order, each compared as it is written.

import Chroma

/// What was heard under a name, for later lines.
package typealias Captures = [String: String]

/// Text with `$name` in it, to be filled in from what was heard.
package struct Template: Sendable {
  private enum Part: Sendable {
    case text(String)
    /// `$name`: what was heard under that name.
    case captured(String)
    /// `$name.rgb` and such: a color `#rrggbb` that was heard, as somebody would set it.
    case answered(String, Answer)
  }

  /// How a player answers to a color.
  private enum Answer: String, CaseIterable {
    /// By the values of sliders.
    case rgb, hsb, cmyk
    /// By its number among the colors that were heard as `$tiles`, and by that of another one.
    case tile, wrong

    func text(to color: Color, among tiles: [Substring]) -> String? {
      switch self {
      case .rgb: return "\(color.red),\(color.green),\(color.blue)"
      case .hsb:
        let nearest = HSB(nearest: color)
        return "\(nearest.hue),\(nearest.saturation),\(nearest.brightness)"
      case .cmyk:
        let nearest = CMYK(nearest: color)
        return "\(nearest.cyan),\(nearest.magenta),\(nearest.yellow),\(nearest.black)"
      case .tile, .wrong:
        guard let index = tiles.firstIndex(of: color.hex[...]) else { return nil }
        return "\((self == .tile ? index : (index + 1) % tiles.count) + 1)"
      }
    }
  }

  private var parts: [Part] = []

  package init(_ text: String) {
    let pieces = text.split(separator: "$", omittingEmptySubsequences: false)
    parts.append(.text(String(pieces[0])))
    for piece in pieces.dropFirst() {
      let name = piece.prefix { $0.isLowercase || $0.isNumber }
      var rest = piece.dropFirst(name.count)
      if let answer = Answer.allCases.first(where: { rest.hasPrefix(".\($0.rawValue)") }) {
        parts.append(.answered(String(name), answer))
        rest = rest.dropFirst(answer.rawValue.count + 1)
      } else {
        parts.append(.captured(String(name)))
      }
      parts.append(.text(String(rest)))
    }
  }

  package var verb: String {
    guard case .text(let text) = parts[0] else { return "" }
    return String(text.prefix { $0 != " " })
  }

  package func filled(from captures: Captures) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .captured(let name):
        guard let value = captures[name] else { return nil }
        text += value
      case .answered(let name, let answer):
        let tiles = captures["tiles"]?.split(separator: ",") ?? []
        guard let color = captures[name].flatMap({ Color(hex: $0) }),
          let value = answer.text(to: color, among: tiles)
        else { return nil }
        text += value
      }
    }
    return text
  }
}

package struct LinePattern: Sendable {
  private struct Field: Sendable {
    let key: String
    let value: Value
  }

  fileprivate enum Value: Sendable {
    case anything
    /// `$name` alone: the same as before, or remembered from now on.
    case capture(String)
    /// `5..9`: a number within.
    case number(ClosedRange<Double>)
    case template(Template)
  }

  package let verb: String
  private var fields: [Field] = []
  /// Whether more fields may follow: the pattern ends in `...`.
  private var isOpen = false

  init?(_ text: String) {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    verb = String(words.removeFirst())
    if words.last == "..." {
      isOpen = true
      words.removeLast()
    }
    for word in words {
      guard let equals = word.firstIndex(of: "=") else { return nil }
      let value = String(word[word.index(after: equals)...])
      fields.append(Field(key: String(word[..<equals]), value: Value(value)))
    }
  }

  /// What a field has to be, where that is said in so many words.
  package func text(of key: String) -> String? {
    guard case .template(let template) = fields.first(where: { $0.key == key })?.value else {
      return nil
    }
    return template.filled(from: [:])
  }

  /// Whether a line looks so; what it has under a new name is then remembered.
  func matches(_ line: String, _ captures: inout Captures) -> Bool {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.removeFirst() == verb else { return false }
    // How late a server is depends on the machine, not on what is played.
    if verb == "ROUND", words.last?.hasPrefix("late=") == true { words.removeLast() }
    guard isOpen ? words.count >= fields.count : words.count == fields.count else { return false }
    var found = captures
    for (field, word) in zip(fields, words) {
      guard word.hasPrefix("\(field.key)=") else { return false }
      let value = String(word.dropFirst(field.key.count + 1))
      guard field.value.matches(value, &found) else { return false }
    }
    captures = found
    return true
  }
}

extension LinePattern.Value {
  fileprivate init(_ text: String) {
    let bounds = text.split(separator: ".", omittingEmptySubsequences: false)
    if text == "*" {
      self = .anything
    } else if bounds.count == 3, bounds[1].isEmpty, let lower = Double(bounds[0]),
      let upper = Double(bounds[2]), lower <= upper
    {
      self = .number(lower...upper)
    } else if text.hasPrefix("$"), text.dropFirst().allSatisfy({ $0.isLowercase || $0.isNumber }) {
      self = .capture(String(text.dropFirst()))
    } else {
      self = .template(Template(text))
    }
  }

  fileprivate func matches(_ value: String, _ captures: inout Captures) -> Bool {
    switch self {
    case .anything: return true
    case .number(let range): return Double(value).map(range.contains) ?? false
    case .template(let template): return template.filled(from: captures) == value
    case .capture(let name):
      if let known = captures[name] { return known == value }
      captures[name] = value
      return true
    }
  }
}
