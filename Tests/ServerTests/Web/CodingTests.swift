// In which form a file is sent: gzip to whoever takes it, as it is to everybody else, each with a
// tag of its own. What gzip made is read back by another program.

import Foundation
import Framing
import Testing

@testable import Server

@Suite("Files as gzip")
struct CodingTests {
  private static let style = String(repeating: "body { color: #767676 }\n", count: 50)
  private static let page = String(repeating: "<p>There is nothing here.</p>\n", count: 20)

  private let files = try? TestFolder([
    "index.html": "<!doctype html>", "style.css": style, "404.html": page,
  ])

  private func response(_ line: String, _ fields: [String]) throws -> Response {
    let folder = try #require(files).shown()
    return try Response(folder.response(to: request(line, fields), unixSeconds: noon))
  }

  private func get(_ accepted: String, _ fields: [String] = []) throws -> Response {
    try response("GET /style.css HTTP/1.1", ["Accept-Encoding: \(accepted)"] + fields)
  }

  /// What gunzip makes of bytes.
  private func gunzipped(_ bytes: [UInt8]) throws -> String {
    let (program, input, output) = (Process(), Foundation.Pipe(), Foundation.Pipe())
    program.executableURL = URL(filePath: "/bin/gzip")
    program.arguments = ["--decompress", "--stdout"]
    program.standardInput = input
    program.standardOutput = output
    try program.run()
    // A pipe takes far more than these files have.
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    try input.fileHandleForWriting.close()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    return String(decoding: read, as: UTF8.self)
  }

  @Test(
    "who takes gzip gets it, and gunzip gets the file back",
    arguments: [
      "gzip", "GZip", "x-gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*",
      "gzip;q=0.001", "gzip ; q=1.000", "identity;q=0.5, gzip;q=0.5", "identity;q=0, *",
      "gzip;q=0, x-gzip", "deflate,,\tgzip",
    ])
  func gzip(accepted: String) throws {
    let response = try get(accepted)
    #expect(response.status == 200)
    #expect(response["Content-Encoding"] == "gzip")
    #expect(response["Vary"] == "Accept-Encoding")
    #expect(response["Content-Type"] == "text/css; charset=utf-8")
    #expect(response["Content-Length"] == "\(response.body.count)")
    #expect(response.body.count < Self.style.utf8.count / 5)
    #expect(try gunzipped(response.body) == Self.style)
  }

  @Test(
    "who does not, or likes it less, gets the file as it is",
    arguments: [
      "", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *",
      "gzip;q=0.5, identity", "gzip;q=0.5, *;q=0.6", "gzip;q=2", "gzip;q=0.1234", "gzip;q=",
      "gzip;level=9", "gzip;q=1.001", "gzip;q=-1", "gzip;q=x", "gzip;q=0.+5", "gzip;q=١", "gzippo",
    ])
  func identity(accepted: String) throws {
    let response = try get(accepted)
    #expect(response.status == 200)
    #expect(response["Content-Encoding"] == nil)
    #expect(response["Vary"] == "Accept-Encoding")
    #expect(response.text == Self.style)
  }

  @Test("who says nothing of codings gets the file as it is")
  func silent() throws {
    let response = try response("GET /style.css HTTP/1.1", [])
    #expect(response["Content-Encoding"] == nil)
    #expect(response.text == Self.style)
  }

  @Test("who refuses everything gets the file as it is, or as gzip if only that is left")
  func refusing() throws {
    #expect(try get("identity;q=0, gzip;q=0")["Content-Encoding"] == nil)
    #expect(try get("identity;q=0, gzip;q=0.001")["Content-Encoding"] == "gzip")
  }

  @Test("each form has a tag of its own, and either is known again")
  func tags() throws {
    let plain = try #require(try get("identity")["ETag"])
    let small = try #require(try get("gzip")["ETag"])
    #expect(plain != small)
    // Who has what, what they take now, and with which tag they are told that it is still right.
    for (known, accepted, told) in [
      (plain, "identity", plain), (small, "gzip", small), (plain, "gzip", plain),
      ("\(plain), \(small)", "gzip", small), ("\(plain), \(small)", "identity", plain),
      ("W/\(small)", "gzip", small), ("*", "gzip", small), ("*", "", plain),
    ] {
      let response = try get(accepted, ["If-None-Match: \(known)"])
      #expect(response.status == 304, "\(known) for \(accepted)")
      #expect(response["ETag"] == told, "\(known) for \(accepted)")
      #expect(response["Vary"] == "Accept-Encoding")
      #expect(response.body.isEmpty)
    }
    // A form that is not taken any more is not right any more.
    #expect(try get("identity", ["If-None-Match: \(small)"]).text == Self.style)
    #expect(try get("gzip, identity;q=0", ["If-None-Match: \(plain)"])["ETag"] == small)
  }

  @Test("HEAD tells of the form that GET would send", arguments: ["gzip", "identity"])
  func head(accepted: String) throws {
    let head = try response("HEAD /style.css HTTP/1.1", ["Accept-Encoding: \(accepted)"])
    let whole = try get(accepted)
    #expect(head.head == whole.head)
    #expect(head.body.isEmpty)
  }

  @Test("the page for what is missing is sent small, too")
  func missing() throws {
    let response = try response("GET /nowhere HTTP/1.1", ["Accept-Encoding: gzip"])
    #expect(response.status == 404)
    #expect(response["ETag"] == nil)
    #expect(response["Content-Encoding"] == "gzip")
    #expect(try gunzipped(response.body) == Self.page)
  }

  @Test("what gzip makes no smaller is sent as it is, and depends on nothing")
  func incompressible() throws {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    #expect(gzipped(noise) == nil)
    #expect(gzipped([]) == nil)
    #expect(gzipped(Array("<!doctype html>".utf8)) == nil)
    let response = try response("GET / HTTP/1.1", ["Accept-Encoding: gzip"])
    #expect(response["Content-Encoding"] == nil)
    #expect(response["Vary"] == nil)
    #expect(response.text == "<!doctype html>")
  }

  @Test("gzip is worth it or is not there, and is the same every time")
  func worthIt() throws {
    let pattern = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    for count in stride(from: 0, through: pattern.count, by: 97) {
      let bytes = Array(pattern[..<count])
      let small = gzipped(bytes)
      #expect(small == gzipped(bytes))
      #expect(small.map { $0.count + 64 <= count } ?? true, "\(count)")
    }
    #expect(gzipped(pattern) != nil)
  }
}
