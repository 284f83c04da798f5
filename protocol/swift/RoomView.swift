// A room's settings as ROOM tells them. It is written by hand, since rules are checked as a whole.
// It knows no other message. Invariant: rounds and time are those of the mode.

public import Game

/// A room's settings as everyone in it sees them.
public struct RoomView: Hashable, Sendable {
  /// The rules of the next match.
  public var rules: Rules
  /// What it is called.
  public var name: String
  /// How many may sit.
  public var seats: Int
  /// Whether LIST shows it.
  public var isListed: Bool
  /// Whether a password is asked for.
  public var hasPassword: Bool
  /// Whether its matches count for ratings.
  public var isRated: Bool
  /// How many seconds later watchers hear everything.
  public var delay: Int
  /// Whether only players whose screens show every color may sit.
  public var isExact: Bool
  /// Whether only players may sit who have proved who they are.
  public var isKnownOnly: Bool

  /// Describes a room from inside.
  public init(
    name: String, rules: Rules, seats: Int, isListed: Bool, hasPassword: Bool,
    isRated: Bool = false, delay: Int = 0, isExact: Bool = false, isKnownOnly: Bool = false
  ) {
    self.name = name
    self.rules = rules
    self.seats = seats
    self.isListed = isListed
    self.hasPassword = hasPassword
    self.isRated = isRated
    self.delay = delay
    self.isExact = isExact
    self.isKnownOnly = isKnownOnly
  }
}

extension RoomView: Described {
  init(_ line: inout some FieldCoder<RoomView>) throws(RefusalLine) {
    let name = try line(required("name", .roomName)) { $0.name }
    let mode = try line(required("mode", .mode)) { $0.rules.mode }
    let rounds = try line(required("rounds", .int(in: Rules.roundsRange))) { $0.rules.rounds }
    let seconds = try line(required("time", .int(in: Rules.secondsRange))) { $0.rules.seconds }
    let level = try line(required("level", .level)) { $0.rules.level }
    let seats = try line(required("seats", .int(in: Rules.seatsRange))) { $0.seats }
    let isListed = try line(required("listed", .flag)) { $0.isListed }
    let hasPassword = try line(mark("pass")) { $0.hasPassword }
    let isRated = try line(mark("rated")) { $0.isRated }
    let isAssisted = try line(mark("assist")) { $0.rules.isAssisted }
    let delay = try line(some("delay", .int(in: RoomSettings.delayRange))) { $0.delay }
    let isExact = try line(mark("exact")) { $0.isExact }
    let isKnownOnly = try line(mark("known")) { $0.isKnownOnly }
    let rules = Rules(
      checkedMode: mode, rounds: rounds, seconds: seconds, level: level, isAssisted: isAssisted)
    guard let rules else {
      throw RefusalLine(
        code: .badField, verb: ServerVerb.settings.rawValue,
        text: "rounds or time are not those of the mode")
    }
    self.init(
      name: name, rules: rules, seats: seats, isListed: isListed, hasPassword: hasPassword,
      isRated: isRated, delay: delay, isExact: isExact, isKnownOnly: isKnownOnly)
  }
}
