// What a hall wanted, written down as its driver's witness. It looks at nothing else.

import Driving
import Game
import Rooms
import TranscriptSupport
import Wire

/// Everything that a hall of a server in memory wants done, as bytes, in order: equal traces are
/// equal histories.
final class Trace: Witness {
  private(set) var bytes: [UInt8] = []
  /// How often a watcher's queue was dropped for a fresh picture.
  private(set) var conflations = 0

  init(of driver: HallDriver<MemorySockets>) { driver.witness = self }

  func saw(_ input: Input?, _ effects: ArraySlice<Effect>, at now: Instant) {
    for effect in effects {
      switch effect {
      case .send(let message, let connections):
        write("\(now.milliseconds) \(connections.map(\.number))< ")
        message.encode(into: &bytes)
      case .conflate(let id):
        conflations += 1
        write("\(id.number) conflated\n")
      case .close(let id): write("\(id.number) closed\n")
      case .carry, .lend, .giveBack, .publish, .keep, .claim, .ask, .note: break
      }
    }
  }

  private func write(_ text: String) { bytes += Array(text.utf8) }
}
