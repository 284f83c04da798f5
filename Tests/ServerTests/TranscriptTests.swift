// The transcripts of the protocol over real sockets, in real time: the very files that RoomsTests
// plays in memory. So the two ways of hosting a hall cannot drift apart.

import Dispatch
import Foundation
import Glibc
import Net
import Rooms
import Server
import Testing
import TranscriptSupport

@Suite("Transcripts over TCP")
struct TranscriptTests {
  @Test("each can be played", arguments: try Transcript.all())
  func isPlayable(_ transcript: Transcript) async throws {
    var configuration = Configuration()
    configuration.port = 0
    configuration.limits = try transcript.serverLimits()
    let server = try await Server(configuration, log: .silent)
    do {
      try await offPool { try SocketStage(server).play(transcript) }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// Runs what blocks on a thread of its own: the pool's threads are for those who wait politely.
  private func offPool(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "transcript")
        .async {
          continuation.resume(with: Result(catching: body))
        }
    }
  }
}

/// Plays a transcript against a server.
struct SocketStage {
  private let server: Server
  private var clients: [String: LineClient] = [:]

  init(_ server: Server) {
    self.server = server
  }

  func play(_ transcript: Transcript) throws {
    var stage = self
    var player = TranscriptPlayer(transcript)
    while let request = try player.next() {
      do {
        try stage.fulfill(request, &player)
      } catch {
        throw player.failure("\(error)")
      }
    }
  }

  private mutating func fulfill(
    _ request: TranscriptPlayer.Request, _ player: inout TranscriptPlayer
  ) throws {
    switch request {
    case .connect(let name): clients[name] = try LineClient(port: server.endpoint.port)
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
