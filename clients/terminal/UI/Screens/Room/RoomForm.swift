// The form on which a host sets a room: for a room that is about to be opened, and for one that is
// there. It goes through the rows of RoomSetting and adds what no row says: which settings a mode
// fixes, and what the server would refuse, so that the form says so before it is asked.
// Invariant: the values are always ones that the server's ranges hold.

import ClientCore
import Game
import Wire

/// How a room is to be set.
struct RoomForm: Equatable, Sendable {
  enum Field: Hashable, Sendable {
    case setting(RoomSetting)
    case bots
  }

  /// What becomes of the password.
  enum Password: Equatable, Sendable {
    /// As it is: none, in a new room.
    case kept
    case none
    case new(String)
  }

  /// How well the bots play that are seated from the start.
  static let botLevel = 2
  /// Of how many matches a series may be here: of an even number nobody may win.
  private static let seriesOffered = [0, 3, 5, 7, 9]
  /// As many seats as a new room has when nobody asks for anything else.
  static let seatsUsual = 4

  /// The room as it is; nil for a new one.
  let before: RoomSettings?
  /// How many sit already.
  let taken: Int
  var field = Field.setting(.mode)
  private(set) var settings: RoomSettings
  private(set) var bots = 0
  private(set) var password = Password.kept

  /// For a new room, with a bot for company.
  init() {
    before = nil
    taken = 1
    settings = RoomSettings(
      name: "", rules: .standard, seats: RoomForm.seatsUsual, isListed: true, password: nil)
    bots = 1
  }

  /// For a room that is there.
  init(_ room: RoomSettings, taken: Int) {
    before = room
    self.taken = taken
    settings = room
  }

  /// The fields from top to bottom: bots are seated in a room that is there by other keys.
  var fields: [Field] { before == nil ? RoomForm.newFields : RoomForm.changedFields }

  private static let changedFields = RoomSetting.all.filter { $0.label != nil }
    .map(Field.setting)
  private static let newFields = changedFields.flatMap { field in
    field == .setting(.seats) ? [field, .bots] : [field]
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
    let mode = settings.rules.mode
    switch field {
    case .setting(.rounds) where mode.isEndless: return Words["it ends when one is left"]
    case .setting(.rounds), .setting(.time), .setting(.level), .setting(.assist):
      return mode.isFixed ? Words["the same for everyone who plays \(mode.name)"] : nil
    case .setting(.seats):
      return mode.seats.count == 1 ? Words["\(mode.name) is played alone"] : nil
    case .setting(.series): return mode.isDaily ? Words["each day is one try"] : nil
    case .bots: return mode.seats.upperBound == 1 ? Words["\(mode.name) is played alone"] : nil
    case .setting: return nil
    }
  }

  /// Why the server would refuse all this; nil when it would not.
  var problem: String? {
    let mode = settings.rules.mode
    let most = mode.seats.upperBound
    if taken > most { return Words["\(taken) sit here, and \(mode.name) takes \(most) at most."] }
    if settings.isRated && hasPassword { return Words["A rated room has no password."] }
    if settings.isRated && !settings.isListed { return Words["A rated room must be listed."] }
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
    case .bots: bots = RoomForm.step(bots, by: steps, in: Array(0..<settings.seats))
    case .setting(.password): password = steps < 0 ? .none : .kept
    case .setting(.mode): play(RoomForm.step(settings.rules.mode, by: steps, in: Mode.all))
    case .setting(let setting): change(setting, by: steps)
    }
    bots = min(bots, settings.seats - 1)
  }

  private mutating func change(_ setting: RoomSetting, by steps: Int) {
    switch (setting.kind, settings[setting]) {
    case (.level, .level(let level)):
      settings[setting] = .level(RoomForm.step(level, by: steps, in: Level.allCases))
    case (.flag, .flag(let isOn)):
      settings[setting] = .flag(RoomForm.step(isOn, by: steps, in: [false, true]))
    case (.number(let range, let length), .number(let number)):
      let range = setting == .seats ? seatsRange : range
      let every = Array(stride(from: range.lowerBound, through: range.upperBound, by: length))
      let offered = setting == .series ? RoomForm.seriesOffered : every
      let nearest = offered.last { $0 <= number } ?? range.lowerBound
      // Between two that are offered, the first step down is to the nearest below.
      let isBetween = nearest != number && steps < 0
      settings[setting] = .number(
        RoomForm.step(nearest, by: isBetween ? steps + 1 : steps, in: offered))
    default: break
    }
  }

  /// Another mode brings what is usual in it.
  private mutating func play(_ mode: Mode) {
    let rules = settings.rules
    guard mode != rules.mode else { return }
    settings.rules = Rules.usual(of: mode)
    if !mode.isFixed {
      (settings.rules.level, settings.rules.isAssisted) = (rules.level, rules.isAssisted)
    }
    let wasAlone = rules.mode.seats.upperBound == 1
    let wanted = wasAlone ? max(taken, before?.seats ?? RoomForm.seatsUsual) : settings.seats
    settings.seats = min(max(wanted, mode.seats.lowerBound), mode.seats.upperBound)
  }

  private var seatsRange: ClosedRange<Int> {
    let range = settings.rules.mode.seats
    return min(max(taken, range.lowerBound), range.upperBound)...range.upperBound
  }

  private static func step<Value: Equatable>(
    _ value: Value, by steps: Int, in values: [Value]
  ) -> Value {
    let index = (values.firstIndex(of: value) ?? 0) + steps
    return values.isEmpty ? value : values[min(max(index, 0), values.count - 1)]
  }

  /// Whether keys write text in the chosen field.
  var isTyping: Bool { field == .setting(.password) }

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
  enum Press {
    case goOn, goBack, apply
  }

  /// Takes a key; what the server would refuse is not applied.
  mutating func press(_ key: Key) -> Press {
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
    guard fields.indices.contains(index) else { return }
    field = fields[index]
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

  /// In a room that is there only what is to be different; in a new one what is not as usual.
  private var wishes: RoomWishes {
    var known = before
    let mode = settings.rules.mode
    if mode != before?.rules.mode {
      // What comes with another mode by itself need not be said.
      known?.rules.rounds = mode.usual.rounds
      known?.rules.seconds = mode.usual.seconds
    }
    var wishes = RoomWishes()
    for case .setting(let setting) in fields where setting != .password {
      let usual = known.map { $0[setting] } ?? setting.standard
      if settings[setting] != usual { wishes[setting] = settings[setting] }
    }
    if case .new(let text) = password, !text.isEmpty { wishes.password = text }
    return wishes
  }
}

// What it says.
extension RoomForm {
  /// A field's name and value for the screen.
  func text(of field: Field) -> (name: String, value: String) {
    switch field {
    case .bots: (Words["bots"], bots == 0 ? Words["none"] : "\(bots)")
    case .setting(.password): (Words["password"], passwordText)
    case .setting(let setting): (Words[entry: setting.label ?? ""], settings.words(of: setting))
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
    case .bots: Words["They join at the start and play fairly well."]
    case .setting(.mode): Words["Rounds and time take the mode's defaults."]
    case .setting(.seats) where taken > 1: Words["\(taken) are taken."]
    case .setting(.password): Words["Type one; Backspace removes it."]
    case .setting(let setting): setting.remark
    }
  }
}
