// The working tree as the house rules see it: every file below the root, read once into memory.
// It knows where the root is and what to skip; it does not know a single rule.
// Invariant: files are in the order of their paths, so that findings come in the same order always.

import Foundation
import Glibc

/// One file of the tree: where it stands and what is in it.
struct TreeFile: Sendable {
  /// The path from the root, with slashes: `Sources/Game/Match/Match.swift`.
  let path: String
  let bytes: [UInt8]

  /// The last component of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What follows the last dot of the name, or nothing.
  var suffix: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  var isSwift: Bool { suffix == "swift" }

  /// The text, if the file is one: valid UTF-8 without NUL.
  var text: String? { bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self) }

  /// The lines without their newlines; a final newline does not begin another line.
  var lines: [Substring] {
    guard let text else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether a text stands anywhere in the file; far quicker than to look through its lines.
  func mentions(_ text: String) -> Bool {
    let word = Array(text.utf8)
    return bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      let end = start + bytes.count
      var place = start
      while place + word.count <= end,
        let next = memchr(place, CInt(word[0]), end - place - word.count + 1)
      {
        if memcmp(next, word, word.count) == 0 { return true }
        place = UnsafeRawPointer(next) + 1
      }
      return false
    }
  }

  /// Whether the file stands in a folder or below it.
  func isBelow(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }
}

extension TreeFile {
  /// A file made up by a test.
  init(_ path: String, _ text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}

/// All files and folders below a root, except hidden ones and what building leaves behind.
struct Tree: Sendable {
  let files: [TreeFile]
  let folders: [String]
}

extension Tree {
  /// A tree made up by a test; its folders are those its files stand in.
  init(_ files: [TreeFile]) {
    var folders: Set<String> = []
    for file in files {
      var components = file.path.split(separator: "/").dropLast()
      while !components.isEmpty {
        folders.insert(components.joined(separator: "/"))
        components.removeLast()
      }
    }
    self.init(files: files, folders: folders.sorted())
  }

  /// Reads the tree below a folder. Symbolic links are not followed.
  init(readingBelow root: URL) throws {
    var files: [TreeFile] = []
    var folders: [String] = []
    var pending = [""]
    while let folder = pending.popLast() {
      let location = folder.isEmpty ? root : root.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: location.path) {
        if name.hasPrefix(".") || name == "Package.resolved" { continue }
        let path = folder.isEmpty ? name : folder + "/" + name
        let values = try location.appending(path: name)
          .resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
        if values.isSymbolicLink == true { continue }
        if values.isDirectory == true {
          folders.append(path)
          pending.append(path)
        } else {
          let bytes = try Data(contentsOf: root.appending(path: path))
          files.append(TreeFile(path: path, bytes: [UInt8](bytes)))
        }
      }
    }
    self.init(files: files.sorted { $0.path < $1.path }, folders: folders.sorted())
  }

  func file(_ path: String) -> TreeFile? { files.first { $0.path == path } }
}
