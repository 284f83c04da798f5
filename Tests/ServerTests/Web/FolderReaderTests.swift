// What of a folder is read, and what never is: hidden files, links that lead out, things that are
// no files, more than was agreed, anything after the start. And that no path of a request gets at
// them.

import Foundation
import Framing
import Testing

@testable import Server

@Suite("Reading the web folder")
struct FolderReaderTests {
  /// The text of files that nobody may see.
  private let secret = "the secret"

  private func status(_ path: String, of folder: WebFolder) throws -> Int {
    let head = try request("GET \(path) HTTP/1.1")
    return try Response(folder.response(to: head, unixSeconds: noon)).status
  }

  /// A folder with a secret in every place that is not to be shown.
  private func trap() throws -> TestFolder {
    let files = try TestFolder([
      "index.html": "index", "fonts/title.woff2": "font", ".env": secret,
      ".git/config": secret, "fonts/.hidden": secret, "../outside/key.txt": secret,
    ])
    try files.link("out.txt", to: "../outside/key.txt")
    try files.link("absolute.txt", to: files.outside + "/key.txt")
    try files.link("out", to: "../outside")
    try files.link("in", to: "fonts")
    try files.link("hidden.txt", to: ".env")
    try files.link("config.txt", to: ".git/config")
    try files.link("self", to: ".")
    try files.link("circle", to: "circle")
    try files.link("nowhere.txt", to: "missing.txt")
    try files.link("font.woff2", to: "fonts/title.woff2")
    #expect(mkfifo(files.path + "/pipe.txt", 0o600) == 0)
    return files
  }

  @Test("only visible files are read, and links to them")
  func visible() throws {
    let found = try trap().found()
    #expect(found.map(\.path) == ["/font.woff2", "/fonts/title.woff2", "/index.html"])
    #expect(found.map(\.bytes) == ["font", "font", "index"].map { Array($0.utf8) })
  }

  @Test("a folder may itself be a link")
  func linkedFolder() throws {
    let files = try trap()
    try files.link("again", to: files.path)
    let linked = try FolderReader.read(files.path + "/again", limits: WebFolderLimits())
    #expect(try linked == files.found())
  }

  @Test(
    "no path leads to what is not shown",
    arguments: [
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
    ])
  func hostile(path: String) throws {
    let folder = try trap().shown()
    do {
      let head = try request("GET \(path) HTTP/1.1")
      let response = try Response(folder.response(to: head, unixSeconds: noon))
      #expect(response.status == 404)
      #expect(!response.text.contains(secret))
    } catch let refusal as HTTPRefusal {
      #expect([.badRequest, .uriTooLong].contains(refusal.status))
    }
  }

  @Test("after the start the folder is looked at no more")
  func later() throws {
    let files = try TestFolder(["index.html": "before"])
    let folder = try files.shown()
    try files.write("index.html", "after")
    try files.write("new.txt", "new")
    let head = try request("GET / HTTP/1.1")
    #expect(try Response(folder.response(to: head, unixSeconds: noon)).text == "before")
    #expect(try status("/new.txt", of: folder) == 404)
    let reloaded = try files.shown()
    #expect(try Response(reloaded.response(to: head, unixSeconds: noon)).text == "after")
    #expect(try status("/new.txt", of: reloaded) == 200)
  }

  /// Three files of 10 bytes, one of them two folders down.
  private func threeFiles() throws -> TestFolder {
    let text = String(repeating: "x", count: 10)
    return try TestFolder(["a.txt": text, "b.txt": text, "c/d/e.txt": text])
  }

  @Test("a folder may be as large as its limits")
  func atLimits() throws {
    var limits = WebFolderLimits()
    (limits.filesMax, limits.fileBytesMax, limits.bytesMax, limits.depthMax) = (3, 10, 30, 3)
    #expect(try threeFiles().found(limits).count == 3)
  }

  @Test(
    "a folder beyond a limit is refused in words",
    arguments: [
      (\WebFolderLimits.filesMax, 2, "served has more than 2 files"),
      (\.fileBytesMax, 9, "txt has more than 9 bytes"),
      (\.bytesMax, 29, "served has more than 29 bytes"),
      (\.depthMax, 2, "served has more than 2 folders within each other"),
    ])
  func beyondLimits(
    limit: any WritableKeyPath<WebFolderLimits, Int> & Sendable, number: Int, sentence: String
  ) throws {
    let files = try threeFiles()
    var limits = WebFolderLimits()
    limits[keyPath: limit] = number
    let failure = #expect(throws: WebFolder.Failure.self) {
      try files.shown(limits)
    }
    #expect(failure?.description.hasSuffix(sentence) == true)
  }

  @Test("a folder that is not there, and a file in its place, are named")
  func notThere() throws {
    let files = try TestFolder(["a.txt": ""])
    for (path, why) in [
      (files.path + "/none", "cannot find \(files.path)/none: No such file or directory"),
      (files.path + "/a.txt", "cannot read \(files.path)/a.txt: Not a directory"),
    ] {
      let failure = #expect(throws: WebFolder.Failure.self) { try WebFolder(directory: path) }
      #expect(failure?.description == why)
    }
  }

  @Test("the usual folders are beside an installed program and above a built one")
  func usual() {
    #expect(
      WebFolder.usualDirectories(executable: "/src/chromatch/.build/release/chromatchd") == [
        "/src/chromatch/.build/release/../share/chromatch/web",
        "/src/chromatch/.build/release/clients/web", "/src/chromatch/.build/clients/web",
        "/src/chromatch/clients/web", "/src/clients/web",
      ])
    #expect(
      WebFolder.usualDirectories(executable: "/usr/bin/chromatchd").first
        == "/usr/bin/../share/chromatch/web")
    let deep = "/" + Array(repeating: "d", count: 20).joined(separator: "/")
    #expect(WebFolder.usualDirectories(executable: deep).count == 7)
  }
}
