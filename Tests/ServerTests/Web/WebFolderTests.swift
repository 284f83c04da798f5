// What a folder of files is to a browser: types, tags, lengths, and answers without a body where
// HTTP wants none. Each law of RFC 9110 that is claimed is one test.

import Framing
import TestSupport
import Testing

@testable import Server

@Suite("The web folder")
struct WebFolderTests {
  private let files = try? TestFolder([
    "index.html": "<!doctype html>", "style.css": "body {}", "deep/index.html": "deep",
    "deep/down/note.txt": "note", "a b.txt": "spaced", "empty.txt": "",
  ])

  private func get(_ path: String, _ fields: [String] = []) throws -> Response {
    try require(files).shown().get(path, fields)
  }

  @Test("an extension gives the type, in either case")
  func types() throws {
    let rows = [
      "a.html": "text/html; charset=utf-8", "a.css": "text/css; charset=utf-8",
      "a.js": "text/javascript; charset=utf-8", "a.mjs": "text/javascript; charset=utf-8",
      "a.svg": "image/svg+xml", "a.png": "image/png", "a.ico": "image/x-icon",
      "a.webmanifest": "application/manifest+json", "a.txt": "text/plain; charset=utf-8",
      "a.woff2": "font/woff2", "a.json": "application/json", "a.js.map": "application/json",
      "A.PNG": "image/png", "a.tsv": "text/tab-separated-values; charset=utf-8",
      "a.exe": "application/octet-stream", "LICENSE": "application/octet-stream",
      "b.html/none": "application/octet-stream", "a.": "application/octet-stream",
    ]
    let folder = try TestFolder(rows.mapValues { _ in "x" }).shown()
    for (name, type) in rows {
      let response = try folder.get("/\(name)")
      expect(response.status == 200 && response["Content-Type"] == type, "\(name)")
    }
  }

  @Test("a path shows its file")
  func paths() throws {
    for (path, text) in [
      "/": "<!doctype html>", "/index.html": "<!doctype html>", "/style.css": "body {}",
      "/deep/": "deep", "/deep/down/note.txt": "note", "/a%20b.txt": "spaced",
      "/style.css?v=2": "body {}", "/%73tyle.css": "body {}", "/empty.txt": "",
      "http://play.example/style.css": "body {}",
    ] {
      let response = try get(path)
      expect(response.status == 200 && response.text == text, "\(path)")
      expect(response["Content-Length"], equals: "\(text.utf8.count)")
    }
  }

  @Test("what is no file is not found, and a folder's own page says so")
  func missing() throws {
    for path in [
      "/deep/down", "/deep/down/", "/Style.css", "/style.css/", "/index", "/index.html/",
      "/404.html", "/style.css.map",
    ] {
      let response = try get(path)
      expect(response.status == 404 && response["ETag"] == nil, "\(path)")
      expect(response.text, equals: "404 Not Found: there is nothing here.\n")
      expect(response["Content-Type"], equals: "text/plain; charset=utf-8")
    }
    let folder = try TestFolder(["404.html": "<p>gone</p>"]).shown()
    let own = try folder.get("/nowhere", ["If-None-Match: *"])
    expect(own.status == 404 && own.text == "<p>gone</p>" && own["ETag"] == nil)
    expect(own["Content-Type"], equals: "text/html; charset=utf-8")
    try expect(WebFolder.empty.get("/").status, equals: 404)
    try expect(!WebFolder.empty.hasIndex && #require(files).shown().hasIndex)
  }

  private static let typed: [(path: String, place: String)] = [
    ("/wall", "/wall/"), ("/Wall", "/wall/"), ("/wall.", "/wall/"), ("/wall%20", "/wall/"),
    ("/wall?x=1", "/wall/?x=1"), ("/replay", "/replay/"), ("/replay/7", "/replay/#7"),
    ("/replay/%237", "/replay/#7"), ("/replay/7)", "/replay/#7"), ("/wall/hall", "/wall/hall/"),
    ("/WAVE", "/#WAVE"), ("/wave", "/#WAVE"), ("/WAVE/", "/#WAVE"), ("/%23WAVE", "/#WAVE"),
    ("/WAVE.", "/#WAVE"), ("/WAVE,", "/#WAVE"), ("/WAVE)", "/#WAVE"), ("/WAVE%20", "/#WAVE"),
    ("/KM4TQ2", "/#KM4TQ2"), ("/KM4-TQ2", "/#KM4TQ2"), ("/WAVE?utm_source=x", "/#WAVE"),
    ("/%23WAVE%2525", "/#WAVE"), ("/WAVE/stage", "/#WAVE/stage"),
    ("/%23wave/stage", "/#WAVE/stage"), ("/%E2%80%9CWAVE%E2%80%9D", "/#WAVE"),
    ("/m/7.", "/m/7"), ("/m/7,", "/m/7"), ("/m/7)", "/m/7"), ("/m/7!", "/m/7"), ("/m/7/", "/m/7"),
    ("/m/7).", "/m/7"), ("/m/7%E2%80%9D", "/m/7"), ("/m/7.?x=1", "/m/7"),
    ("/m/7.png.", "/m/7.png"), ("/m/7.record,", "/m/7.record"), ("/r/WAVE.", "/r/WAVE"),
    ("/r/WAVE)", "/r/WAVE"), ("/r/WAVE/", "/r/WAVE"), ("/r/KM4TQ2.", "/r/KM4TQ2"),
  ]

  @Test("an address as people type it leads to the page or the room that is meant")
  func typed() throws {
    let folder = try TestFolder([
      "index.html": "", "wall/index.html": "", "wall/hall/index.html": "", "replay/index.html": "",
      "a b/index.html": "", "main.mjs": "",
    ])
    .shown()
    for (path, place) in Self.typed {
      let response = try folder.get(path)
      expect(response.status, equals: 302, "\(path)")
      expect(response["Location"], equals: place, "\(path)")
      expect(response["Cache-Control"], equals: "no-cache")
      expect(response["Content-Length"], equals: "0")
    }
    for path in [
      "/ROOM", "/WAV", "/WAVES", "/WAVE/else", "/replay/x", "/a%20b", "/main", "/main.mjs/",
      "/example.org", "/wave.mjs", "/robots.txt", "/m/7", "/r/WAVE", "/m/.png.", "/m/07.",
      "/m/-1.", "/m/7.gif.", "/r/WAV.", "/x/7.",
    ] {
      try expect(folder.get(path).status, equals: 404, "\(path)")
    }
    // Without a page there is nowhere to lead to.
    let bare = try TestFolder(["a.css": ""])
    for path in ["/WAVE", "/m/7."] { try expect(bare.shown().get(path).status, equals: 404) }
  }

  @Test("a tag is strong, and is the content's")
  func tags() throws {
    let folder = try TestFolder(["a.txt": "same", "b.css": "same", "c.txt": "other"]).shown()
    let tags = try ["/a.txt", "/b.css", "/c.txt"].map { try folder.get($0)["ETag"] }
    // SHA-256 of "same", its first half.
    expect(tags[0], equals: "\"0967115f2813a3541eaef77de9d9d577\"")
    expect(tags[0] == tags[1] && tags[0] != tags[2])
  }

  @Test("a client that has the file is told so")
  func conditions() throws {
    let tag = try require(try get("/style.css")["ETag"])
    let rows: [(fields: [String], status: Int)] = [
      (["TAG"], 304), (["W/TAG"], 304), (["*"], 304), (["\"other\", TAG"], 304),
      (["\"a,b\" ,, W/TAG"], 304), (["\"other\"", "TAG"], 304), (["\"other\""], 200),
      (["W/\"other\""], 200), (["TAG-"], 200), ([""], 200), (["\"*\""], 200), ([], 200),
    ]
    for (fields, status) in rows {
      let known = fields.map { "If-None-Match: \($0.replacing("TAG", with: tag))" }
      let response = try get("/style.css", known)
      expect(response.status == status && response["ETag"] == tag, "\(fields)")
      expect(response["Date"], equals: "Sat, 21 Nov 2026 12:00:00 GMT")
      expect(response["Cache-Control"], equals: "no-cache")
      expect(response["Content-Length"], equals: (status == 200 ? "7" : nil))
      expect(response.body.isEmpty, equals: (status == 304))
    }
  }

  @Test("a connection stays if the client wants it to")
  func connections() throws {
    let rows: [(version: String, fields: [String], connection: String?)] = [
      ("1.1", [], nil), ("1.1", ["Connection: close"], "close"), ("1.0", [], "close"),
      ("1.0", ["Connection: keep-alive"], "keep-alive"),
    ]
    let folder = try require(files).shown()
    for (version, fields, connection) in rows {
      let head = try request("GET / HTTP/\(version)", fields)
      let response = try Response(folder.response(to: head, unixSeconds: noon))
      expect(response["Connection"], equals: connection, "\(version) \(fields)")
    }
  }
}
