// The time of a server whose machine's clock was wrong when it began, and is set: the server
// follows and says so, back only once no room is open. The clock is one that the tests set.

import Net
import Synchronization
import TestSupport
import Testing

@testable import Server

/// A wall clock that a test sets.
private final class SetClock: Sendable {
  private let ahead: Atomic<Int64>

  init(ahead: Int64) { self.ahead = Atomic(ahead) }

  func milliseconds() -> Int64 { Clock().milliseconds() + ahead.load(ordering: .relaxed) }

  func set(ahead milliseconds: Int64) { ahead.store(milliseconds, ordering: .relaxed) }
}

@Suite("A server's time", .oneAtATime)
@OwnThread
struct WallClockTests {
  private static let day: Int64 = 86_400_000

  @Test("less than ten seconds are no step; back is waited for while rooms are open, and told once")
  func verdicts() {
    var clocks = WallClock()
    for difference in [0, 9_999, -9_999] as [Int64] {
      expect(clocks.look(difference: difference, hasRooms: true), equals: .fine)
    }
    for hasRooms in [true, false] {
      expect(
        clocks.look(difference: Self.day, hasRooms: hasRooms), equals: .follow(by: Self.day))
    }
    expect(clocks.look(difference: -Self.day, hasRooms: false), equals: .follow(by: -Self.day))
    func waits(_ difference: Int64, isNews: Bool) {
      expect(
        clocks.look(difference: difference, hasRooms: true),
        equals: .wait(by: difference, isNews: isNews))
    }
    waits(-Self.day, isNews: true)
    waits(-Self.day - 3, isNews: false)
    waits(-2 * Self.day, isNews: true)
    expect(clocks.look(difference: 0, hasRooms: true), equals: .fine)
    waits(-2 * Self.day, isNews: true)
  }

  /// The server's time, as it welcomes somebody.
  private func time(_ server: Server) throws -> Int64 {
    let client = try server.guest()
    let welcome = try require(client.heard.first { $0.hasPrefix("WELCOME") })
    let word = welcome.split(separator: " ").first { $0.hasPrefix("now=") }
    return try require(word.flatMap { Int64($0.dropFirst("now=".count)) })
  }

  /// Whether a server's time is that of a clock.
  private func agree(_ server: Server, _ clock: SetClock) throws -> Bool {
    try abs(time(server) - clock.milliseconds()) < WallClock.toleranceMilliseconds
  }

  @Test("a server that began in another year follows at once when the clock is set forward")
  func forward() async throws {
    let clock = SetClock(ahead: -2_000 * Self.day)
    let pipe = Pipe()
    let log = ServerLog(label: "test", to: pipe.writing, limits: ServerLimits())
    try await withServer({ $0.wallClock = { clock.milliseconds() } }, log: log) { server in
      let ada = try server.guest("Ada")
      try ada.say("CREATE")
      try ada.hear("WATCHERS")
      try expect(agree(server, clock))
      clock.set(ahead: 0)
      try expect(ada.isClosedByServer())
      try until { try agree(server, clock) }
      try expect(server.page("/readyz"), equals: ["ready"])
    }
    let told = pipe.allLines(of: log).filter { $0.contains("the clock was set") }
    expect(told.count == 1 && told[0].contains("seconds=172"), "\(told)")
  }

  @Test("one that began ahead says so, and follows when no room is open any more")
  func back() async throws {
    let clock = SetClock(ahead: Self.day + 3_600_000)
    try await withServer({ $0.wallClock = { clock.milliseconds() } }) { server in
      let ada = try server.guest("Ada")
      try ada.say("CREATE")
      try ada.hear("WATCHERS")
      clock.set(ahead: 0)
      try until { try server.page("/readyz") == ["ready, but \(Lack.time.rawValue)"] }
      try expect(!agree(server, clock))
      try ada.say("LEAVE")
      try expect(ada.isClosedByServer())
      try until { try agree(server, clock) }
      try until { try server.page("/readyz") == ["ready"] }
    }
  }
}
