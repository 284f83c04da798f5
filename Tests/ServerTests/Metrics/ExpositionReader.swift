// Reads Prometheus's text format back, strictly, as its documentation describes version 0.0.4: this
// is the other half that the server's writer is tested against, and shares no code with it.

/// One metric with its samples.
struct Family: Equatable {
  struct Sample: Equatable {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  let name: String
  let help: String
  let kind: String
  var samples: [Sample] = []

  /// The value of the sample with these labels, if there is exactly one.
  func value(_ suffix: String = "", _ labels: [String: String] = [:]) -> Double? {
    let found = samples.filter { $0.name == name + suffix && $0.labels == labels }
    return found.count == 1 ? found[0].value : nil
  }
}

extension [Family] {
  /// The one sample of that name with these labels; -1 if there is none.
  subscript(_ name: String, _ labels: [String: String] = [:]) -> Int {
    let values = flatMap(\.samples).filter { $0.name == name && $0.labels == labels }
    return values.count == 1 ? Int(values[0].value) : -1
  }
}

/// What is wrong with a text.
struct NotExposition: Error, Equatable {
  let line: Substring
}

/// Reads a whole text.
func readExposition(_ bytes: [UInt8]) throws -> [Family] {
  guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else {
    throw NotExposition(line: "the end")
  }
  var families: [Family] = []
  var help: (name: Substring, text: Substring)?
  for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
    if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
      help = (match.output.1, match.output.2)
    } else if let match = line.wholeMatch(
      of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/)
    {
      guard let named = help, named.name == match.output.1 else { throw NotExposition(line: line) }
      families.append(
        Family(
          name: String(named.name), help: try unescaped(named.text), kind: String(match.output.2)))
      help = nil
    } else {
      guard !families.isEmpty else { throw NotExposition(line: line) }
      families[families.count - 1].samples.append(try sample(line))
    }
  }
  return families
}

private func sample(_ line: Substring) throws -> Family.Sample {
  let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([0-9.+\-eEInf]+)/
  guard let match = line.wholeMatch(of: pattern), let value = Double(match.output.3) else {
    throw NotExposition(line: line)
  }
  var labels: [String: String] = [:]
  var rest = match.output.2 ?? ""
  while !rest.isEmpty {
    guard let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/)
    else { throw NotExposition(line: line) }
    let name = String(label.output.1)
    guard labels.updateValue(try unescaped(label.output.2), forKey: name) == nil else {
      throw NotExposition(line: line)
    }
    rest = rest[label.range.upperBound...]
  }
  return Family.Sample(name: String(match.output.1), labels: labels, value: value)
}

private func unescaped(_ text: Substring) throws -> String {
  var result = ""
  var characters = text.makeIterator()
  while let character = characters.next() {
    guard character == "\\" else {
      result.append(character)
      continue
    }
    switch characters.next() {
    case "n": result.append("\n")
    case "\\": result.append("\\")
    case "\"": result.append("\"")
    default: throw NotExposition(line: text)
    }
  }
  return result
}
