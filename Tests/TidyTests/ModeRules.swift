// A game mode is one file and one line in a list. This rule keeps it so: nobody outside the game
// knows a mode by its name, so that a new one needs no change of theirs. Screens may: a word for
// each mode is a person's, and is looked up by name.

/// The folder with one file for each mode, and where modes may not be named.
enum ModeRule {
  static let folder = "Sources/Game/Modes"
  /// Rooms, protocol and server and what they stand on.
  static let strangers = [
    "Sources/Rooms", "Sources/Framing", "Sources/Net", "Sources/Server", "Sources/chromatchd",
    "protocol/swift", "clients/terminal/Core",
  ]
}

/// The names of all modes, by their files: `Tiles.swift` is `tiles`.
func modeNames(in files: [SwiftFile]) -> [String] {
  files.filter { $0.file.isBelow(ModeRule.folder) }
    .map { String($0.file.name.dropLast(".swift".count)).lowercased() }
}

/// Places outside the game that know a mode by its name: as a member of `Mode`, or as a literal.
func modeNameFindings(in files: [SwiftFile]) -> [Finding] {
  let names = Set(modeNames(in: files))
  var findings: [Finding] = []
  for file in files where ModeRule.strangers.contains(where: file.file.isBelow) {
    let tokens = file.code
    for index in tokens.indices.dropFirst(2)
    where tokens[index - 1].text == "." && tokens[index - 2].text == "Mode"
      && names.contains(tokens[index].text)
    {
      let line = tokens[index].line
      findings.append(Finding(file.path, line: line, "knows the mode \(tokens[index].text)"))
    }
    // The protocol has keys of its own that may sound like a mode.
    if file.file.isBelow("protocol") { continue }
    for (number, line) in file.file.lines.enumerated() {
      for name in names.sorted() where line.contains("\"\(name)\"") {
        findings.append(Finding(file.path, line: number + 1, "names the mode \(name)"))
      }
    }
  }
  return findings
}
