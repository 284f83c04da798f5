// Somebody says as much as the network takes, in one of the ways that this protocol and those below
// it offer, and reads nothing. Each is cut off, and others on the same lane are answered all the
// time.

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Floods", .oneAtATime)
@OwnThread
struct FloodTests {
  /// What one can say without end.
  enum Flood: CaseIterable {
    /// Lines that are answered.
    case lines
    /// The same in messages of a WebSocket, over TLS.
    case messages
    /// Lines that say nothing, and that nobody counts as lines.
    case emptyLines
    /// A line that never ends.
    case endlessLine
    /// Control frames that are answered with as many bytes.
    case pings
    /// Control frames that are not answered.
    case pongs
    /// A message in more and more fragments without a byte.
    case emptyFragments

    var transport: Transport {
      switch self {
      case .lines, .emptyLines, .endlessLine: .tcp
      case .messages: .wss
      case .pings, .pongs, .emptyFragments: .ws
      }
    }

    /// What is said again and again, as it goes over the network.
    func say(over client: LineClient) throws {
      switch self {
      case .lines: try client.write(repeated("PING t=1\n".utf8, 500))
      case .messages: for _ in 0..<50 { try client.say("PING t=1\nPING t=2\nPING t=3") }
      case .emptyLines: try client.write(repeated("\r\n".utf8, 4_000))
      case .endlessLine: try client.write(repeated("A".utf8, 8_000))
      // A masking key of zeros changes nothing.
      case .pings: try client.write(repeated([0x89, 0x85, 0, 0, 0, 0] + Array("hello".utf8), 500))
      case .pongs: try client.write(repeated([0x8a, 0x80, 0, 0, 0, 0], 1_000))
      case .emptyFragments: try client.write(repeated([0x00, 0x80, 0, 0, 0, 0], 1_000))
      }
    }

    /// What has to be said once before.
    var opening: [UInt8] { self == .emptyFragments ? [0x01, 0x80, 0, 0, 0, 0] : [] }

    private func repeated(_ bytes: some Collection<UInt8>, _ count: Int) -> [UInt8] {
      let once = Array(bytes)
      var all: [UInt8] = []
      all.reserveCapacity(once.count * count)
      // As a whole each time: byte by byte a sanitizer would make the flood a trickle.
      for _ in 0..<count { all += once }
      return all
    }
  }

  @Test("a peer that says too much is cut off, and others are answered", arguments: Flood.allCases)
  func flood(_ flood: Flood) async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.tls = certificate
      // Little comes back, however slowly the flood comes.
      ($0.limits.bytesPerSecond, $0.limits.halls.linesPerSecond) = (1, 1)
    }) { server in
      let other = try server.guest("Bea")
      let flooder = try server.guest("Mal", over: flood.transport)
      try flooder.write(flood.opening)
      // A send fails from the moment at which the server has hung up: that is the point.
      for round in 1... {
        do { try flood.say(over: flooder) } catch { break }
        if round.isMultiple(of: 20) { try other.catchUp() }
      }
      try until {
        try server.metrics()["chromatch_connections", ["kind": flood.transport.rawValue]]
          == (flood.transport == .tcp ? 1 : 0)
      }
      _ = try other.openRoom()
    }
  }
}
