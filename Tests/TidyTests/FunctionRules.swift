// How long functions may be, and how many may only call another of the same name. The formatter
// puts the brace that closes a body below the first column of its declaration, so for lengths
// indentation is all that is looked at. Functions, initializers, deinitializers, subscripts and
// computed properties count, from their first line to that brace; closures count for what they
// stand in.

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

/// So many functions of the server may do nothing but call one of their own name.
let forwardsMax = 30

/// Each function that only forwards, if they are more than may be.
func forwardFindings(in files: [SwiftFile], max: Int = forwardsMax) -> [Finding] {
  let found = files.filter { $0.file.isBelow("Sources") }
    .flatMap { file in forwards(in: file.code).map { (file.path, $0) } }
  if found.count <= max { return [] }
  return found.map { path, name in
    Finding(
      path, line: name.line,
      "\(name.text) only forwards, as \(found.count) functions do; \(max) may: call the inner one")
  }
}

/// The names of functions whose body is one call of a function of the same name, whatever it is
/// handed.
private func forwards(in code: [SwiftToken]) -> [SwiftToken] {
  code.indices.dropFirst()
    .compactMap { index in
      guard code[index - 1].text == "func",
        let call = outline(ofBodyAfter: index, in: code)?
          .wholeMatch(
            of:
              #/(return |try |try[?!]|await |_=)*(\w*(\(\)|\[\])*[?!]?\.)*(\w+)(\(\)|(\(\))?\{\})/#)
      else { return nil }
      return call.4 == code[index].text ? code[index] : nil
    }
}

/// What a function's body does, without what stands in brackets there; nil if it has none.
private func outline(ofBodyAfter name: Int, in code: [SwiftToken]) -> String? {
  var outline: String?
  var depth = 0
  for (before, token) in zip(code[name...], code[(name + 1)...]) {
    if ["}", ")", "]"].contains(token.text) { depth -= 1 }
    if depth < 0 { return outline }
    if depth == 0, outline == nil, ["func", "var", "let"].contains(token.text) { return nil }
    if depth == 0, outline == nil, token.text == "{" {
      outline = ""
      continue
    }
    if depth == 0, outline != nil {
      let areWords = [before, token].allSatisfy { $0.text.utf8.allSatisfy(SwiftToken.isWordByte) }
      outline? += areWords ? " " + token.text : token.text
    }
    if ["{", "(", "["].contains(token.text) { depth += 1 }
  }
  return nil
}
