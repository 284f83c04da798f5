// Plays transcripts on a server in memory: the driver that the pure player leaves to others. Time
// stands still until a client has to hear something that has not come; then it moves on to what
// happens next.

import Game
import Rooms
import TranscriptSupport

/// A server in memory and the named clients of a transcript.
struct MemoryStage {
  /// How long a client may wait for a line, in milliseconds of the server's clock.
  static let patienceMilliseconds = 60_000

  private var edge: MemoryEdge
  private var clients: [(name: String, id: ConnectionID, unread: [UInt8])] = []
  /// Everything said and heard, with its moment, for the golden files.
  private(set) var log: [String] = []
  private let start: Instant

  init(_ setup: MemoryEdge.Setup) {
    edge = MemoryEdge(setup)
    start = setup.start
  }

  /// Plays a transcript.
  ///
  /// - Throws: where it cannot be played on.
  mutating func play(_ transcript: Transcript) throws(TranscriptFailure) {
    var player = TranscriptPlayer(transcript)
    while let request = try player.next() {
      switch request {
      case .connect(let name):
        clients.append((name, edge.connect(), []))
        write("\(name)+")
      case .send(let name, let bytes):
        write("\(name)> \(String(decoding: bytes, as: UTF8.self).dropLast())")
        if let index = index(of: name) { edge.receive(bytes, from: clients[index].id) }
      case .cut(let name):
        write("\(name)-")
        if let index = index(of: name) { edge.cut(clients.remove(at: index).id) }
      case .listen(let name): try listen(name, &player)
      case .wait(let milliseconds): pass(milliseconds, &player)
      case .stop:
        write("stop")
        edge.stop()
      }
      readAll(&player)
    }
  }

  private func index(of name: String) -> Int? { clients.firstIndex { $0.name == name } }

  /// Lets the next thing happen.
  private mutating func listen(
    _ name: String, _ player: inout TranscriptPlayer
  ) throws(TranscriptFailure) {
    guard let deadline = edge.deadline, deadline - edge.now < MemoryStage.patienceMilliseconds
    else { throw player.failure("\(name) would wait for ever") }
    edge.advance(to: max(deadline, edge.now))
  }

  private mutating func pass(_ milliseconds: Int, _ player: inout TranscriptPlayer) {
    let end = edge.now + milliseconds
    while let deadline = edge.deadline, deadline < end {
      edge.advance(to: max(deadline, edge.now))
      readAll(&player)
    }
    edge.advance(to: end)
  }

  private mutating func readAll(_ player: inout TranscriptPlayer) {
    for index in clients.indices {
      let name = clients[index].name
      clients[index].unread += edge.read(clients[index].id, atMost: .max)
      var lines = clients[index].unread.split(separator: UInt8(ascii: "\n"))
      clients[index].unread =
        clients[index].unread.last == UInt8(ascii: "\n") ? [] : Array(lines.popLast() ?? [])
      for line in lines {
        let text = String(decoding: line, as: UTF8.self)
        write("\(name)< \(text)")
        player.heard(text, by: name)
      }
    }
    for client in clients where edge.hasEnded(client.id) {
      write("\(client.name).")
      player.ended(client.name)
      edge.end(client.id)
    }
    clients.removeAll { edge.hasEnded($0.id) }
  }

  private mutating func write(_ line: String) {
    log.append("\(edge.now - start) \(line)")
  }
}
