// The walls: what each target may import, compared with what its files do import. It reads
// `import` in every form Swift has, and `canImport`, which is an import waiting to happen. Two
// walls of the compiler stand beside it (upcoming features and the explicit import check); neither
// of them sees an SDK module such as Dispatch in a pure target, and this one does.

/// The folders whose Swift files the import table governs.
let productFolders = ["Sources", "protocol", "clients"]

/// A module named by an import, and where.
struct ImportedModule: Equatable, Sendable {
  let module: String
  /// `Glibc.pow` of `import func Glibc.pow`, which lets nothing else of the module in.
  let symbol: String?
  let line: Int

  func isAllowed(by row: House.Row) -> Bool {
    row.imports.contains(module) || symbol.map(row.imports.contains) == true
  }
}

/// Every module that a file imports or asks whether it can import.
func imports(of file: SwiftFile) -> [ImportedModule] {
  let scopes: Set = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor", "macro",
  ]
  let tokens = file.code
  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
  var found: [ImportedModule] = []
  for (index, token) in tokens.enumerated() where text(index - 1) != "." {
    var name = index + 1
    var isScoped = false
    switch token.text {
    case "import":
      isScoped = scopes.contains(text(name))
      if isScoped { name += 1 }
    case "canImport" where text(name) == "(": name += 1
    default: continue
    }
    let module = text(name)
    guard !module.isEmpty, module.utf8.allSatisfy(SwiftToken.isWordByte) else { continue }
    let symbol = isScoped ? module + text(name + 1) + text(name + 2) : nil
    found.append(ImportedModule(module: module, symbol: symbol, line: token.line))
  }
  return found
}

/// Imports that the table does not allow, and files that no row governs.
func importFindings(in files: [SwiftFile], house: House) -> [Finding] {
  var findings: [Finding] = []
  for file in files where productFolders.contains(where: file.file.isBelow) {
    guard let row = house.row(holding: file.file) else {
      findings.append(Finding(file.path, "its folder is not in \(House.path)"))
      continue
    }
    if row.kind == .shim {
      findings.append(Finding(file.path, "\(row.target) is a shim: C headers and nothing else"))
    }
    for found in imports(of: file) where !found.isAllowed(by: row) {
      let allowed = row.imports.sorted().joined(separator: ", ")
      findings.append(
        Finding(
          file.path, line: found.line,
          "\(row.target) may not import \(found.module), only: \(allowed)"))
    }
  }
  return findings
}
