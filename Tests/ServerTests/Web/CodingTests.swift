// In which form a file is sent: gzip to a client that takes it, as it is to every other, each with
// a tag of its own. What gzip made is read back by another program.

import Foundation
import Framing
import TestSupport
import Testing

@testable import Server

@Suite("Files as gzip")
struct CodingTests {
  private static let style = String(repeating: "body { color: #767676 }\n", count: 50)
  private static let missingPage = String(repeating: "<p>There is nothing here.</p>\n", count: 20)

  private let files = try? TestFolder([
    "index.html": "<!doctype html>", "style.css": style, "404.html": missingPage,
  ])

  private func page(_ path: String, _ fields: [String]) throws -> Response {
    try require(files).shown().get(path, fields)
  }

  /// The style sheet for a client that takes these codings.
  private func get(_ accepted: String, _ fields: [String] = []) throws -> Response {
    try page("/style.css", ["Accept-Encoding: \(accepted)"] + fields)
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
    expect(program.terminationStatus, equals: 0)
    return String(decoding: read, as: UTF8.self)
  }

  @Test("a client that takes gzip gets it, and gunzip gets the file back")
  func gzip() throws {
    let first = try get("gzip")
    expect(first["Content-Type"], equals: "text/css; charset=utf-8")
    expect(first["Content-Length"], equals: "\(first.body.count)")
    expect(first.body.count, isBelow: Self.style.utf8.count / 5)
    try expect(gunzipped(first.body), equals: Self.style)
    for accepted in [
      "GZip", "x-gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*",
      "gzip;q=0.001", "gzip ; q=1.000", "identity;q=0.5, gzip;q=0.5", "identity;q=0, *",
      "gzip;q=0, x-gzip", "deflate,,\tgzip", "identity;q=0, gzip;q=0.001",
    ] { try expect(get(accepted), equals: first, "\(accepted)") }
    expect(first.status == 200 && first["Content-Encoding"] == "gzip")
    expect(first["Vary"], equals: "Accept-Encoding")
  }

  @Test("a client that does not take gzip, or likes it less, gets the file as it is")
  func identity() throws {
    let silent = try page("/style.css", [])
    expect(silent["Content-Encoding"] == nil && silent.text == Self.style)
    for accepted in [
      "", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *",
      "gzip;q=0.5, identity", "gzip;q=0.5, *;q=0.6", "gzip;q=2", "gzip;q=0.1234", "gzip;q=",
      "gzip;level=9", "gzip;q=1.001", "gzip;q=-1", "gzip;q=x", "gzip;q=0.+5", "gzip;q=١", "gzippo",
      "identity;q=0, gzip;q=0",
    ] {
      let response = try get(accepted)
      expect(response.status == 200 && response["Content-Encoding"] == nil, "\(accepted)")
      expect(response["Vary"] == "Accept-Encoding" && response.text == Self.style)
    }
  }

  @Test("each form has a tag of its own, and either is known again")
  func tags() throws {
    let plain = try require(try get("identity")["ETag"])
    let small = try require(try get("gzip")["ETag"])
    expect(plain, differsFrom: small)
    // Who has what, what they take now, and with which tag they are told that it is still right.
    for (known, accepted, told) in [
      (plain, "identity", plain), (small, "gzip", small), (plain, "gzip", plain),
      ("\(plain), \(small)", "gzip", small), ("\(plain), \(small)", "identity", plain),
      ("W/\(small)", "gzip", small), ("*", "gzip", small), ("*", "", plain),
    ] {
      let response = try get(accepted, ["If-None-Match: \(known)"])
      expect(response.status == 304 && response.body.isEmpty, "\(known) for \(accepted)")
      expect(response["ETag"], equals: told, "\(known) for \(accepted)")
      expect(response["Vary"], equals: "Accept-Encoding")
    }
    // A form that is not taken any more is not right any more.
    try expect(get("identity", ["If-None-Match: \(small)"]).text, equals: Self.style)
    try expect(get("gzip, identity;q=0", ["If-None-Match: \(plain)"])["ETag"], equals: small)
  }

  @Test("HEAD is GET without the body, in the form that GET would send")
  func head() throws {
    let folder = try require(files).shown()
    for path in ["/", "/style.css", "/nowhere"] {
      for accepted in ["gzip", "identity"] {
        let (line, fields) = (" \(path) HTTP/1.1", ["Accept-Encoding: \(accepted)"])
        let whole = try folder.response(to: request("GET\(line)", fields), unixSeconds: noon)
        let head = try folder.response(to: request("HEAD\(line)", fields), unixSeconds: noon)
        let body = try Response(whole).body
        expect(!body.isEmpty && head.bytes + body == whole.bytes, "\(path), \(accepted)")
      }
    }
  }

  @Test("gzip is worth it or is not there, and is the same every time")
  func worthIt() throws {
    let pattern = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    for count in stride(from: 0, through: pattern.count, by: 97) {
      let bytes = Array(pattern[..<count])
      let small = gzipped(bytes)
      expect(small == gzipped(bytes) && small.map { $0.count + 64 <= count } ?? true, "\(count)")
    }
    expect(gzipped(pattern), differsFrom: nil)
    let response = try page("/", ["Accept-Encoding: gzip"])
    expect(response["Content-Encoding"] == nil && response["Vary"] == nil)
    expect(response.text, equals: "<!doctype html>")
    // The page for what is missing is sent small, too.
    let missing = try page("/nowhere", ["Accept-Encoding: gzip"])
    expect(missing.status == 404 && missing["ETag"] == nil)
    expect(missing["Content-Encoding"], equals: "gzip")
    try expect(gunzipped(missing.body), equals: Self.missingPage)
  }
}
