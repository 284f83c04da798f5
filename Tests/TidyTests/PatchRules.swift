// Whether the patches that break or extend a copy of the tree (mutants, recipes) still fit it. Only
// `make test-all` carries them out; here the lines they expect are looked for, so that somebody who
// changes one of these lines is told at once.

/// Patches whose files are missing, or that expect lines which are not there.
func patchFindings(in tree: Tree) -> [Finding] {
  tree.files.filter { $0.suffix == "patch" }
    .flatMap { patch in
      hunks(of: patch)
        .compactMap { hunk in
          if hunk.path == "/dev/null" { return nil }
          guard let file = tree.file(hunk.path) else {
            return Finding(patch.path, line: hunk.line, "\(hunk.path) is missing")
          }
          return hunk.expected.isEmpty || file.mentions(hunk.expected)
            ? nil : Finding(patch.path, line: hunk.line, "does not fit \(hunk.path)")
        }
    }
}

/// One change of a patch: its line there, the file it changes, and the text it expects in it.
private struct Hunk {
  let line: Int
  let path: String
  var expected = ""
}

private func hunks(of patch: TreeFile) -> [Hunk] {
  var (hunks, path, left): ([Hunk], Substring, Int) = ([], "", 0)
  for (index, line) in patch.lines.enumerated() {
    if left > 0 {
      if line.first == "+" { continue }
      hunks[hunks.count - 1].expected += line.dropFirst() + "\n"
      left -= 1
    } else if line.hasPrefix("--- ") {
      path = line.dropFirst(line.hasPrefix("--- a/") ? 6 : 4)
    } else if line.hasPrefix("@@ -") {
      // `@@ -56,4 +56,6 @@`: four lines are expected; one, if no number is given.
      let range = line.dropFirst(4).prefix { $0 != " " }.split(separator: ",")
      left = range.count == 2 ? Int(range[1]) ?? 0 : 1
      hunks.append(Hunk(line: index + 1, path: String(path)))
    }
  }
  return hunks
}
