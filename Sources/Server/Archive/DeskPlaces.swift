// Who waits at a desk of the archive: so many in all, and no more of one address than an eighth, so
// that those who ask for everything leave places to others. Lanes and desks ask it from their own
// threads; a caller waits for a few lines of counting, never for a question.

import Dispatch
import Net
import Rooms
import Wire

/// The places of those who wait at a desk.
actor DeskPlaces {
  /// One address has this part of all places; an IPv6 /48 has `Limits.siteShare` times that.
  static let addressPart = 8

  nonisolated let executor = QueueExecutor(label: "chromatch.places")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let placesMax: Int
  private let siteShare: Int
  private var all = 0
  private var households: [UInt64: Int] = [:]
  private var sites: [UInt64: Int] = [:]

  init(_ placesMax: Int, siteShare: Int = Limits().siteShare) {
    self.placesMax = placesMax
    self.siteShare = siteShare
  }

  /// Takes a place for somebody who comes from there.
  ///
  /// - Returns: why there is none.
  nonisolated func take(for origin: Origin) -> RefusalLine? {
    executor.queue.sync { assumeIsolated { $0.enter(origin) } }
  }

  /// Gives it back.
  nonisolated func leave(_ origin: Origin) {
    executor.queue.sync { assumeIsolated { $0.strike(origin) } }
  }

  private func enter(_ origin: Origin) -> RefusalLine? {
    if all >= placesMax { return RefusalLine(code: .notNow, text: "too many ask just now") }
    let most = placesMax / Self.addressPart
    let ofSite = origin.site.map { sites[$0, default: 0] } ?? 0
    if households[origin.household, default: 0] >= most || ofSite >= most * siteShare {
      return RefusalLine(code: .notNow, text: "too many at your address ask just now")
    }
    all += 1
    households[origin.household, default: 0] += 1
    if let site = origin.site { sites[site, default: 0] += 1 }
    return nil
  }

  private func strike(_ origin: Origin) {
    all -= 1
    Self.strike(origin.household, &households)
    if let site = origin.site { Self.strike(site, &sites) }
  }

  /// An address without a place is not in the table.
  private static func strike(_ number: UInt64, _ counts: inout [UInt64: Int]) {
    let count = (counts[number] ?? 0) - 1
    counts[number] = count > 0 ? count : nil
  }
}
