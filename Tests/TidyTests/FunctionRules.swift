// How long functions may be, and how small the file that starts a program. It finds bodies by
// counting braces in tokens, which is enough for code that the formatter has accepted. Functions,
// initializers, deinitializers, subscripts and computed properties count, from their keyword to
// the closing brace; closures count for what they stand in.

/// A function with a body.
struct FunctionBody: Equatable, Sendable {
  let name: String
  let line: Int
  let lines: Int
}

/// Walks the tokens of a file and keeps what each open brace belongs to.
private struct FunctionFinder {
  private struct Declaration {
    let name: String
    let line: Int
    let nesting: Int
    let isProperty: Bool
  }

  private struct OpenBrace {
    let body: Declaration?
    let waiting: Declaration?
    let nesting: Int
  }

  let tokens: [SwiftToken]
  var found: [FunctionBody] = []
  /// A declaration whose body may follow.
  private var waiting: Declaration?
  private var braces: [OpenBrace] = []
  /// Open parentheses and brackets since the last open brace.
  private var nesting = 0

  init(_ tokens: [SwiftToken]) { self.tokens = tokens }

  mutating func run() {
    for (index, token) in tokens.enumerated() {
      if let declaration = waiting, declaration.isProperty, token.line > declaration.line {
        waiting = nil
      }
      switch token.text {
      case "(", "[": nesting += 1
      case ")", "]": nesting -= 1
      case "{": open()
      case "}": close(at: token.line)
      case "=", "in": if waiting?.isProperty == true { waiting = nil }
      default: if let declaration = declaration(at: index) { waiting = declaration }
      }
    }
  }

  private mutating func open() {
    let body = waiting?.nesting == nesting ? waiting : nil
    braces.append(
      OpenBrace(body: body, waiting: body == nil ? waiting : nil, nesting: nesting))
    waiting = nil
    nesting = 0
  }

  private mutating func close(at line: Int) {
    guard let brace = braces.popLast() else { return }
    if let body = brace.body {
      let lines = line - body.line + 1
      found.append(FunctionBody(name: body.name, line: body.line, lines: lines))
    }
    waiting = brace.waiting
    nesting = brace.nesting
  }

  private func declaration(at index: Int) -> Declaration? {
    let token = tokens[index]
    let previous = index > 0 ? tokens[index - 1].text : ""
    let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
    if previous == "." { return nil }
    let name: String
    switch token.text {
    case "func" where ![":", ",", ")"].contains(next):
      name = tokens[(index + 1)...].prefix { $0.text != "(" && $0.text != "<" || $0.text == next }
        .map(\.text).joined()
    case "init" where ["(", "<", "?", "!"].contains(next): name = "init"
    case "deinit" where next == "{": name = "deinit"
    case "subscript" where ["(", "<"].contains(next): name = "subscript"
    case "var" where next != ":": name = next
    default: return nil
    }
    return Declaration(
      name: name, line: token.line, nesting: nesting, isProperty: token.text == "var")
  }
}

/// Every function with a body, in the order in which they end.
func functions(in file: SwiftFile) -> [FunctionBody] {
  var finder = FunctionFinder(file.code)
  finder.run()
  return finder.found
}

/// Functions of more than 70 lines.
func functionFindings(in file: SwiftFile) -> [Finding] {
  let long = functions(in: file).filter { $0.lines > 70 }
  return long.map { Finding(file.path, line: $0.line, "\($0.name) is \($0.lines) lines long") }
}

/// Files that start a program but do more than compose, or stand where no program is.
func programFindings(in files: [SwiftFile], house: House) -> [Finding] {
  var findings: [Finding] = []
  for file in files where productFolders.contains(where: file.file.isBelow) {
    let pairs = zip(file.code, file.code.dropFirst())
    let isMarked = pairs.contains { $0.text == "@" && $1.text == "main" }
    guard isMarked || file.file.name == "main.swift" else { continue }
    if house.row(holding: file.file)?.kind != .program {
      findings.append(Finding(file.path, "starts a program, but its row is not of that kind"))
    }
    if file.file.lines.count > 80 {
      findings.append(Finding(file.path, line: 81, "a program composes, in 80 lines at most"))
    }
  }
  return findings
}
