// A node's file: what it says, and a sentence for each way of saying it wrong.

import Foundation
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
    #expect(file.node == 2)
    #expect(file.address == "play.example:7313")
    #expect(file.store == ["https://10.0.0.1:2379", "https://10.0.0.2:2379"])
    #expect(file.bus == ["tls://[::1]:4222"])
    #expect(file.authority == "/etc/chromatch/keys/authority.pem")
    #expect(file.certificate == "/etc/chromatch/keys/node.pem")
    #expect(file.key == "/etc/node.key")
    #expect(file.secret == "/etc/chromatch/keys/secret")
  }

  static let mistakes: [(line: Int, text: String, sentence: String)] = [
    (1, "node = 64", "node.conf, line 2: a node is a number from 0 to 63, not \"64\""),
    (1, "node = -1", "node.conf, line 2: a node is a number from 0 to 63, not \"-1\""),
    (1, "node = two", "node.conf, line 2: a node is a number from 0 to 63, not \"two\""),
    (1, "node", "node.conf, line 2: a line is key = value"),
    (1, "node =", "node.conf, line 2: a line is key = value"),
    (1, "", "node.conf does not say node"),
    (3, "node = 2", "node.conf, line 4: node has been said before"),
    (
      3, "nodes = 3",
      "node.conf, line 4: \"nodes\" is none of node, address, store, bus, authority, "
        + "certificate, key, secret"
    ),
    (
      2, "address = play.example",
      "node.conf, line 3: an address is HOST:PORT, as players reach this node, not \"play.example\""
    ),
    (
      2, "address = play.example:0",
      "node.conf, line 3: an address is HOST:PORT, as players reach this node, "
        + "not \"play.example:0\""
    ),
    (
      4, "store = http://10.0.0.1:2379",
      "node.conf, line 5: each address is https://HOST:PORT, not \"http://10.0.0.1:2379\""
    ),
    (
      4, "store = https://10.0.0.1:2379/path",
      "node.conf, line 5: each address is https://HOST:PORT, not \"https://10.0.0.1:2379/path\""
    ),
    (5, "bus = tls://a", "node.conf, line 6: each address is tls://HOST:PORT, not \"tls://a\""),
    (9, "", "node.conf does not say secret"),
  ]

  @Test("what is wrong is told in one sentence, with its line", arguments: mistakes.indices)
  func wrong(index: Int) {
    let (line, text, sentence) = Self.mistakes[index]
    var lines = Self.lines
    lines[line] = text
    #expect { try read(lines) } throws: { "\($0)" == sentence }
  }

  @Test(
    "the runbook says its limits",
    arguments: [
      (
        "bytes of a node's file, and of a certificate, a key or the secret that it names",
        "65,536 bytes", ClusterFile.bytesMax
      ),
      (
        "members of the store, and servers of the bus, that it names", "16 addresses",
        ClusterFile.membersMax
      ),
      (
        "time for a node that stops to let go of its shards", "3,000 ms",
        Int(ClusterNode.leaveMillisecondsMax)
      ),
      ("messages of nodes that wait for a lane", "32,768 messages", BeatDesk.unheardMax),
      ("bytes of nodes that wait for a lane", "33,554,432 bytes", BeatDesk.unheardBytesMax),
    ])
  func limits(what: String, number: String, limit: Int) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../deploy/README.md")
    let text = try String(contentsOf: file.standardized, encoding: .utf8)
    #expect(Int(number.filter(\.isNumber)) == limit)
    #expect(text.contains("\n| \(what) | \(number) | "))
  }

  @Test("more members than there may be are refused")
  func tooMany() {
    let members = String(repeating: "https://a:1 ", count: ClusterFile.membersMax + 1)
    var lines = Self.lines
    lines[4] = "store = \(members)"
    #expect { try read(lines) } throws: { "\($0)".contains("16 addresses at the most") }
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
    let text = """
      node = 0
      address = localhost:7313
      store = https://localhost:1
      bus = tls://localhost:2
      authority = a.pem
      certificate = n.pem
      key = n.key
      secret = s
      """
    try write("node.conf", Array(text.utf8), 0o644)
    for name in ["a.pem", "n.pem"] { try write(name, [1], 0o644) }
    try write("n.key", [1], 0o600)
    try write("s", [UInt8](repeating: 9, count: 31), 0o600)
    func failure() -> String? {
      do throws(FileFailure) { _ = try ClusterFile(at: "\(folder)/node.conf") } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(failure() == "\(folder)/s has not the 32 bytes it should have")
    try write("s", [UInt8](repeating: 9, count: 32), 0o600)
    #expect(failure() == nil)
    try write("n.key", [1], 0o644)
    #expect(failure()?.contains("others have access to \(folder)/n.key") == true)
    try FileManager.default.removeItem(atPath: "\(folder)/n.key")
    #expect(failure()?.contains("cannot read \(folder)/n.key") == true)
  }
}
