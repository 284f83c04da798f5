// The transcripts of the protocol over real sockets: the very files that RoomsTests plays in
// memory, so the two ways of hosting a hall cannot drift apart, nor the four ways to it, nor one
// lane and several. Real time decides nothing in those that the inner rings play; the others are
// for machines that do nothing else.

import ArchiveSQLite
import Foundation
import Game
import Glibc
import Net
import Rooms
import Server
import TestSupport
import Testing
import TranscriptSupport

@Suite("Transcripts over sockets", .oneAtATime)
@OwnThread
struct TranscriptTests {
  private nonisolated static let overTCP = [
    "bad-line", "config", "exact", "guessing", "hand-over", "kick-ban", "names", "password",
    "replaced", "room-full", "shutting-down", "too-many-rooms",
  ]
  private nonisolated static let overOthers = [
    "config", "hand-over", "kick-ban", "replaced", "shutting-down",
  ]

  struct Performance: Sendable, CustomTestStringConvertible {
    let transcript: Transcript
    let transport: Transport
    var testDescription: String { "\(transcript.name) over \(transport.rawValue)" }
  }

  /// Those of the inner rings, and of the outer one each of the others over a transport in turn.
  nonisolated static func performances() throws -> [Performance] {
    try Transcript.all().enumerated()
      .flatMap { index, transcript in
        // Pieces of lines are no messages of a WebSocket.
        let isPieces = transcript.steps.contains {
          if case .send = $0.action { true } else { false }
        }
        let ways = isPieces ? [.tcp, .tls] : Transport.allCases
        return
          ways.filter { transport in
            let names = transport == .tcp ? overTCP : overOthers
            let isNext = transport == ways[index % ways.count]
            return names.contains(transcript.name) || isWhole && isNext
          }
          .map { Performance(transcript: transcript, transport: $0) }
      }
  }

  @Test("a transcript can be played over sockets", arguments: try performances())
  func isPlayable(_ performance: Performance) async throws {
    let transcript = performance.transcript
    var configuration = Configuration.patient
    configuration.lanes = 3
    configuration.tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    let isTimeless = Self.overTCP.contains(transcript.name)
    configuration.limits.halls = try transcript.serverLimits()
    if isTimeless { configuration.limits.halls.beFarAway() }
    try await withState { places in
      _ = try StateDirectory(places)
      var player: TranscriptPlayer? = TranscriptPlayer(transcript)
      var life = 0
      while let next = player {
        // Each server of a transcript goes on from what the one before it left behind.
        let (place, heir) = ("\(places)/\(life)", "\(places)/\(life + 1)")
        if transcript.isKeeping { try configuration.keep(in: StateDirectory(place)) }
        life += 1
        let server = try await Server(configuration, log: .none)
        (configuration.kept, configuration.archive) = (nil, nil)
        let stage = SocketStage(server, performance.transport) {
          try Self.copyState(from: place, to: heir)
        }
        let played = Result { try stage.play(next) }
        await server.stop()
        player = try played.get()
      }
    }
  }

  /// What a server would leave behind if it were killed now: everything that it has told anybody
  /// was written before.
  private static func copyState(from place: String, to heir: String) throws {
    let files = FileManager.default
    for folder in [heir, "\(heir)/archive"] {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    for name in ["journal", "daily.key", "log-key"] {
      try files.copyItem(atPath: "\(place)/\(name)", toPath: "\(heir)/\(name)")
    }
    // Last, because a match leaves the journal for the archive.
    try ArchiveFolder("\(place)/archive").copyArchive(to: "\(heir)/archive/archive.db")
  }
}

/// Plays a transcript against a server.
private struct SocketStage {
  private let server: Server
  private let transport: Transport
  /// Has what the server would leave behind if it were killed now.
  private let crash: () throws -> Void
  private var clients: [String: LineClient] = [:]

  init(_ server: Server, _ transport: Transport, crash: @escaping () throws -> Void) {
    (self.server, self.transport, self.crash) = (server, transport, crash)
  }

  /// Plays on to the end, or until the server is to crash.
  ///
  /// - Returns: who plays on then, with another server; nil at the end.
  func play(_ player: TranscriptPlayer) throws -> TranscriptPlayer? {
    var stage = self
    var player = player
    while let request = try player.next() {
      do {
        // Nobody may hang up before, or the server would take note of it.
        if request == .crash {
          try crash()
          return player
        }
        try stage.fulfill(request, &player)
      } catch {
        throw player.failure("\(error)")
      }
    }
    return nil
  }

  private mutating func fulfill(
    _ request: TranscriptPlayer.Request, _ player: inout TranscriptPlayer
  ) throws {
    let server = server
    switch request {
    case .connect(let name):
      let client = try server.client(over: transport)
      clients[name] = client
      if let binding = client.channelBinding {
        player.bound(name, to: "tls:\(String(hex: binding))")
      } else {
        player.bound(name, to: "addr:\(client.serverEnd)")
      }
    case .send(let name, let bytes): try clients[name]?.send(bytes)
    case .listen(let name):
      if let line = try clients[name]?.hear() {
        player.heard(line, by: name)
      } else {
        clients[name] = nil
        player.ended(name)
      }
    case .cut(let name): clients[name] = nil
    case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1_000)
    // Elsewhere, since this thread waits for what players hear.
    case .stop: Task.detached { await server.stop() }
    case .drain: Task.detached { await server.drain() }
    case .crash: break
    }
  }
}

@Suite("The specification")
struct SpecificationTests {
  @Test("the specification shows the match with nc that a transcript plays")
  func showsTheMatch() throws {
    let specification = try protocolFile("README.md")
    let transcript = try protocolFile("transcripts/nc.txt")
    let block = transcript.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    expect(specification, contains: block)
  }
}
