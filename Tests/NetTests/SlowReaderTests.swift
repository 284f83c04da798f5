// Peers that do not read as fast as they are written to: overflow, conflation, and the way back.

import Glibc
import Net
import TestSupport
import Testing

@Suite("Slow readers", .oneAtATime)
@OwnThread
struct SlowReaderTests {
  static let ceiling = 64 * 1024
  static let limits = ReactorLimits.tests.with { $0.outboxBytesMax = ceiling }

  /// A thousand bytes that say which line they are.
  nonisolated static func line(_ number: Int) -> [UInt8] {
    let text = "MOVE n=\(number) "
    return Array((text + String(repeating: "x", count: 999 - text.utf8.count) + "\n").utf8)
  }

  @Test("a conflated stream is whole lines, then the picture, then what follows")
  func conflate() async throws {
    let lane = try TestLane(Self.limits) { reactor, heard in
      switch heard {
      case .overflowed(let id): reactor.conflate(id)
      case .drained(let id): reactor.send(Array("PICTURE\n".utf8), to: id)
      default: break
      }
    }
    let client = try TestClient(port: try await lane.listen(), receiveBytes: 4096)
    await lane.until { $0.ids.count == 1 }
    for number in 0..<3000 where number.isMultiple(of: 10) {
      await lane.run { reactor, probe in
        for step in 0..<10 { reactor.send(Self.line(number + step), to: probe.ids[0]) }
      }
    }
    await lane.until { $0.heard.contains(.overflowed($0.ids[0])) }

    // Now it reads. It sees lines from the first on, without a gap, then the picture.
    var number = 0
    while let line = client.line(), line != "PICTURE" {
      expect(line.utf8.count, equals: 999)
      expect(line.hasPrefix("MOVE n=\(number) "))
      number += 1
    }
    expect(number, isBelow: 3000)
    await lane.run { reactor, probe in
      reactor.send(Array("MOVE on\n".utf8), to: probe.ids[0])
    }
    expect(client.line(), equals: "MOVE on")
    await lane.run { _, probe in
      let id = probe.ids[0]
      expect(probe.heard, equals: [.accepted(id), .overflowed(id), .drained(id)])
    }
    await lane.stop()
  }

  @Test("conflating a peer that keeps up only costs it what waited")
  func needlessConflation() async throws {
    let lane = try TestLane { reactor, heard in
      switch heard {
      case .line(let id, _):
        reactor.send(Array("DROPPED\n".utf8), to: id)
        reactor.conflate(id)
        reactor.send(Array("NOT SENT\n".utf8), to: id)
      case .drained(let id): reactor.send(Array("PICTURE\n".utf8), to: id)
      default: break
      }
    }
    let client = try TestClient(port: try await lane.listen())
    client.send("GO\n")
    expect(client.line(), equals: "PICTURE")
    await lane.stop()
  }

  @Test("a slow peer that is closed hears the reason, if it reads in time")
  func closeWithReason() async throws {
    let lane = try TestLane(Self.limits) { reactor, heard in
      guard case .overflowed(let id) = heard else { return }
      reactor.send(Array("NO code=too-slow\n".utf8), to: id)
      reactor.close(id)
    }
    let client = try TestClient(port: try await lane.listen(), receiveBytes: 4096)
    await lane.until { $0.ids.count == 1 }
    await lane.run { reactor, probe in
      for number in 0..<3000 { reactor.send(Self.line(number), to: probe.ids[0]) }
    }
    var lines: [String] = []
    while let line = client.line() { lines.append(line) }
    expect(lines.popLast(), equals: "NO code=too-slow")
    expect(lines.allSatisfy { $0.utf8.count == 999 })
    await lane.stop()
  }
}
