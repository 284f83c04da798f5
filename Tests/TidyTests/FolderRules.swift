// Folders of one target stand on each other, and never in a circle: what the compiler keeps between
// targets is kept here between their folders. A folder needs another where its code has a name that
// only the other one declares: a type anywhere, a function where it is called. Members, and what
// extensions add, are not looked at.

/// The folders whose subfolders stand on each other.
let layeredFolders = ["clients/terminal/App", "clients/terminal/UI"]

/// One place where a folder needs another.
private struct Need {
  let folder: String
  let finding: Finding
}

/// What the code of a file declares outside of any braces for the rest of the target.
func declaredNames(in tokens: [SwiftToken]) -> Set<String> {
  let types: Set = ["struct", "enum", "class", "actor", "protocol", "typealias"]
  var names: Set<String> = []
  var (depth, isHidden) = (0, false)
  for (token, next) in zip(tokens, tokens.dropFirst()) {
    switch token.text {
    case "{": depth += 1
    case "}": depth -= 1
    case "private", "fileprivate": isHidden = depth == 0 || isHidden
    case let word where depth == 0 && (types.contains(word) || word == "func"):
      if !isHidden { names.insert(next.text) }
      isHidden = false
    case "extension", "import", "let", "var": if depth == 0 { isHidden = false }
    default: break
    }
  }
  return names
}

/// Needs that lead back to the folder that has them.
func folderFindings(in files: [SwiftFile], below root: String) -> [Finding] {
  var codes: [(folder: String, file: SwiftFile)] = []
  for file in files where file.file.isBelow(root) {
    let rest = file.path.dropFirst(root.count + 1).split(separator: "/")
    if rest.count > 1 { codes.append((String(rest[0]), file)) }
  }
  var homes: [String: Set<String>] = [:]
  for (folder, file) in codes {
    for name in declaredNames(in: file.code) { homes[name, default: []].insert(folder) }
  }
  var needs: [String: [String: Need]] = [:]
  for (folder, file) in codes {
    for need in neededFolders(of: file, in: folder, homes)
    where needs[folder]?[need.folder] == nil { needs[folder, default: [:]][need.folder] = need }
  }
  return needs.sorted { $0.key < $1.key }
    .flatMap { folder, needed in
      needed.values.filter { reaches(folder, from: $0.folder, needs) }.map(\.finding)
        .sorted { ($0.path, $0.line) < ($1.path, $1.line) }
    }
}

private func neededFolders(
  of file: SwiftFile, in folder: String, _ homes: [String: Set<String>]
) -> [Need] {
  let code = file.code
  return code.indices.compactMap { index in
    let name = code[index].text
    guard let home = homes[name], home.count == 1, let other = home.first, other != folder,
      index == 0 || code[index - 1].text != "."
    else { return nil }
    let isType = name.first?.isUppercase == true
    let isCall =
      index + 1 < code.count && code[index + 1].text == "("
      && (index == 0 || code[index - 1].text != "func")
    guard isType || isCall else { return nil }
    let what = "needs \(name) of \(other), which needs \(folder)"
    return Need(folder: other, finding: Finding(file.path, line: code[index].line, what))
  }
}

/// Whether needs lead from one folder to another.
private func reaches(_ goal: String, from start: String, _ needs: [String: [String: Need]]) -> Bool
{
  var (seen, pending): (Set<String>, [String]) = ([], [start])
  while let folder = pending.popLast() {
    if folder == goal { return true }
    if seen.insert(folder).inserted { pending += needs[folder].map { Array($0.keys) } ?? [] }
  }
  return false
}
