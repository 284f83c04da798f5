// What of a folder is read, and what never is: hidden files, links that lead out, things that are
// no files, more than was agreed, anything after the start. And that no path of a request gets at
// them.

import Foundation
import Framing
import TestSupport
import Testing

@testable import Server

@Suite("Reading the web folder")
struct FolderReaderTests {
  /// The text of files that nobody may see.
  private let secret = "the secret"

  /// A folder with a secret in every place that is not to be shown.
  private func trap() throws -> TestFolder {
    let files = try TestFolder([
      "index.html": "index", "fonts/title.woff2": "font", ".env": secret,
      ".git/config": secret, "fonts/.hidden": secret, "../outside/key.txt": secret,
    ])
    for (name, target) in [
      ("out.txt", "../outside/key.txt"), ("absolute.txt", files.outside + "/key.txt"),
      ("out", "../outside"), ("in", "fonts"), ("hidden.txt", ".env"),
      ("config.txt", ".git/config"), ("self", "."), ("circle", "circle"),
      ("nowhere.txt", "missing.txt"), ("font.woff2", "fonts/title.woff2"),
    ] { try files.link(name, to: target) }
    expect(mkfifo(files.path + "/pipe.txt", 0o600), equals: 0)
    return files
  }

  @Test("only visible files are read, and links to them, of a folder that may itself be a link")
  func visible() throws {
    let files = try trap()
    let found = try files.found()
    expect(found.map(\.path), equals: ["/font.woff2", "/fonts/title.woff2", "/index.html"])
    expect(found.map(\.bytes), equals: ["font", "font", "index"].map { Array($0.utf8) })
    try files.link("again", to: files.path)
    let linked = try FolderReader.read(files.path + "/again", limits: WebFolderLimits())
    expect(linked, equals: found)
  }

  @Test("no path leads to what is not shown")
  func hostile() throws {
    let files = try trap()
    let folder = try files.shown()
    for path in [
      "/.env", "/.git/config", "/fonts/.hidden", "/out.txt", "/absolute.txt", "/out/key.txt",
      "/in/title.woff2", "/hidden.txt", "/config.txt", "/self/index.html", "/pipe.txt",
      "/../outside/key.txt", "/fonts/../../outside/key.txt", "/%2e%2e/outside/key.txt",
      "/.%2E/outside/key.txt", "/%2e%2e%2foutside%2fkey.txt", "/fonts/%2e%2e/.env",
      "/..%5coutside%5ckey.txt", "/..\\outside\\key.txt", "//outside/key.txt", "//etc/passwd",
      "/index.html%00.txt", "/%00", "/%2fetc%2fpasswd", "/etc/passwd", "/%252e%252e/.env",
      "/..;/outside/key.txt", "/%c0%ae%c0%ae/outside/key.txt", "/./.env", "/fonts//.hidden",
      "/\u{2025}/outside/key.txt", "/~root", "/file:///etc/passwd", "http://h/../.env",
      "/" + String(repeating: "a", count: 7_900), "/" + String(repeating: "../", count: 2_000),
      "/" + String(repeating: "%2e%2e/", count: 1_000), "/" + String(repeating: "a", count: 9_000),
    ] {
      do {
        let response = try folder.get(path)
        expect(response.status == 404 && !response.text.contains(secret), "\(path)")
      } catch let refusal as HTTPRefusal {
        expect([.badRequest, .uriTooLong], contains: refusal.status, "\(path)")
      }
    }
  }

  @Test("after the start the folder is looked at no more")
  func later() throws {
    let files = try TestFolder(["index.html": "before"])
    let folder = try files.shown()
    try files.write("index.html", "after")
    try files.write("new.txt", "new")
    let reloaded = try files.shown()
    try expect(folder.get("/").text == "before" && reloaded.get("/").text == "after")
    try expect(folder.get("/new.txt").status == 404 && reloaded.get("/new.txt").status == 200)
  }

  @Test("a folder may be as large as its limits, and beyond one it is refused in words")
  func limits() throws {
    let text = String(repeating: "x", count: 10)
    let files = try TestFolder(["a.txt": text, "b.txt": text, "c/d/e.txt": text])
    var limits = WebFolderLimits()
    (limits.filesMax, limits.fileBytesMax, limits.bytesMax, limits.depthMax) = (3, 10, 30, 3)
    try expect(files.found(limits).count, equals: 3)
    let rows: [(limit: WritableKeyPath<WebFolderLimits, Int>, sentence: String)] = [
      (\.filesMax, "served has more than 2 files"), (\.fileBytesMax, "txt has more than 9 bytes"),
      (\.bytesMax, "served has more than 29 bytes"),
      (\.depthMax, "served has more than 2 folders within each other"),
    ]
    for (limit, sentence) in rows {
      var less = limits
      less[keyPath: limit] -= 1
      let failure = #expect(throws: WebFolder.Failure.self) { try files.shown(less) }
      expect(failure?.description.hasSuffix(sentence), equals: true, "\(sentence)")
    }
  }

  @Test("a folder that is not there, and a file in its place, are named")
  func notThere() throws {
    let files = try TestFolder(["a.txt": ""])
    for (path, why) in [
      (files.path + "/none", "cannot find \(files.path)/none: No such file or directory"),
      (files.path + "/a.txt", "cannot read \(files.path)/a.txt: Not a directory"),
    ] {
      let failure = #expect(throws: WebFolder.Failure.self) { try WebFolder(directory: path) }
      expect(failure?.description, equals: why)
    }
  }

  @Test("the usual folders are beside an installed program and above a built one")
  func usual() {
    let built = WebFolder.usualDirectories(executable: "/src/chromatch/.build/release/chromatchd")
    expect(
      built,
      equals: [
        "/src/chromatch/.build/release/../share/chromatch/web",
        "/src/chromatch/.build/release/clients/web", "/src/chromatch/.build/clients/web",
        "/src/chromatch/clients/web", "/src/clients/web",
      ])
    let installed = WebFolder.usualDirectories(executable: "/usr/bin/chromatchd")
    expect(installed.first, equals: "/usr/bin/../share/chromatch/web")
    let deep = "/" + Array(repeating: "d", count: 20).joined(separator: "/")
    expect(WebFolder.usualDirectories(executable: deep).count, equals: 7)
  }
}
