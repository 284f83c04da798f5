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

  private var server: MemoryServer
  /// What servers have left behind that were killed.
  private var journals: [[UInt8]] = []
  private var clients: [(name: String, link: MemoryLink)] = []
  /// Everything said and heard, with its moment, for the golden files.
  private(set) var log: [String] = []

  init(_ setup: MemoryServer.Setup) { server = MemoryServer(setup) }

  /// Plays a transcript.
  ///
  /// - Throws: where it cannot be played on.
  mutating func play(_ transcript: Transcript) throws {
    var player = TranscriptPlayer(transcript)
    while let request = try player.next() {
      switch request {
      case .connect(let name):
        clients.append((name, server.connect(person: clients.count)))
        write("\(name)+")
      case .send(let name, let bytes):
        write("\(name)> \(String(decoding: bytes, as: UTF8.self).dropLast())")
        if let index = index(of: name) { ship(.bytes(bytes), clients[index].link) }
      case .cut(let name):
        write("\(name)-")
        if let index = index(of: name) { ship(.loss, clients.remove(at: index).link) }
      case .listen(let name): try listen(name, &player)
      case .wait(let milliseconds): try pass(milliseconds, &player)
      case .stop:
        write("stop")
        for lane in server.lanes { lane.stop() }
        while server.takePost() {}
      case .drain:
        write("drain")
        let end = MemoryServer.start + server.now + MemoryStage.patienceMilliseconds
        for lane in server.lanes { lane.drain(until: end) }
      case .crash:
        write("crash")
        try crash()
      }
      try readAll(&player)
    }
  }

  /// Kills the server and starts another one in its place.
  private mutating func crash() throws {
    server.die()
    clients = []
    journals += server.lanes.map(\.journal.bytes)
    server = try server.successor(from: journals)
  }

  private func index(of name: String) -> Int? { clients.firstIndex { $0.name == name } }

  private func ship(_ cargo: MemoryLink.Cargo, _ link: MemoryLink) {
    link.ship(cargo, at: server.now)
    server.settle(link)
  }

  private func advance(to moment: Int) {
    server.now = moment
    server.advance()
    while server.takePost() {}
  }

  /// Lets the next thing happen.
  private func listen(
    _ name: String, _ player: inout TranscriptPlayer
  ) throws(TranscriptFailure) {
    guard server.deadline < server.now + MemoryStage.patienceMilliseconds else {
      throw player.failure("\(name) would wait for ever")
    }
    advance(to: max(server.deadline, server.now))
  }

  private mutating func pass(_ milliseconds: Int, _ player: inout TranscriptPlayer) throws {
    let end = server.now + milliseconds
    while server.deadline < end {
      advance(to: max(server.deadline, server.now))
      try readAll(&player)
    }
    advance(to: end)
  }

  private mutating func readAll(_ player: inout TranscriptPlayer) throws {
    for (name, link) in clients {
      link.arrive(at: server.now)
      var all = Int.max
      while let line = try link.hear(atMost: &all, at: server.now) {
        let text = String(decoding: line, as: UTF8.self)
        write("\(name)< \(text)")
        player.heard(text, by: name)
      }
      server.makeRoom(link)
    }
    for (name, link) in clients where link.hasEnded(at: server.now) {
      write("\(name).")
      player.ended(name)
      ship(.end, link)
    }
    clients.removeAll { $0.link.hasEnded(at: server.now) }
  }

  private mutating func write(_ line: String) {
    log.append("\(server.now) \(line)")
  }
}
