// A folder of files for the length of one test, with a place outside of it for what must not be
// shown.

import Foundation

@testable import Server

/// A temporary folder that is removed with the value.
final class TestFolder {
  private let place: URL

  /// The folder that is served.
  var path: String { place.appending(path: "served").path }
  /// What lies beside it.
  var outside: String { place.appending(path: "outside").path }

  init(_ files: [String: String] = [:]) throws {
    place = FileManager.default.temporaryDirectory
      .appending(path: "chromatch-web-\(UUID())").resolvingSymlinksInPath()
    for folder in [path, outside] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    for name in files.keys.sorted() { try write(name, files[name] ?? "") }
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  /// The folder as a server shows it. Ask this and not for the path: the folder lives as long as it
  /// is used.
  func shown(_ limits: WebFolderLimits = WebFolderLimits()) throws -> WebFolder {
    try WebFolder(directory: path, limits: limits)
  }

  /// What is read of the folder.
  func found(_ limits: WebFolderLimits = WebFolderLimits()) throws -> [FolderReader.Found] {
    try FolderReader.read(path, limits: limits)
  }

  /// Writes a file of the folder, or beside it with `../outside/`.
  func write(_ name: String, _ text: String) throws {
    let file = URL(filePath: path).appending(path: name).standardized
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Makes a symbolic link in the folder.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }
}
