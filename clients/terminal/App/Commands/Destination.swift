// Which server a command goes to: the one that was named, else the one that the person always goes
// to, else the one they were on last. It is said whenever it was not named.

import ArgumentParser
import TerminalUI
import Wire

/// A server to go to.
struct Destination {
  let address: Address
  /// What the person should know about the choice; nil if it was theirs.
  let remark: String?

  /// - Parameters:
  ///   - command: what to type in front of a server's address, for a player who has been nowhere.
  ///   - habits: what is known of the person.
  init(
    _ named: Address?, orKnownFor command: String, by habits: Habits
  ) throws(ValidationError) {
    if let named {
      self.init(address: named, remark: nil)
      return
    }
    let (preferences, _) = habits.preferences(environment: variable)
    if let text = preferences.server {
      do throws(ValidationError) {
        let address = try Address(text).server
        self.init(address: address, remark: "Going to \(address.shortText), your default server.")
      } catch {
        throw ValidationError("Your default server \"\(text)\" is not an address: \(error.message)")
      }
    } else if let last = habits.history.first {
      self.init(address: last, remark: "Going to \(last.shortText), the server you used last.")
    } else {
      throw ValidationError(
        "Which server? You have not used one yet: name it, as in "
          + "`chromatch \(command)`, or start one with `chromatch host`.")
    }
  }

  private init(address: Address, remark: String?) {
    self.address = address
    self.remark = remark
  }
}
