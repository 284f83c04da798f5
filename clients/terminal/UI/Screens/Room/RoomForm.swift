// Everything that a host can set about a room, as a list of fields to walk through: for a room that
// is about to be opened, and for one that stands. It knows what the server would refuse and says so
// before it is asked; what a mode does not let one choose cannot be changed here either.
// Invariant: the values are always ones that the server's ranges hold.

import ClientCore
import Game
import Wire

/// How a room is to be set.
struct RoomForm: Equatable, Sendable {
  enum Field: Int, CaseIterable, Sendable {
    case mode, rounds, seconds, level, seats, bots, listed, password, rated, assisted, delay, exact
  }

  /// What becomes of the password.
  enum Password: Equatable, Sendable {
    /// As it is: none, in a new room.
    case kept
    case none
    case new(String)
  }

  /// From one length of a round that is offered to the next, in seconds.
  static let secondsStep = 5
  /// How well the bots play that are seated from the start.
  static let botLevel = 2
  /// As many seats as a new room has when nobody asks for anything else.
  static let seatsUsual = 4

  /// The room as it is; nil for a new one.
  let before: RoomView?
  /// How many sit already.
  let taken: Int
  var field = Field.mode
  private(set) var rules: Rules
  private(set) var seats: Int
  private(set) var bots = 0
  private(set) var isListed: Bool
  private(set) var password = Password.kept
  private(set) var isRated: Bool
  private(set) var delay: Int
  private(set) var isExact: Bool

  /// For a new room, with a bot for company.
  init() {
    before = nil
    taken = 1
    rules = .standard
    seats = RoomForm.seatsUsual
    bots = 1
    isListed = true
    isRated = false
    delay = 0
    isExact = false
  }

  /// For a room that stands.
  init(_ room: RoomView, taken: Int) {
    before = room
    self.taken = taken
    rules = room.rules
    seats = room.seats
    isListed = room.isListed
    isRated = room.isRated
    delay = room.delay
    isExact = room.isExact
  }

  /// The fields from top to bottom: bots are seated in a room that stands by other keys.
  var fields: [Field] {
    before == nil ? Field.allCases : Field.allCases.filter { $0 != .bots }
  }

  /// Whether others will be asked for a password.
  var hasPassword: Bool {
    switch password {
    case .kept: before?.hasPassword ?? false
    case .none: false
    case .new(let text): !text.isEmpty
    }
  }
}

// What cannot be.
extension RoomForm {
  /// Why a field has no choice; nil when it has one.
  func fixed(_ field: Field) -> String? {
    let mode = rules.mode
    switch field {
    case .rounds where mode.isEndless: return Words["it ends when one is left"]
    case .rounds, .seconds, .level, .assisted:
      return mode.isFixed ? Words["the same for everyone who plays \(mode.name)"] : nil
    case .seats: return mode.seats.count == 1 ? Words["\(mode.name) is played alone"] : nil
    case .bots: return mode.seats.upperBound == 1 ? Words["\(mode.name) is played alone"] : nil
    case .mode, .listed, .password, .rated, .delay, .exact: return nil
    }
  }

  /// Why the server would refuse all this; nil when it would not.
  var problem: String? {
    let most = rules.mode.seats.upperBound
    if taken > most {
      return Words["\(taken) sit here, and \(rules.mode.name) takes \(most) at most."]
    }
    if isRated && hasPassword { return Words["A rated room has no password."] }
    if isRated && !isListed { return Words["A rated room must be listed."] }
    return nil
  }
}

// Changing.
extension RoomForm {
  /// Moves to another field, around the ends.
  mutating func choose(by places: Int) {
    let fields = fields
    let index = (fields.firstIndex(of: field) ?? 0) + places
    field = fields[(index % fields.count + fields.count) % fields.count]
  }

  /// Changes the chosen field by so many steps, stopping at the ends.
  mutating func change(by steps: Int) {
    guard fixed(field) == nil else { return }
    switch field {
    case .mode: play(RoomForm.step(rules.mode, by: steps, in: Mode.all))
    case .rounds:
      rules.rounds = RoomForm.step(rules.rounds, by: steps, in: Array(Rules.roundsRange))
    case .seconds: changeSeconds(by: steps)
    case .level: rules.level = RoomForm.step(rules.level, by: steps, in: Level.allCases)
    case .seats:
      seats = RoomForm.step(seats, by: steps, in: Array(seatsRange))
      bots = min(bots, seats - 1)
    case .bots: bots = RoomForm.step(bots, by: steps, in: Array(0..<seats))
    case .listed: isListed = RoomForm.step(isListed, by: steps, in: [false, true])
    case .password: password = steps < 0 ? .none : .kept
    case .rated: isRated = RoomForm.step(isRated, by: steps, in: [false, true])
    case .assisted:
      rules.isAssisted = RoomForm.step(rules.isAssisted, by: steps, in: [false, true])
    case .delay: delay = RoomForm.step(delay, by: steps, in: Array(RoomSettings.delayRange))
    case .exact: isExact = RoomForm.step(isExact, by: steps, in: [false, true])
    }
  }

  /// Another mode brings what is usual in it.
  private mutating func play(_ mode: Mode) {
    guard mode != rules.mode else { return }
    let isAssisted = rules.isAssisted && !mode.isFixed
    let level = mode.isFixed ? Rules.usual(of: mode).level : rules.level
    let wasAlone = rules.mode.seats.upperBound == 1
    rules = Rules.usual(of: mode)
    rules.level = level
    rules.isAssisted = isAssisted
    let wanted = wasAlone ? max(taken, before?.seats ?? RoomForm.seatsUsual) : seats
    seats = min(max(wanted, mode.seats.lowerBound), mode.seats.upperBound)
    bots = min(bots, seats - 1)
  }

  private var seatsRange: ClosedRange<Int> {
    let range = rules.mode.seats
    return min(max(taken, range.lowerBound), range.upperBound)...range.upperBound
  }

  private mutating func changeSeconds(by steps: Int) {
    let range = Rules.secondsRange
    let offered = Array(
      stride(from: range.lowerBound, through: range.upperBound, by: RoomForm.secondsStep))
    let nearest = offered.last { $0 <= rules.seconds } ?? range.lowerBound
    // Between two that are offered, the first step down is to the nearest below.
    let isBetween = nearest != rules.seconds && steps < 0
    rules.seconds = RoomForm.step(nearest, by: isBetween ? steps + 1 : steps, in: offered)
  }

  private static func step<Value: Equatable>(
    _ value: Value, by steps: Int, in values: [Value]
  ) -> Value {
    let index = (values.firstIndex(of: value) ?? 0) + steps
    return values.isEmpty ? value : values[min(max(index, 0), values.count - 1)]
  }

  /// Whether keys write text in the chosen field.
  var isTyping: Bool { field == .password }

  /// Adds a letter to the password; the first one begins a new password.
  mutating func type(_ letter: Unicode.Scalar) {
    var text = if case .new(let text) = password { text } else { "" }
    guard letter.value >= 0x20, letter.value != 0x7f,
      text.count < RoomSettings.passwordCharactersMax
    else { return }
    text.unicodeScalars.append(letter)
    password = .new(text)
  }

  /// Takes the last letter of the password away, or the whole of one that nobody sees here.
  mutating func rubOut() {
    guard case .new(let text) = password, text.count > 1 else { return password = .none }
    password = .new(String(text.dropLast()))
  }
}

// Keys and the mouse.
extension RoomForm {
  /// What a key on it comes to.
  enum Step {
    case goOn, goBack, apply
  }

  /// Takes a key; what the server would refuse is not applied.
  mutating func press(_ key: Key) -> Step {
    switch key {
    case .escape: return .goBack
    case .enter: return problem == nil ? .apply : .goOn
    case .up: choose(by: -1)
    case .down, .tab: choose(by: 1)
    case .left: change(by: -1)
    case .right: change(by: 1)
    case .backspace where isTyping: rubOut()
    case .character(let letter) where isTyping: type(letter)
    case .character("k"): choose(by: -1)
    case .character("j"): choose(by: 1)
    case .character("h"): change(by: -1)
    case .character("l"), .character(" "): change(by: 1)
    default: break
    }
    return .goOn
  }

  /// Takes the mouse: a press or a notch of the wheel chooses a field and changes it.
  mutating func mouse(_ action: Mouse.Action, onField index: Int) {
    guard let field = Field(rawValue: index), fields.contains(field) else { return }
    self.field = field
    if action == .wheelUp || action == .press(.left) { change(by: 1) }
    if action == .wheelDown || action == .press(.right) { change(by: -1) }
  }
}

// What comes of it.
extension RoomForm {
  /// What a new room is asked for with.
  var creation: UserAction {
    .create(wishes, bots: Array(repeating: RoomForm.botLevel, count: bots))
  }

  /// What the room is set to; nil when nothing is different.
  var change: UserAction? {
    let opens = before?.hasPassword == true && !hasPassword
    let wishes = wishes
    return wishes == RoomWishes() && !opens ? nil : .config(wishes, opens: opens)
  }

  /// In a room that stands only what is to be different; in a new one what the first fields say,
  /// and of the others what is not as usual.
  private var wishes: RoomWishes {
    let old = before
    let mode = rules.mode == old?.rules.mode ? nil : rules.mode
    // What comes with another mode by itself need not be said.
    let base = mode == nil ? old?.rules : old.map { _ in Rules.usual(of: rules.mode) }
    func changed<Value: Equatable>(_ value: Value, from old: Value?) -> Value? {
      value == old ? nil : value
    }
    var typed: String?
    if case .new(let text) = password, !text.isEmpty { typed = text }
    return RoomWishes(
      mode: mode, rounds: changed(rules.rounds, from: base?.rounds),
      seconds: changed(rules.seconds, from: base?.seconds),
      level: changed(rules.level, from: old?.rules.level),
      seats: changed(seats, from: old?.seats), isListed: changed(isListed, from: old?.isListed),
      password: typed, isRated: changed(isRated, from: old?.isRated ?? false),
      isAssisted: changed(rules.isAssisted, from: old?.rules.isAssisted ?? false),
      delay: changed(delay, from: old?.delay ?? 0),
      isExact: changed(isExact, from: old?.isExact ?? false))
  }
}

// What it says.
extension RoomForm {
  /// A field's name and value for the screen.
  func text(of field: Field) -> (name: String, value: String) {
    switch field {
    case .mode: (Words["mode"], rules.mode.words)
    case .rounds:
      (Words["rounds"], rules.mode.isEndless ? Words["until one is left"] : "\(rules.rounds)")
    case .seconds: (Words["time"], Words["\(rules.seconds) s a round"])
    case .level: (Words["level"], rules.levelWords)
    case .seats: (Words["seats"], "\(seats)")
    case .bots: (Words["bots"], bots == 0 ? Words["none"] : "\(bots)")
    case .listed:
      (Words["listed"], isListed ? Words["everyone sees the room"] : Words["by its code only"])
    case .password: (Words["password"], passwordText)
    case .rated: (Words["rated"], isRated ? Words["yes, it counts"] : Words["no"])
    case .assisted:
      (Words["assist"], rules.isAssisted ? Words["names, arrows, numbers ◐"] : Words["none"])
    case .delay: (Words["watching"], delay == 0 ? Words["live"] : Words["\(delay) s later"])
    case .exact: (Words["screens"], isExact ? Words["24-bit color only"] : Words["any"])
    }
  }

  private var passwordText: String {
    switch password {
    case .kept where before?.hasPassword == true: Words["as it is"]
    case .kept, .none: Words["none"]
    case .new(let text): text
    }
  }

  /// A sentence about the chosen field, or about what is wrong with the whole.
  var remark: String {
    if let problem { return problem }
    if let fixed = fixed(field) { return Words["No choice here: \(fixed)."] }
    return switch field {
    case .mode: Words["Rounds and time take the mode's defaults."]
    case .rounds: Words["From \(Rules.roundsRange.lowerBound) to \(Rules.roundsRange.upperBound)."]
    case .seconds: Words["How long a round is if nobody locks."]
    case .bots: Words["They join at the start and play fairly well."]
    case .level: Words["How close a color must be to lock."]
    case .seats: taken > 1 ? Words["\(taken) are taken."] : Words["How many can play."]
    case .listed: Words["Whether the list of open rooms has it."]
    case .password: Words["Type one; Backspace removes it."]
    case .rated: Words["Only listed rooms without a password count."]
    case .assisted: Words["Players get help, and every score says so."]
    case .delay: Words["How late watchers see everything."]
    case .exact: Words["Who can play: 24-bit screens or all."]
    }
  }
}
