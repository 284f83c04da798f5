// The types of field whose values are words of the vocabulary: modes, levels, codes, icons and
// such. Icons and reasons that a server writes are read leniently, because a newer server may know
// more of them; words from a client are checked.

import Chroma
import Game

extension FieldType where Value == Mode {
  /// The name of a mode.
  static var mode: FieldType {
    choice("one of \(Mode.all.map(\.name).joined(separator: ", "))", Mode.named)
  }
}

extension FieldType where Value == Level {
  static var level: FieldType {
    choice("easy, normal or hard", Level.init(rawValue:))
  }
}

extension FieldType where Value == RoomCode {
  /// Four or six letters or digits of `RoomCode.alphabet`, in either case.
  static var code: FieldType {
    choice("four or six letters or digits such as WAVE") { RoomCode($0) }
  }
}

extension FieldType where Value == ListedState {
  static var state: FieldType {
    choice("waiting or playing", ListedState.init(rawValue:))
  }
}

extension FieldType where Value == Role {
  static var role: FieldType {
    choice("player or watcher", Role.init(rawValue:))
  }
}

extension FieldType where Value == Nonce {
  /// A nonce that a client gives.
  static var nonce: FieldType {
    choice("2 to 64 digits 0-9 and a-f", Nonce.init(hex:))
  }

  /// A nonce in the list of all seats', "-" for none.
  static var seatNonce: FieldType {
    choice("a nonce or -") { $0 == Nonce.none.text ? Nonce.none : Nonce(hex: $0) }
  }
}

extension FieldType where Value == Icon {
  /// An icon that a client asks for.
  static var icon: FieldType {
    choice("one of \(Icon.allCases.map(\.rawValue).joined(separator: ", "))", Icon.init(rawValue:))
  }

  /// An icon that a server shows; one that this version does not know becomes the first.
  static var shownIcon: FieldType {
    choice("an icon") { Icon(rawValue: $0) ?? .diamond }
  }
}

extension FieldType where Value == Reaction {
  static var reaction: FieldType {
    choice(
      "one of \(Reaction.allCases.map(\.rawValue).joined(separator: ", "))",
      Reaction.init(rawValue:))
  }
}

extension FieldType where Value == Departure {
  /// A reason that a server gives; one that this version does not know means "not here" as well.
  static var departure: FieldType {
    choice("a reason") { Departure(rawValue: $0) ?? .left }
  }
}

extension FieldType where Value == String {
  /// What JOIN and WATCH say to a room that asks.
  static var password: FieldType { text(charactersMax: RoomSettings.passwordCharactersMax) }
  /// What a room is called.
  static var roomName: FieldType { text(charactersMax: RoomSettings.nameCharactersMax) }
  /// What a player is called.
  static var playerName: FieldType { text(charactersMax: Profile.nameCharactersMax) }
}
