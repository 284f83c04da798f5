// What all lanes of a server have in common, and the hall that each of them makes of it. It runs
// nothing. Invariant: lanes of one server differ by their number alone.

import Game
import Logging
import Net
import Rooms

extension Lane {
  /// What all lanes of a server have in common.
  struct Shared: Sendable {
    let configuration: Configuration
    let clock: Clock
    let handshaker: Handshaker
    /// 32 bytes from which each hall makes its own.
    let secret: [UInt8]
    let daily: [UInt8]
    let name: ServerName
    let bus: LocalBus
    let log: Logger
    /// Has what shared links lead to.
    let pages: PageDesk
    /// What the server is in a cluster; nil for a server of its own.
    var start: NodeStart?
    /// Told of each lane whether a room could open there, whenever that changes in a cluster.
    var whenOpening: @Sendable (_ lane: Int, Bool) -> Void = { _, _ in }

    /// The hall of a lane, without anybody in it.
    func hall(lane: Int) -> Hall {
      Hall(
        secret: secret, daily: daily, hashing: .openSSL, verifying: .openSSL, name: name,
        limits: configuration.limits.halls, app: configuration.app,
        log: configuration.archive?.recordedLog, lane: lane, of: bus.laneCount,
        placement: start?.membership ?? Alone())
    }

    /// What journals are read into; it has read nothing.
    var nothingRestored: Restoration {
      Restoration(
        daily: daily, hashing: .openSSL, limits: configuration.limits.halls,
        log: configuration.archive?.recordedLog)
    }
  }
}
