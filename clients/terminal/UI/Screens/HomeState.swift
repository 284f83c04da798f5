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
    /// Choosing a figure.
    case figure(Icon)
  }

  /// The chosen room; the first in the list when it is nil or gone.
  var selected: RoomCode?
  var panel: Panel?
  var wishes = NewRoom()
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

/// The rules of a room that is about to be opened, as a list of fields to walk through.
struct NewRoom: Equatable, Sendable {
  enum Field: Int, CaseIterable, Sendable {
    case mode, rounds, seconds, level, seats, bots, listed
  }

  var field = Field.mode
  var mode = Rules.standard.mode
  var rounds = Rules.standard.rounds
  var seconds = Rules.standard.seconds
  var level = Rules.standard.level
  var seats = 4
  var bots = 1
  var isListed = true

  /// From one length of a round that is offered to the next, in seconds.
  static let secondsStep = 5
  /// How well the bots play that are seated from the start.
  static let botLevel = 2

  /// What the room is asked for with.
  var action: UserAction {
    .create(
      RoomWishes(
        mode: mode, rounds: rounds, seconds: seconds, level: level, seats: seats,
        isListed: isListed),
      bots: Array(repeating: NewRoom.botLevel, count: bots))
  }

  /// Moves to another field, around the ends.
  mutating func choose(by places: Int) {
    let count = Field.allCases.count
    field = Field.allCases[((field.rawValue + places) % count + count) % count]
  }

  /// Changes the chosen field by so many steps, stopping at the ends.
  mutating func change(by steps: Int) {
    switch field {
    case .mode: mode = NewRoom.step(mode, by: steps, in: Mode.all)
    case .rounds: rounds = NewRoom.step(rounds, by: steps, in: Array(Rules.roundsRange))
    case .seconds:
      let range = Rules.secondsRange
      let offered = Array(
        stride(from: range.lowerBound, through: range.upperBound, by: NewRoom.secondsStep))
      seconds = NewRoom.step(seconds, by: steps, in: offered)
    case .level: level = NewRoom.step(level, by: steps, in: Level.allCases)
    case .seats:
      seats = NewRoom.step(seats, by: steps, in: Array(Rules.seatsRange))
      bots = min(bots, seats - 1)
    case .bots: bots = NewRoom.step(bots, by: steps, in: Array(0..<seats))
    case .listed: isListed = NewRoom.step(isListed, by: steps, in: [false, true])
    }
  }

  private static func step<Value: Equatable>(
    _ value: Value, by steps: Int, in values: [Value]
  ) -> Value {
    let index = (values.firstIndex(of: value) ?? 0) + steps
    return values.isEmpty ? value : values[min(max(index, 0), values.count - 1)]
  }

  /// A field's name and value for the screen.
  func text(of field: Field) -> (name: String, value: String) {
    switch field {
    case .mode: ("mode", mode.words)
    case .rounds: ("rounds", "\(rounds)")
    case .seconds: ("time", "\(seconds) s a round")
    case .level: ("level", level.words)
    case .seats: ("seats", "\(seats)")
    case .bots: ("bots", bots == 0 ? "none" : "\(bots)")
    case .listed: ("listed", isListed ? "everybody sees the room" : "by its code only")
    }
  }
}

extension Mode {
  /// The mode for people: its name and its sliders.
  var words: String { "\(name), \(channels.map(\.name).joined(separator: " ")) sliders" }
}

extension Level {
  /// The level for people: its name and how near is near enough.
  var words: String { "\(rawValue), locks up to \(Say.difference(tolerance))" }
}
