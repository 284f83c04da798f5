// The sixteen figures of players as glyphs, and what players are called beside theirs.

import ClientCore
import Game
import Wire

extension Icon {
  /// The figure, one column wide in every font that has it.
  var glyph: Unicode.Scalar {
    switch self {
    case .diamond: "◆"
    case .circle: "●"
    case .triangle: "▲"
    case .square: "■"
    case .star: "★"
    case .heart: "♥"
    case .club: "♣"
    case .spade: "♠"
    case .sun: "☀"
    case .moon: "☾"
    case .umbrella: "☂"
    case .knight: "♞"
    case .flower: "✿"
    case .flag: "⚑"
    case .house: "⌂"
    case .note: "♫"
    }
  }
}

extension RoomModel {
  /// A player's figure; a dot for those whom nobody introduced.
  func figure(of player: PlayerID) -> Unicode.Scalar {
    profile(of: player)?.icon.glyph ?? "·"
  }

  /// The figure and the name. Bots say that they are.
  func label(of player: PlayerID) -> String {
    profile(of: player)?.label ?? "\(figure(of: player)) \(name(of: player))"
  }
}

extension Profile {
  /// The figure and the name. Bots and ghosts say that they are.
  var label: String {
    let shown = isGhost ? Words["\(name) (ghost)"] : isBot ? Words["\(name) (bot)"] : name
    return "\(icon.glyph) \(shown)"
  }

  /// What sits there that is nobody; nil for a person.
  var nobody: String? { isGhost ? Words["ghost"] : isBot ? Words["bot"] : nil }
}
