// What servers have promised to keep, as the text of a file: of each server a line with its
// address, the heads of its log as it told them (TREE), and the matches that it has said to have
// kept (KEPT), both as the protocol writes them. It touches no file. Invariant: no server is in it
// twice, and there are never more than `serversMax`; what cannot be read is forgotten.

package import ClientCore
import Game
import Wire

/// The receipts of a player.
package struct Receipts: Equatable, Sendable {
  /// Servers that were last heard of longer ago are forgotten.
  package static let serversMax = 20

  private struct Server: Equatable, Sendable {
    let address: String
    var memory: LogMemory
  }

  /// The one that was heard of last is the last.
  private var servers: [Server] = []

  /// What a file says; of one that is not there yet, nothing.
  package init(_ bytes: [UInt8] = []) {
    var address: String?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix(Self.mark) {
        address = String(text.dropFirst(Self.mark.count))
      } else if let address, let message = try? ServerMessage.decode(line) {
        take(message, of: address)
      }
    }
  }

  private mutating func take(_ message: ServerMessage, of address: String) {
    switch message {
    case .tree(let state):
      var memory = self[address] ?? LogMemory(log: state.log, key: state.key)
      memory.add(state.head)
      self[address] = memory
    case .kept(let match):
      var memory = self[address]
      memory?.restore(match)
      self[address] = memory
    default: break
    }
  }

  private static let mark = "SERVER "
  private static let heading = "# What servers have promised to keep; chromatch writes this anew."

  /// The text as it is to be kept.
  package var bytes: [UInt8] {
    var bytes = Array("\(Self.heading)\n".utf8)
    for server in servers {
      bytes += Array("\(Self.mark)\(server.address)\n".utf8)
      let (log, key) = (server.memory.log, server.memory.key)
      for head in server.memory.heads {
        ServerMessage.tree(LogState(log: log, key: key, head: head, since: 0, path: []))
          .encode(into: &bytes)
      }
      for match in server.memory.matches { ServerMessage.kept(match).encode(into: &bytes) }
    }
    return bytes
  }

  /// Every server with the key of its log.
  package var keys: [(address: String, key: [UInt8])] {
    servers.map { ($0.address, $0.memory.key) }
  }

  /// What is remembered of the log of a server.
  package subscript(address: String) -> LogMemory? {
    get { servers.first { $0.address == address }?.memory }
    set {
      servers.removeAll { $0.address == address }
      guard let newValue else { return }
      servers = (servers + [Server(address: address, memory: newValue)]).suffix(Self.serversMax)
    }
  }
}
