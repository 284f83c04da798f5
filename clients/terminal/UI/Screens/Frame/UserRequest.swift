// What a user asks of the program: most of it is for the session, some for the program around it.
// It is the only wrapping of an action between the key and the session.

/// What a user wants done, by whatever they see the game in.
package enum UserRequest: Hashable, Sendable {
  /// Something to be done in the session.
  case act(UserAction)
  /// The user has decided something: it holds at once, and is to be kept.
  case prefer(Preference)
  /// The user looks different now, or sees other colors. A server learns it from HELLO alone, so
  /// this takes a new connection; it is asked for on the home screen only.
  case wear
  /// The user wants to go to another server, whose address is as it was typed. What cannot be gone
  /// to, the program says where it was typed.
  case visit(String)
}
