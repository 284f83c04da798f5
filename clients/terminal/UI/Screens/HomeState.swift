// What a person is in the middle of on the home screen: the chosen room, a panel that is open over
// the list, and what was typed into it. Which rooms there are is the session's.

import Game
import Wire

/// The home screen's own state.
struct HomeState: Sendable {
  /// What lies over the list.
  enum Panel: Equatable, Sendable {
    /// Asking for a room's code.
    case code(String)
    /// Asking for a room's password, to sit down or to watch.
    case password(RoomCode, String, watches: Bool)
    /// Choosing the rules of a new room.
    case newRoom
    /// Choosing the mode of a match that is to begin as soon as can be.
    case quick(chosen: Int)
    /// Choosing a figure.
    case figure(Icon)
    /// Setting how the game is for this person.
    case preferences(PreferencesForm)
    /// Choosing another server.
    case servers(ServersForm)
  }

  /// The chosen room; the first in the list when it is nil or gone.
  var selected: RoomCode?
  var panel: Panel?
  var wishes = RoomForm()
  /// The figure that the player wears, as far as it is known here.
  var figure: Icon?
  /// The last room that was asked for, should it want a password.
  private var wanted: (code: RoomCode, watches: Bool)?

  /// Which row of a list is chosen; nil when it is empty.
  func index(in listings: [Listing]) -> Int? {
    listings.isEmpty ? nil : listings.firstIndex { $0.code == selected } ?? 0
  }

  /// Moves the choice by so many rows, stopping at the ends.
  mutating func select(by rows: Int, in listings: [Listing]) {
    guard let index = index(in: listings) else { return }
    selected = listings[min(max(index + rows, 0), listings.count - 1)].code
  }

  /// Goes for a room.
  mutating func enter(
    _ code: RoomCode, password: String? = nil, watches: Bool
  ) -> [ScreenOutput] {
    panel = nil
    wanted = (code, watches)
    return [
      .act(watches ? .watch(code, password: password) : .join(code, password: password))
    ]
  }

  /// Goes for a room in the list, by way of its password if it has one.
  mutating func enter(_ listing: Listing, watches: Bool) -> [ScreenOutput] {
    guard listing.hasPassword else { return enter(listing.code, watches: watches) }
    panel = .password(listing.code, "", watches: watches)
    return []
  }

  /// The room that was asked for wants another password.
  mutating func askForPassword() {
    if let wanted { panel = .password(wanted.code, "", watches: wanted.watches) }
  }

  /// The person is elsewhere now.
  mutating func leave() { panel = nil }
}

extension HomeState.Panel {
  /// Whether whatever is pasted is typed.
  var takesText: Bool {
    switch self {
    case .password, .servers: true
    case .preferences(let form): form.isTyping
    default: false
    }
  }
}

/// A match as soon as can be: which modes it may be of.
enum QuickMatch {
  /// Any mode, then each that is not played alone.
  static let modes: [Mode?] = [nil] + Mode.all.filter { $0.seats.upperBound > 1 }

  static var words: [String] { modes.map { $0?.words ?? Words["any mode"] } }
}

extension Mode {
  /// The mode that everybody plays the same targets of on one day; nil when there is none.
  static var ofTheDay: Mode? { all.first(where: \.isDaily) }
}
