// A lane that is kept from its work while a round closes: what players did before counts.

import Dispatch
import Game
import Glibc
import Net
import Testing

@testable import Server

@Suite("Late lanes")
@OwnThread
struct LateLaneTests {
  @Test("a SET that came before the close is scored, though the lane reads it after")
  func set() async throws {
    try await withWholeServer({ $0.lanes = 1 }) { server in
      let player = try LineClient(port: server.endpoint.port)
      try player.enter(as: "Ada")
      _ = try player.openRoom(seats: 1, seconds: 5)
      try player.say("READY")
      let round = try player.hear("ROUND")
      let closes = try #require(field("closes", of: round).flatMap { Int64($0) })
      try player.race()
      let clock = Clock()
      while clock.milliseconds() < closes - 500 { usleep(10_000) }
      let (isBusy, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      server.lanes[0].executor.queue
        .async {
          isBusy.signal()
          gate.wait()
        }
      isBusy.wait()
      try player.say("SET v=9,8,7")
      try player.say("SET v=7,8,9")
      #expect(clock.milliseconds() < closes, "the test is too late to say anything")
      while clock.milliseconds() < closes + 200 { usleep(10_000) }
      // The kernel keeps one time for all of it, and that is after the close.
      try player.say("PING t=1")
      gate.signal()
      #expect(try player.hear("SCORE").contains(" v=7,8,9 "))
    }
  }
}
