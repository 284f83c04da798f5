// How long functions may be. The formatter puts the brace that closes a body below the first column
// of its declaration, so indentation is all that is looked at. Functions, initializers,
// deinitializers, subscripts and computed properties count, from their first line to that brace;
// closures count for what they stand in.

/// Functions of more than 70 lines, but for those that a table is turned into.
func functionFindings(of file: TreeFile) -> [Finding] {
  guard file.isSwift, !file.path.contains("/Generated/") else { return [] }
  let lines = file.lines
  return lines.indices.compactMap { start in
    guard let length = length(ofBodyAt: start, in: lines), length > 70 else { return nil }
    return Finding(file.path, line: start + 1, "a function of \(length) lines")
  }
}

/// How many lines a declaration takes that has a body; nil for all other lines.
private func length(ofBodyAt start: Int, in lines: [Substring]) -> Int? {
  let first = lines[start]
  guard
    first.firstMatch(
      of: /^ *(@\w+ |[a-z]+(\(set\))? )*(func |init\W|deinit |subscript\W|var \w+: .*\{$)/) != nil
  else { return nil }
  let indentation = first.prefix { $0 == " " }
  var isOpen = first.hasSuffix("{")
  for (index, line) in lines.enumerated().dropFirst(start + 1) where !line.isEmpty {
    guard line.hasPrefix(indentation) else { return nil }
    if line.dropFirst(indentation.count).hasPrefix(" ") { continue }
    let rest = line.dropFirst(indentation.count)
    if isOpen {
      if rest.hasPrefix("}") { return index - start + 1 }
    } else {
      guard [")", "{", "where "].contains(where: rest.hasPrefix) else { return nil }
      isOpen = rest.hasSuffix("{")
    }
  }
  return nil
}
