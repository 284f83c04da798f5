// The transcripts of the protocol over real sockets, in real time: the very files that RoomsTests
// plays in memory. So the two ways of hosting a hall cannot drift apart, nor the four ways to it,
// nor one lane and several.

import Foundation
import Game
import Glibc
import Net
import Rooms
import Server
import TestSupport
import Testing
import TranscriptSupport

@Suite("Transcripts over sockets")
struct TranscriptTests {
  @Test(
    "each can be played over each way", Turnstile(width: 24), arguments: try Transcript.all(),
    Transport.allCases)
  func isPlayable(_ transcript: Transcript, over transport: Transport) async throws {
    // Pieces of lines are no messages of a WebSocket.
    let hasPieces = transcript.steps.contains { if case .send = $0.action { true } else { false } }
    if hasPieces && (transport == .ws || transport == .wss) { return }
    var configuration = Configuration()
    configuration.port = 0
    configuration.lanes = 3
    configuration.tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    configuration.limits.halls = try transcript.serverLimits()
    let places = FileManager.default.temporaryDirectory
      .appending(path: "chromatch-transcript-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: places, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: places) }
    var player: TranscriptPlayer? = TranscriptPlayer(transcript)
    var life = 0
    while let next = player {
      // Each server of a transcript goes on from what the one before it left behind.
      let place = "\(places)/\(life)"
      if transcript.isKeeping { try configuration.keep(in: StateDirectory(place)) }
      life += 1
      let server = try await Server(configuration, log: .none)
      (configuration.kept, configuration.archive) = (nil, nil)
      let heir = "\(places)/\(life)"
      do {
        player = try await offPool {
          try SocketStage(server, transport) { try Self.copyJournal(from: place, to: heir) }
            .play(next)
        }
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
  }

  /// Runs what blocks on a thread of its own: the pools' threads are for those who wait politely,
  /// and with all transcripts at once there would be none left for the servers.
  private func offPool<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }

  /// What a server would leave behind if it were killed now: everything that it has told anybody
  /// was written before.
  private static func copyJournal(from place: String, to heir: String) throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: heir, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for name in ["journal", "daily.key", "log-key"] {
      try files.copyItem(atPath: "\(place)/\(name)", toPath: "\(heir)/\(name)")
    }
  }
}

/// Plays a transcript against a server.
struct SocketStage {
  private let server: Server
  private let transport: Transport
  /// Has what the server would leave behind if it were killed now.
  private let crash: () throws -> Void
  private var clients: [String: LineClient] = [:]

  init(_ server: Server, _ transport: Transport, crash: @escaping () throws -> Void) {
    self.server = server
    self.transport = transport
    self.crash = crash
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
    switch request {
    case .connect(let name):
      let client = try LineClient(port: server.endpoint.port, over: transport)
      clients[name] = client
      if let binding = client.channelBinding {
        player.bound(name, to: "tls:\(String(hex: binding))")
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
    case .stop:
      let server = server
      Task(priority: .high) { await server.stop() }
    case .drain:
      let server = server
      Task(priority: .high) { await server.drain() }
    case .crash: break
    }
  }
}

@Suite("The specification")
struct SpecificationTests {
  @Test("shows the very match with nc that is played above")
  func showsTheMatch() throws {
    let protocolFolder = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "protocol")
    let specification = try String(
      contentsOf: protocolFolder.appending(path: "README.md"), encoding: .utf8)
    let transcript = try String(
      contentsOf: protocolFolder.appending(path: "transcripts/nc.txt"), encoding: .utf8)
    let block = transcript.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(specification.contains(block))
  }
}
