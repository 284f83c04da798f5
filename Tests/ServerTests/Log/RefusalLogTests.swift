// What the log says of refused connections: sums of a second instead of a line each, and addresses
// only where somebody asked for them.

import Logging
import Net
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("Refusals in the log", .oneAtATime)
@OwnThread
struct RefusalLogTests {
  /// Has fifty refused and returns all lines of the log, at its most talkative.
  private func linesOfLog(_ adjust: (inout Configuration) -> Void) async throws -> [Substring] {
    let pipe = Pipe()
    let log = ServerLog(label: "test", level: .trace, to: pipe.writing, limits: ServerLimits())
    try await withServer(adjust, log: log) { server in
      for _ in 0..<50 {
        let client = try server.client()
        try client.say("HELLO v=9")
        try expect(client.refusal(), equals: "bad-version")
        try expect(client.isClosedByServer())
      }
    }
    return pipe.allLines(of: log)
  }

  @Test(
    "the log adds refusals up, and names no address at any level unless somebody asks",
    arguments: [false, true])
  func addresses(areLogged: Bool) async throws {
    let lines = try await linesOfLog { $0.logsAddresses = areLogged }
    let counts = lines.filter { $0.contains("refused") && $0.contains("code=bad-version") }
      .compactMap { field("count", of: String($0)).flatMap { Int($0) } }
    expect(counts.reduce(0, +), equals: 50)
    let peers = lines.filter { $0.contains("refused") || $0.contains("connected") }
    expect(peers.contains { $0.contains(" disconnected") })
    let named = peers.count { $0.contains("address=127.0.0.1 ") }
    expect(areLogged ? named >= 51 : named == 0)
    expect(areLogged || peers.allSatisfy { !$0.contains("127.0.0.1") })
  }

  @Test("sums of refusals begin a second with the first one, and name the most frequent first")
  func sums() {
    var sums = RefusalSums(addressesMax: 2)
    expect(sums.dueAt, equals: nil)
    for (address, count) in [("192.0.2.1", 2), ("192.0.2.2", 5), ("192.0.2.3", 1), ("b", 3)] {
      for _ in 0..<count { sums.add(.client(.badVersion), from: address, at: 7_000) }
    }
    sums.add(.client(.idle), from: "192.0.2.2", at: 7_900)
    expect(sums.dueAt, equals: 8_000)
    let told = sums.take()
    expect(told.map(\.kind.address), equals: ["192.0.2.2", "others", "192.0.2.1", "192.0.2.2"])
    expect(told.map(\.count), equals: [5, 4, 2, 1])
    expect(
      told.map(\.kind.cause.word), equals: ["bad-version", "bad-version", "bad-version", "idle"])
    expect(sums.dueAt == nil && sums.take().isEmpty)
    sums.add(.client(.idle), from: nil, at: 9_000)
    expect(sums.take(), equals: [.init(kind: .init(cause: .client(.idle), address: nil), count: 1)])
  }
}
