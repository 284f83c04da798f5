// Words that do not belong: clocks, randomness and the system in pure targets, waiting by the clock
// in inner tests, printing in libraries, promises to the compiler anywhere. Words are matched as
// tokens, so `update(` is not `Date(` and a comment is not code. The words themselves, with their
// reasons, stand in words.tsv; the agreed exceptions in exceptions.tsv.

/// Where a word stands in a list of tokens: the lines of its first tokens.
func lines(of word: BannedWord, in tokens: [SwiftToken]) -> [Int] {
  guard let first = word.tokens.first, tokens.count >= word.tokens.count else { return [] }
  var lines: [Int] = []
  for start in 0...(tokens.count - word.tokens.count) where tokens[start].text == first {
    let candidate = tokens[start..<(start + word.tokens.count)]
    // A member of that name waits by a clock of the test's own.
    let isMember = start > 0 && [".", "func"].contains(tokens[start - 1].text)
    if isMember, word.place == .inner, word.tokens.last == "(" { continue }
    if candidate.lazy.map(\.text).elementsEqual(word.tokens) { lines.append(tokens[start].line) }
  }
  return lines
}

/// Banned words in files, and exceptions that nothing needs any more.
func wordFindings(
  in files: [SwiftFile], words: [BannedWord], exceptions: [WordException]
) -> [Finding] {
  var findings: [Finding] = []
  var used: Set<Int> = []
  for file in files {
    for word in words
    where word.isBanned(in: file.file) && file.file.mentions(word.tokens[0]) {
      let lines = lines(of: word, in: word.reading == .code ? file.code : file.text)
      if lines.isEmpty { continue }
      if let exception = exceptions.first(where: { $0.file == file.path && $0.word == word.word }) {
        used.insert(exception.line)
        continue
      }
      findings += lines.map { Finding(file.path, line: $0, "'\(word.word)': \(word.reason)") }
    }
  }
  for exception in exceptions where !used.contains(exception.line) {
    findings.append(
      Finding(
        WordException.path, line: exception.line,
        "\(exception.file) no longer needs an exception for '\(exception.word)'"))
  }
  return findings
}
