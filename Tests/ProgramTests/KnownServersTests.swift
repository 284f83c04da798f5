// The file of known servers: what its lines mean, and that none is ever lost.

import Foundation
import Net
import Testing

@testable import TestSupport
@testable import chromatch

@Suite("Known servers")
struct KnownServersTests {
  private static let one = "SHA256:" + String(repeating: "01", count: 32)
  private static let two = "SHA256:" + String(repeating: "02", count: 32)
  private static let server = Endpoint(host: "example.org", port: 7_313)

  private func certificate(_ text: String) throws -> KnownServers.Identity {
    .certificate(try require(CertificateFingerprint(text)))
  }

  @Test(
    "a server is found by host and port, in any case, in the first line that has it",
    arguments: [
      ("", nil), ("example.org:7314 \(one)", nil), ("# example.org:7313 \(one)", nil),
      ("an-example.org:7313 \(one)", nil), ("example.org:7313 \(one)", 1),
      ("\n \t\nEXAMPLE.org:7313\t\(one)\r\n", 3),
      ("# hi\nexample.org:7313 \(one) # Bea's\nexample.org:7313 \(two)\n", 2),
      ("what is this\nexample.org:7313 \(one)", 2),
    ] as [(String, Int?)])
  func lookup(_ text: String, _ line: Int?) throws {
    let identity = try certificate(KnownServersTests.one)
    let entry = try KnownServers(Array(text.utf8)).entry(for: KnownServersTests.server)
    expect(entry, equals: line.map { KnownServers.Entry(identity: identity, line: $0) })
    let other = try KnownServers(Array("\(text)\n[::1]:7313 authorities".utf8))
      .entry(for: Endpoint(host: "::1", port: 7_313))
    expect(other?.identity, equals: .authorities)
  }

  @Test(
    "a server is not unknown because its line cannot be read",
    arguments: ["example.org:7313", "example.org:7313 SHA256:01", "example.org:7313 nobody"])
  func unreadable(_ line: String) {
    let servers = KnownServers(Array("#\n\(line)\nexample.org:7313 \(KnownServersTests.one)".utf8))
    #expect(throws: KnownServers.Unreadable(line: 2)) {
      try servers.entry(for: KnownServersTests.server)
    }
  }

  @Test(
    "a server is added behind whatever is there, in a line of its own",
    arguments: [
      [], Array("# mine\n".utf8), Array("a.example:1 later".utf8), [0xff, 0x0a, 0x23, 0x00],
    ] as [[UInt8]])
  func adding(_ before: [UInt8]) throws {
    var servers = KnownServers(before)
    let added = servers.add(try certificate(KnownServersTests.one), for: KnownServersTests.server)
    expect(servers.bytes.starts(with: before))
    try expect(servers.entry(for: KnownServersTests.server), equals: added)
    expect(servers.bytes.last, equals: UInt8(ascii: "\n"))
  }

  // MARK: The file

  @Test("servers are kept in a file that nobody else may read")
  func keeping() throws {
    let scratch = try Scratch()
    let file = KnownServersFile(directory: "\(scratch.path)/chromatch")
    try expect(file.entry(for: KnownServersTests.server), equals: nil)
    let kept = try file.keep(certificate(KnownServersTests.one), for: KnownServersTests.server)
    try expect(file.entry(for: KnownServersTests.server), equals: kept)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    expect(attributes[.posixPermissions] as? Int, equals: 0o600)
    try expect(
      FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/chromatch"),
      equals: ["known-servers"])
  }

  @Test("a server is who the file says, if another program was first")
  func second() throws {
    let scratch = try Scratch()
    try scratch.write(knownServers: "# mine\nexample.org:7313 \(KnownServersTests.one)")
    let file = KnownServersFile(directory: "\(scratch.path)/chromatch")
    let entry = try file.keep(certificate(KnownServersTests.two), for: KnownServersTests.server)
    expect(
      entry, equals: KnownServers.Entry(identity: try certificate(KnownServersTests.one), line: 2))
    expect(scratch.text(of: file.path), equals: "# mine\nexample.org:7313 \(KnownServersTests.one)")
  }

  @Test("the servers of many programs at once are all kept")
  func together() async throws {
    let scratch = try Scratch()
    try scratch.write(knownServers: "# mine\n")
    let directory = "\(scratch.path)/chromatch"
    let ports = Array(UInt16(1)...12)
    let identity = try certificate(KnownServersTests.one)
    try await withThrowingTaskGroup { group in
      for port in ports {
        group.addTask {
          _ = try KnownServersFile(directory: directory)
            .keep(identity, for: Endpoint(host: "a", port: port))
        }
      }
      try await group.waitForAll()
    }
    let text = try require(scratch.text(of: scratch.knownServers))
    let lines = text.split(separator: "\n").map(String.init)
    expect(lines.first, equals: "# mine")
    expect(
      lines.dropFirst().sorted(), equals: ports.map { "a:\($0) \(KnownServersTests.one)" }.sorted())
  }

  @Test("a file that cannot be read is no reason to trust anybody")
  func broken() throws {
    let scratch = try Scratch()
    let file = KnownServersFile(directory: scratch.path)
    try FileManager.default.createDirectory(
      atPath: file.path, withIntermediateDirectories: false)
    let error = #expect(throws: Failure.self) { try file.entry(for: KnownServersTests.server) }
    expect(error?.description, equals: "\(file.path) cannot be read: Is a directory.")
  }
}
