// What the command line asks for, as a value: which server, what to do there, who plays, on what
// kind of screen. Commands make it, the program carries it out; nothing here touches the system.

import ClientCore
import Game
import TerminalUI
import Wire

/// Everything that the command line decides.
struct Plan: Sendable {
  /// Which server to play on.
  enum Venue: Sendable {
    /// One in this process, for as long as the program runs.
    case own(OwnServer.Settings)
    /// One that runs elsewhere.
    case at(Address)
  }

  /// Who plays.
  struct Persona: Sendable {
    var name: String?
    var icon: Icon?
    /// Whether the name is only that of the account: the first room keeps it.
    var isProposed = false
  }

  /// What is asked of the screen.
  struct Screen: Sendable {
    /// Lines instead of a screen.
    var isPlain: Bool
    /// Little motion; nil if nobody says.
    var isCalm: Bool?
    /// The terminal's bell; nil if nobody says.
    var hasBell: Bool?
    /// The colors to use, whatever the terminal says of itself.
    var depth: ColorDepth?
    /// Whether somebody may type; found out when the plan is carried out.
    var isTypedTo = true
  }

  var venue: Venue
  var intent: Intent
  var player: Persona
  var screen: Screen
  /// Who plays the own seat, if not the person.
  var selfPlay: SelfPlay?
  /// Whether to be ready for the first match at once.
  var isEager = false
  /// What to do instead if nobody can type anything; the program plays the seat then.
  var intentIfAlone: Intent?
  /// Who the person is, for servers that ask; nil for somebody unknown.
  var identity: SecretKey?
  /// Whether to tell this network of the room.
  var announces = false
  /// Whether to look for games on this network.
  var looksAround = false
  /// Whether anybody may be at the terminal: the program stays on its server, and keeps nothing.
  var isRestricted = false
  /// What the person should know about the choice of the server.
  var remark: String?
  /// The one thing to ask of the server, if there is nothing else to do there.
  var errand: Lookup?
  /// Whether its answer is for a program.
  var isJSON = false
}

extension Plan {
  /// What holds for the player, as the settings on the screen know it.
  var preferences: Preferences {
    var preferences = Preferences()
    preferences.color = screen.depth
    preferences.hasBell = screen.hasBell
    return preferences
  }

  /// What is known of the person from before, and kept for later.
  var habits: Habits { isRestricted ? .none : .usual }

  /// Whether the server is one in this process.
  var isOwnServer: Bool {
    if case .own = venue { true } else { false }
  }

  /// Whether somebody at a screen wants to watch, and has not said what.
  var opensWall: Bool { !screen.isPlain && intent == .watch(nil, password: nil) }
}
