// What a person is in the middle of on the home screen: the chosen room, a panel that is open over
// the list, and what was typed into it. Which rooms there are is the session's.

import Chroma
import ClientCore
import Game
import Wire

/// The home screen's own state.
struct HomeState: Sendable {
  /// What lies over the list.
  enum Panel: Equatable, Sendable {
    /// Asking for a room's code; what was typed or pasted last may have been none.
    case code(String, isRefused: Bool = false)
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
    /// Reading boards.
    case boards(BoardsPanel)
    /// Looking at one's own days and matches.
    case own(OwnPanel)
  }

  /// The chosen room; the first in the list when it is nil or gone.
  var selected: RoomCode?
  var panel: Panel?
  var wishes = RoomForm()
  /// The figure that the player wears, as far as it is known here.
  var figure: Icon?
  /// What the server has told of the player and of their friends.
  var own = OwnKnowledge()

  /// Which row of a list is chosen; nil when it is empty.
  func index(in listings: [Listing]) -> Int? {
    listings.isEmpty ? nil : listings.firstIndex { $0.code == selected } ?? 0
  }

  /// Moves the choice by so many rows, stopping at the ends.
  mutating func select(by rows: Int, in listings: [Listing]) {
    guard let index = index(in: listings) else { return }
    selected = listings[min(max(index + rows, 0), listings.count - 1)].code
  }

  /// The person is elsewhere now.
  mutating func leave() { panel = nil }
}

extension HomeState.Panel {
  /// Whether whatever is pasted is typed.
  var takesText: Bool {
    switch self {
    case .servers: true
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
