// Tests of the inner rings wait for events, never by the clock: a test must not fail because the
// machine is slow or the whole process tree was stopped for a while. This rule finds the words that
// wait so. The outer targets play against real programs and may.

/// Test targets that are not in the inner rings.
let outerTestTargets: Set = [
  "EndToEndTests", "BenchTests", "ClusterTests", "ClusterSimulationTests",
]

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
let agreedWaits = [
  WaitException(
    file: "Tests/ArchiveTests/PowerTests.swift",
    line: "usleep(.random(in: 0...10_000))",
    why: "a moment at random at which the power fails"),
  WaitException(
    file: "Tests/NetTests/AcceptingTests.swift",
    line: "usleep(1_000)",
    why: "a pause between looks at what Dispatch has open"),
  WaitException(
    file: "Tests/NetTests/AcceptingTests.swift",
    line:
      "DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { made.resume() }",
    why: "any timer makes Dispatch open its descriptor"),
  WaitException(
    file: "Tests/NetTests/ArrivalTests.swift",
    line: "while clock.milliseconds() < moment { usleep(1_000) }",
    why: "waits until a clock shows a moment, however long"),
  WaitException(
    file: "Tests/NetTests/ClosingTests.swift",
    line: "usleep(20_000)",
    why: "gives a race time to happen; nothing fails if it does not"),
  WaitException(
    file: "Tests/ServerTests/Journal/KeptTests.swift",
    line: "while files.contains(\"0.1\") { usleep(1_000) }",
    why: "a pause between looks"),
  WaitException(
    file: "Tests/ServerTests/LaneTests.swift",
    line: "{ usleep(20_000) }",
    why: "a pause between tries"),
  WaitException(
    file: "Tests/ServerTests/LaneTests.swift",
    line: "while clock.milliseconds() < closes + 200 { usleep(10_000) }",
    why: "waits until a clock shows a moment, however long"),
  WaitException(
    file: "Tests/ServerTests/LineClient.swift",
    line: "while try ask(\"SET v=1,2,3\", for: \"MOVE\").hasPrefix(\"NO\") { usleep(20_000) }",
    why: "a pause between tries"),
  WaitException(
    file: "Tests/ServerTests/Log/Pipe.swift",
    line: "return poll(&end, 1, 0) == 1 && end.revents & Int16(POLLERR) != 0",
    why: "a look that does not wait"),
  WaitException(
    file: "Tests/ServerTests/RunningServer.swift",
    line: "while try holds() == false { usleep(5_000) }",
    why: "a pause between looks"),
  WaitException(
    file: "Tests/ServerTests/TranscriptTests.swift",
    line: "case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1_000)",
    why: "a transcript says how long somebody waits"),
]

/// Lines of inner tests that wait by the clock, and exceptions that nothing needs any more.
func realTimeFindings(
  in files: [SwiftFile], excepting exceptions: [WaitException] = []
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
