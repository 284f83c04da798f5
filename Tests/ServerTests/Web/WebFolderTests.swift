// What a folder of files is to a browser: types, tags, lengths, and answers without a body where
// HTTP wants none. Each law of RFC 9110 that is claimed is one test.

import Framing
import Testing

@testable import Server

@Suite("The web folder")
struct WebFolderTests {
  private let files = try? TestFolder([
    "index.html": "<!doctype html>", "style.css": "body {}", "deep/index.html": "deep",
    "deep/down/note.txt": "note", "a b.txt": "spaced", "empty.txt": "",
  ])

  private func folder() throws -> WebFolder {
    try #require(files).shown()
  }

  private func get(_ path: String, _ fields: [String] = []) throws -> Response {
    try Response(
      folder().response(to: request("GET \(path) HTTP/1.1", fields), unixSeconds: noon))
  }

  @Test(
    "an extension gives the type, in either case",
    arguments: [
      ("a.html", "text/html; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
      ("a.js", "text/javascript; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"),
      ("a.svg", "image/svg+xml"), ("a.png", "image/png"), ("a.ico", "image/x-icon"),
      ("a.webmanifest", "application/manifest+json"), ("a.txt", "text/plain; charset=utf-8"),
      ("a.woff2", "font/woff2"), ("a.json", "application/json"),
      ("a.js.map", "application/json"), ("A.PNG", "image/png"),
      ("a.tsv", "text/tab-separated-values; charset=utf-8"),
      ("a.exe", "application/octet-stream"), ("LICENSE", "application/octet-stream"),
      ("a.html/none", "application/octet-stream"), ("a.", "application/octet-stream"),
    ])
  func types(name: String, type: String) throws {
    let files = try TestFolder([name: "x"])
    let folder = try files.shown()
    let head = try request("GET /\(name) HTTP/1.1")
    let response = try Response(folder.response(to: head, unixSeconds: noon))
    #expect(response.status == 200)
    #expect(response["Content-Type"] == type)
  }

  @Test(
    "a path shows its file",
    arguments: [
      ("/", "<!doctype html>"), ("/index.html", "<!doctype html>"), ("/style.css", "body {}"),
      ("/deep/", "deep"), ("/deep/down/note.txt", "note"), ("/a%20b.txt", "spaced"),
      ("/style.css?v=2", "body {}"), ("/%73tyle.css", "body {}"), ("/empty.txt", ""),
      ("http://play.example/style.css", "body {}"),
    ])
  func paths(path: String, text: String) throws {
    let response = try get(path)
    #expect(response.status == 200)
    #expect(response.text == text)
    #expect(response["Content-Length"] == "\(text.utf8.count)")
  }

  @Test(
    "what is no file is not found",
    arguments: [
      "/deep", "/deep/down", "/deep/down/", "/Style.css", "/style.css/", "/index", "/index.html/",
      "/404.html", "/style.css.map",
    ])
  func missing(path: String) throws {
    let response = try get(path)
    #expect(response.status == 404)
    #expect(response.text == "404 Not Found: there is nothing here.\n")
    #expect(response["ETag"] == nil)
    #expect(response["Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test("a folder's own page says that something is missing")
  func missingPage() throws {
    let files = try TestFolder(["404.html": "<p>gone</p>"])
    let folder = try files.shown()
    let head = try request("GET /nowhere HTTP/1.1", ["If-None-Match: *"])
    let response = try Response(folder.response(to: head, unixSeconds: noon))
    #expect(response.status == 404)
    #expect(response.text == "<p>gone</p>")
    #expect(response["ETag"] == nil)
    #expect(response["Content-Type"] == "text/html; charset=utf-8")
  }

  @Test("no folder is a folder without files")
  func empty() throws {
    let head = try request("GET / HTTP/1.1")
    #expect(try Response(WebFolder.empty.response(to: head, unixSeconds: noon)).status == 404)
    #expect(!WebFolder.empty.hasIndex)
    #expect(try folder().hasIndex)
  }

  @Test("HEAD is GET without the body", arguments: ["/", "/style.css", "/nowhere"])
  func head(path: String) throws {
    let whole = try folder().response(to: request("GET \(path) HTTP/1.1"), unixSeconds: noon)
    let head = try folder().response(to: request("HEAD \(path) HTTP/1.1"), unixSeconds: noon)
    let body = try Response(whole).body
    #expect(!body.isEmpty)
    #expect(head.bytes + body == whole.bytes)
  }

  @Test("a tag is strong, and is the content's")
  func tags() throws {
    let files = try TestFolder(["a.txt": "same", "b.css": "same", "c.txt": "other"])
    let folder = try files.shown()
    let tags = try ["a.txt", "b.css", "c.txt"]
      .map { name in
        let head = try request("GET /\(name) HTTP/1.1")
        return try Response(folder.response(to: head, unixSeconds: noon))["ETag"] ?? ""
      }
    // SHA-256 of "same", its first half.
    #expect(tags[0] == "\"0967115f2813a3541eaef77de9d9d577\"")
    #expect(tags[0] == tags[1])
    #expect(tags[0] != tags[2])
  }

  @Test(
    "who has the file is told so",
    arguments: [
      (["TAG"], 304), (["W/TAG"], 304), (["*"], 304), (["\"other\", TAG"], 304),
      (["\"a,b\" ,, W/TAG"], 304), (["\"other\"", "TAG"], 304), (["\"other\""], 200),
      (["W/\"other\""], 200), (["TAG-"], 200), ([""], 200), (["\"*\""], 200), ([], 200),
    ])
  func conditions(fields: [String], status: Int) throws {
    let tag = try #require(try get("/style.css")["ETag"])
    let response = try get(
      "/style.css",
      fields.map { "If-None-Match: \($0.replacing("TAG", with: tag))" })
    #expect(response.status == status)
    #expect(response["ETag"] == tag)
    #expect(response["Date"] == "Sat, 21 Nov 2026 12:00:00 GMT")
    #expect(response["Cache-Control"] == "no-cache")
    #expect(response["Content-Length"] == (status == 200 ? "7" : nil))
    #expect(response.body.isEmpty == (status == 304))
  }

  @Test(
    "a connection stays if the client wants it to",
    arguments: [
      ("HTTP/1.1", [String](), String?.none), ("HTTP/1.1", ["Connection: close"], "close"),
      ("HTTP/1.0", [], "close"), ("HTTP/1.0", ["Connection: keep-alive"], "keep-alive"),
    ])
  func connections(version: String, fields: [String], connection: String?) throws {
    let head = try request("GET / \(version)", fields)
    let response = try Response(folder().response(to: head, unixSeconds: noon))
    #expect(response["Connection"] == connection)
  }
}
