// Requests and responses of these tests, read by the project's own parsers, and a folder of files
// for the length of one test, with a place outside of it for what must not be shown.

import Foundation
import Framing
import TestSupport
import Testing

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

/// The head of a request, from its lines; `Host` is added where it is missing.
func request(_ line: String, _ fields: [String] = []) throws -> RequestHead {
  let hasHost = fields.contains { $0.hasPrefix("Host:") }
  let lines = [line] + (hasHost ? [] : ["Host: play.example:7313"]) + fields
  var parser = RequestParser(headBytesMax: 8_192)
  parser.receive(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)[...])
  return try require(try parser.next())
}

/// A response as a client reads it.
struct Response: Equatable {
  let head: ResponseHead
  let body: [UInt8]

  init(_ response: WholeResponse) throws {
    try self.init(response.bytes)
    expect(response.status.rawValue, equals: status, "it is counted as what it says")
  }

  init(_ bytes: [UInt8]) throws {
    var parser = ResponseParser(headBytesMax: 8_192)
    parser.receive(bytes[...])
    head = try require(try parser.next())
    body = parser.takeRest()
  }

  var status: Int { head.statusCode }
  var text: String { String(decoding: body, as: UTF8.self) }

  /// A field that has to come exactly once.
  subscript(name: String) -> String? { head.fields.only(name) }
}

/// 2026-11-21 12:00:00 UTC, the moment of these tests.
let noon = 1_795_262_400

/// What every answer says to a browser, word for word.
let securityFields = [
  (
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
      + "connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
      + "form-action 'none'"
  ),
  ("X-Content-Type-Options", "nosniff"),
  ("Referrer-Policy", "no-referrer"),
  ("X-Frame-Options", "DENY"),
  ("Cross-Origin-Opener-Policy", "same-origin"),
  ("Cross-Origin-Resource-Policy", "same-origin"),
  (
    "Permissions-Policy",
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
  ),
]

extension WebFolder {
  /// What a GET is answered with.
  func get(_ path: String, _ fields: [String] = []) throws -> Response {
    try Response(response(to: request("GET \(path) HTTP/1.1", fields), unixSeconds: noon))
  }
}
