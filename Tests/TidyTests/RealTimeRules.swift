// Tests of the inner rings wait for events, never by the clock: a test must not fail because the
// machine is slow or the whole process tree was stopped for a while. This rule finds the words that
// wait so. The outer targets play against real programs and may.

/// Test targets that are not in the inner rings.
let outerTestTargets: Set = ["EndToEndTests", "BenchTests", "ClusterTests"]

/// Words that wait by the clock or ask it, by their first token. `.timeLimit` is banned everywhere,
/// in words.tsv.
private let waitingWords = Dictionary(
  grouping: [
    "sleep(", "usleep(", "nanosleep(", "Task.sleep", "ContinuousClock", "SuspendingClock",
    "DispatchTime.now() +", "DispatchWallTime.now() +", ": .now() +", "(.now() +", "= .now() +",
    ".wait(timeout", "asyncAfter", "patienceFactor",
  ]
  .map { SwiftToken.tokens(of: Array($0.utf8)).map(\.text) }, by: { $0[0] })

/// A line that waits by the clock all the same.
struct WaitException: Sendable {
  let file: String
  /// The line without the white space around it.
  let line: String
  let why: String
}

/// The lines that are agreed on, each with its reason.
private let agreedWaits: [WaitException] = []

/// Lines of inner tests that wait by the clock, and exceptions that nothing needs any more.
func realTimeFindings(
  in files: [SwiftFile], excepting exceptions: [WaitException] = agreedWaits
) -> [Finding] {
  var findings: [Finding] = []
  var used: Set<Int> = []
  for file in files {
    let folders = file.path.split(separator: "/")
    guard folders.count > 2, folders[0] == "Tests", folders[1].hasSuffix("Tests"),
      !outerTestTargets.contains(String(folders[1]))
    else { continue }
    let lines = file.file.lines
    for (line, what) in waits(in: file.code) {
      let text = lines[line - 1].drop { $0 == " " }
      if let index = exceptions.firstIndex(where: { $0.file == file.path && $0.line == text }) {
        used.insert(index)
      } else {
        findings.append(Finding(file.path, line: line, "waits by the clock: \(what)"))
      }
    }
  }
  for (index, exception) in exceptions.enumerated() where !used.contains(index) {
    findings.append(Finding(exception.file, "no longer needs an exception for '\(exception.line)'"))
  }
  return findings
}

/// Where code waits by the clock, and by which word.
private func waits(in code: [SwiftToken]) -> [(line: Int, what: String)] {
  var found: [(line: Int, what: String)] = []
  for start in code.indices {
    let isMember = start > 0 && [".", "func"].contains(code[start - 1].text)
    for words in waitingWords[code[start].text] ?? [] {
      let isThere = code[start...].prefix(words.count).map(\.text) == words
      if isThere && !(isMember && words.last == "(") {
        found.append((code[start].line, words.joined()))
      }
    }
    if code[start].text == "poll", !isMember, let timeout = lastArgument(after: start, in: code),
      timeout != ["-", "1"]
    {
      found.append((code[start].line, "poll with a timeout"))
    }
  }
  return found
}

/// The words of the last argument of a call, if one stands there.
private func lastArgument(after name: Int, in code: [SwiftToken]) -> [String]? {
  guard name + 1 < code.count, code[name + 1].text == "(" else { return nil }
  var (depth, argument): (Int, [String]) = (0, [])
  for token in code[(name + 1)...] {
    if ["(", "[", "{"].contains(token.text) { depth += 1 }
    if [")", "]", "}"].contains(token.text) { depth -= 1 }
    if depth == 0 { return argument }
    if token.text == ",", depth == 1 { argument = [] } else { argument.append(token.text) }
  }
  return nil
}
