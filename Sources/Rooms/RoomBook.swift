// How many rooms there are in all, and of each origin. One lane keeps the book for all of them, so
// the counts are exact whichever lanes open rooms; it is told of each room before it opens and
// after it has closed. It knows neither rooms nor people. Invariant: each origin in it has rooms.

import Wire

/// The rooms of a server, counted.
struct RoomBook: Sendable {
  /// Rooms in all, those about to open included.
  private(set) var count = 0
  private var households: [UInt64: Int] = [:]
  private var sites: [UInt64: Int] = [:]

  /// Counts one more room, or says why there may be none.
  mutating func enter(_ origin: Origin, _ limits: Limits) throws(RefusalLine) {
    guard count < limits.roomsMax else { throw RefusalLine(code: .tooManyRooms) }
    let most = limits.addressRoomsMax
    guard households[origin.household, default: 0] < most else {
      throw .tooManyRooms("your address has \(most) rooms open")
    }
    if let site = origin.site {
      guard sites[site, default: 0] < most * limits.siteShare else {
        throw .tooManyRooms("your network has \(most * limits.siteShare) rooms open")
      }
      sites[site, default: 0] += 1
    }
    households[origin.household, default: 0] += 1
    count += 1
  }

  /// Counts rooms that a journal gave back. They count for nobody: who opened them is not kept.
  mutating func enter(restored: Int) { count += restored }

  /// One room less.
  mutating func strike(_ origin: Origin?) {
    count -= 1
    guard let origin else { return }
    RoomBook.takeOne(of: origin.household, from: &households)
    if let site = origin.site { RoomBook.takeOne(of: site, from: &sites) }
  }

  /// How many rooms each origin has, in no order.
  var countsByOrigin: [Int] { Array(households.values) + Array(sites.values) }

  private static func takeOne(of number: UInt64, from counts: inout [UInt64: Int]) {
    let rest = counts[number, default: 1] - 1
    counts[number] = rest == 0 ? nil : rest
  }
}

extension RefusalLine {
  fileprivate static func tooManyRooms(_ text: String) -> RefusalLine {
    RefusalLine(code: .tooManyRooms, text: text)
  }
}
