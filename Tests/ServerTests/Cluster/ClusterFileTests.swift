// A node's file: what it says, and a sentence for each way of saying it wrong.

import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("A node's file")
struct ClusterFileTests {
  static let lines = [
    "# The second of three.", "node = 2", "address=play.example:7313", "",
    "store = https://10.0.0.1:2379 https://10.0.0.2:2379", "bus = tls://[::1]:4222 ",
    "authority = keys/authority.pem", "certificate = keys/node.pem", "key = /etc/node.key",
    "secret = keys/secret",
  ]

  private func read(_ lines: [String]) throws(FileFailure) -> ClusterFile {
    try ClusterFile(
      Array(lines.joined(separator: "\r\n").utf8), called: "node.conf", in: "/etc/chromatch/")
  }

  @Test("it says who a node is and where its engines are; paths begin at its own folder")
  func whole() throws {
    let file = try read(Self.lines)
    expect(file.node, equals: 2)
    expect(file.address, equals: "play.example:7313")
    expect(file.store, equals: ["https://10.0.0.1:2379", "https://10.0.0.2:2379"])
    expect(file.bus, equals: ["tls://[::1]:4222"])
    expect(file.authority, equals: "/etc/chromatch/keys/authority.pem")
    expect(file.certificate, equals: "/etc/chromatch/keys/node.pem")
    expect(file.key, equals: "/etc/node.key")
    expect(file.secret, equals: "/etc/chromatch/keys/secret")
  }

  private static let noNode = "a node is a number from 0 to 63, not "
  private static let noAddress = "an address is HOST:PORT, as players reach this node, not "

  /// A line, what stands there instead, and what is said of it behind "node.conf, ".
  static let mistakes: [(line: Int, text: String, sentence: String)] = [
    (1, "node = 64", "line 2: \(noNode)\"64\""), (1, "node = -1", "line 2: \(noNode)\"-1\""),
    (1, "node", "line 2: a line is key = value"), (1, "node =", "line 2: a line is key = value"),
    (3, "node = 2", "line 4: node has been said before"),
    (
      3, "nodes = 3",
      "line 4: \"nodes\" is none of node, address, store, bus, authority, certificate, key, secret"
    ),
    (2, "address = play.example", "line 3: \(noAddress)\"play.example\""),
    (2, "address = play.example:0", "line 3: \(noAddress)\"play.example:0\""),
    (4, "store = http://a:1", "line 5: each address is https://HOST:PORT, not \"http://a:1\""),
    (
      4, "store = https://a:1/b", "line 5: each address is https://HOST:PORT, not \"https://a:1/b\""
    ),
    (5, "bus = tls://a", "line 6: each address is tls://HOST:PORT, not \"tls://a\""),
  ]

  /// Why a file is refused in which a line is another one.
  private func refusal(_ line: Int, _ text: String) -> String? {
    var lines = Self.lines
    lines[line] = text
    do throws(FileFailure) { _ = try read(lines) } catch { return "\(error)" }
    return nil
  }

  @Test("what is wrong is told in one sentence, with its line")
  func wrong() {
    for (line, text, sentence) in Self.mistakes {
      expect(refusal(line, text), equals: "node.conf, \(sentence)")
    }
    expect(refusal(1, ""), equals: "node.conf does not say node")
    expect(refusal(9, ""), equals: "node.conf does not say secret")
    let members = String(repeating: "https://a:1 ", count: ClusterFile.membersMax + 1)
    expect(refusal(4, "store = \(members)")?.contains("16 addresses at the most"), equals: true)
  }

  @Test("the files that it names have to be there, and the key and the secret nobody else's")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ name: String, _ bytes: [UInt8], _ mode: Int) throws {
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
    }
    let lines = [
      "node = 0", "address = localhost:7313", "store = https://localhost:1",
      "bus = tls://localhost:2", "authority = a.pem", "certificate = n.pem", "key = n.key",
      "secret = s",
    ]
    try write("node.conf", Array(lines.joined(separator: "\n").utf8), 0o644)
    for name in ["a.pem", "n.pem"] { try write(name, [1], 0o644) }
    try write("n.key", [1], 0o600)
    try write("s", [UInt8](repeating: 9, count: 31), 0o600)
    func failure() -> String? {
      do throws(FileFailure) { _ = try ClusterFile(at: "\(folder)/node.conf") } catch {
        return "\(error)"
      }
      return nil
    }
    expect(failure(), equals: "\(folder)/s has not the 32 bytes it should have")
    try write("s", [UInt8](repeating: 9, count: 32), 0o600)
    expect(failure(), equals: nil)
    try write("n.key", [1], 0o644)
    expect(failure()?.contains("others have access to \(folder)/n.key"), equals: true)
    try FileManager.default.removeItem(atPath: "\(folder)/n.key")
    expect(failure()?.contains("cannot read \(folder)/n.key"), equals: true)
  }
}
