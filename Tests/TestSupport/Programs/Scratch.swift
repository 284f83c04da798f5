// A directory for a test: where a program under test keeps what outlives it, and nobody's home.

import Foundation

/// A directory that is there as long as this value is.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "chromatch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    path = directory.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A program that finds its state here.
  var environment: [String: String] { ["XDG_STATE_HOME": path] }

  /// The client's file of known servers.
  var knownServers: String { "\(path)/chromatch/known-servers" }

  /// A file's text; nil without one.
  func text(of file: String) -> String? { try? String(contentsOfFile: file, encoding: .utf8) }

  /// Writes the file of known servers.
  func write(knownServers text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/chromatch", withIntermediateDirectories: true)
    try text.write(toFile: knownServers, atomically: false, encoding: .utf8)
  }
}
