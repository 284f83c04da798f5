// What the screens are told once about the terminal and the program around them. A value only:
// nothing here draws or reads a clock.

import ClientCore
package import Wire

/// What the screens have to know besides the session.
package struct ScreenSetup: Sendable {
  /// The colors of the terminal.
  package var support: ColorSupport
  /// The glyphs of the terminal.
  package var glyphs = GlyphSet.unicode
  /// Whether the clock moves once a second only and nothing fades.
  package var isCalm: Bool
  /// The server as the player would type it, for the corner of the home screen.
  package var server: String
  /// Where others can reach the server, the likeliest address first, as far as the slash before a
  /// room's code; empty when nobody is to be told.
  package var addressesToShare: [String]
  /// The fingerprint of that server's certificate, for others to compare; nil without one.
  package var fingerprintToShare: String?
  /// Where a browser finds that server, as far as the slash before a room's code; nil where nobody
  /// is to be told or it shows no page.
  package var pageToShare: String?
  /// The player's figure; nil when the server chose it.
  package var icon: Icon?
  /// Whether the program carries out `Wish.prefer`, `wear` and `visit`.
  package var canChangeIcon: Bool
  /// Whether the program goes to no other server.
  package var staysOnServer = false
  /// What the player has decided once and for all, as it holds now.
  package var preferences = Preferences()
  /// The servers to go to, the likeliest first.
  package var servers: [ServerChoice] = []
  /// The best matches that the player has played, from all servers.
  package var bests = BestMatches()
  /// What the player's first try of the day has come to, once it is over.
  package var today: DayResult?
  /// Whether the player has never been anywhere.
  package var isNewcomer = false
  /// The days on which the player has played the day's colors, as this computer knows them.
  package var ownDays: Set<Int> = []
  /// Whom the player wants to find again.
  package var friends = Friends()
  /// Whether to begin on the wall; or in the one room there is, if there is just one.
  package var opensWall = false

  /// The first seven, spelled out; no page, nothing decided, nowhere to go, nothing played.
  package init(
    support: ColorSupport, isCalm: Bool, server: String, addressesToShare: [String],
    fingerprintToShare: String?, icon: Icon?, canChangeIcon: Bool
  ) {
    self.support = support
    self.isCalm = isCalm
    self.server = server
    self.addressesToShare = addressesToShare
    self.fingerprintToShare = fingerprintToShare
    self.icon = icon
    self.canChangeIcon = canChangeIcon
  }

  /// Whether the player may go to another server.
  var canGoElsewhere: Bool { canChangeIcon && !staysOnServer }

  /// Whether the player is in their first match, which says how to play.
  var isTaught: Bool { isNewcomer && bests.matches.isEmpty }

  /// Whether colors cannot be judged on this terminal, so that the game is played by names and
  /// numbers: without colors, and with sixteen that every theme makes up anew.
  var isByNumbers: Bool { support.depth < .palette256 }

  /// What a key is called: by its sign, or by its name where the terminal is not sent such signs.
  func name(ofKey sign: String) -> String {
    guard glyphs == .ascii else { return sign }
    return switch sign {
    case "⏎": Words["Enter"]
    case "⇧": Words["Shift"]
    case "←→⏎": "←→ " + Words["Enter"]
    default: sign
    }
  }

  /// From one tick of the clock to the next, in milliseconds.
  var tickMilliseconds: Int { isCalm ? 1_000 : 100 }
}
