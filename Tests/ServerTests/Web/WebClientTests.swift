// The web client of this project, as the server shows it: all that its pages name is there, and
// nothing in them is what the content policy forbids, so a page that works in a browser works from
// a server.

import Foundation
import Framing
import TestSupport
import Testing

@testable import Server

@Suite("The web client")
struct WebClientTests {
  private let directory = treeFolder.appending(path: "clients/web").path

  private func pages() throws -> [(path: String, text: String)] {
    try FolderReader.read(directory, limits: WebFolderLimits())
      .filter { $0.path.hasSuffix(".html") }
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  @Test("every file is of a type that a browser takes, and no script makes code out of text")
  func types() throws {
    for file in try FolderReader.read(directory, limits: WebFolderLimits()) {
      expect(MediaType.of(path: file.path), differsFrom: MediaType.unknown, "\(file.path)")
      guard file.path.hasSuffix("js") else { continue }
      let text = String(decoding: file.bytes, as: UTF8.self)
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
        expect(!text.contains(word), "\(word) in \(file.path)")
      }
    }
  }

  @Test("everything that a page names on this server is there")
  func links() throws {
    let folder = try WebFolder(directory: directory)
    let link = /(?:href|src)="(\/[^"#]*)"/
    for page in try pages() {
      let paths = page.text.matches(of: link).map { String($0.output.1) }
      #expect(!paths.isEmpty, "\(page.path)")
      for path in paths {
        #expect(try folder.get(path).status == 200, "\(path) in \(page.path)")
      }
    }
  }

  @Test("no page has what the content policy forbids")
  func policy() throws {
    let forbidden = [
      "inline script": /<script(?![^>]*\ssrc=)[^>]*>/, "inline style": /<style/,
      "style attribute": /\sstyle\s*=/, "handler": /\son[a-z]+\s*=/,
      "another host": /(?:href|src)="(?:https?:)?\/\//, "data": /(?:href|src)="data:/,
      "a base": /<base/, "a form": /<form/, "a frame": /<i?frame/,
    ]
    for page in try pages() {
      for name in forbidden.keys.sorted() {
        let found = forbidden[name].flatMap { page.text.lowercased().firstMatch(of: $0) }
        expect(found, equals: nil, "\(name) in \(page.path)")
      }
    }
  }
}
