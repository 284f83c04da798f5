// What the person at a screen, or the session behind it, wants done by the program around both, in
// order. Nothing here changes the session: it has changed before anybody reads these.

package import ClientCore

/// Something for the program to do.
package enum Wish: Hashable, Sendable {
  /// What the session wants.
  case session(SessionOutput)
  /// The person has decided something: it holds at once, and is to be kept.
  case prefer(Preference)
  /// The person looks different now, or sees other colors. A server learns it from HELLO alone, so
  /// this takes a new connection; it is asked for on the home screen only.
  case wear
  /// The person wants to go to another server, whose address is as it was typed. What cannot be
  /// gone to, the program says where it was typed.
  case visit(String)
  /// The person wants this text where other programs paste from.
  case copy(String)
  /// The person wants to find somebody with this tag and name again, or no longer.
  case befriend(String, String)
}
