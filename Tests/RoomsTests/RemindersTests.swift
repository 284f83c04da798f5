// What an item has in the agenda: no entry is made where one is there in time, and none is
// forgotten, however many there are.

import Game
import TestSupport
import Testing

@testable import Rooms

@Suite("Reminders")
struct RemindersTests {
  @Test("an entry is made for every earlier deadline, and each is known until its moment")
  func entries() {
    var reminders = Reminders()
    let moments = [50, 40, 30, 20].map(Instant.init(milliseconds:))
    for moment in moments {
      let isNeeded = reminders.needsEntry(for: moment)
      let isNeededAgain = reminders.needsEntry(for: moment)
      expect(isNeeded && !isNeededAgain)
    }
    for moment in moments.reversed() {
      // Somebody else's moment, under the same name, changes nothing.
      reminders.came(moment + 1)
      let isNeeded = reminders.needsEntry(for: moment)
      expect(!isNeeded)
      reminders.came(moment)
    }
    let isNeeded = reminders.needsEntry(for: Instant(milliseconds: 60))
    expect(isNeeded)
  }
}
