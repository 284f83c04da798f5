// What a host can set about a room: a row for each setting, with its key, its kind, what it is when
// nobody says, and what people read about it. The host sets all of them between matches, and
// everyone in the room sees them, but for the password's letters. What reads, writes, asks for or
// shows settings goes through the rows; what a setting does to a room is not said here.
// Invariant: a new setting comes last, as every key of the protocol does.

public import Game

/// What it can be set to.
public enum SettingKind: Hashable, Sendable {
  case mode
  case level
  case names
  /// A form goes from one to the next by steps.
  case number(ClosedRange<Int>, step: Int = 1)
  case flag
  case text(charactersMax: Int)
}

/// One thing that a host can set.
public struct RoomSetting: Sendable {
  /// Its key on the wire, and where people type it.
  public let key: String
  /// What it can be set to.
  public let kind: SettingKind
  /// What it is when nobody says; nil when that depends on the room.
  public let standard: SettingValue?
  /// Its name on the terminal's form; nil where that does not ask for it.
  public let label: String?
  /// What the form says where it is off and where it is on, of a flag.
  public let words: [String]
  /// What it says, without its range.
  public let help: String
  /// What a spoken line adds about a room where it is on.
  public let spoken: String?
  fileprivate let name: StaticString
  fileprivate let set: Part<RoomSettings>
  fileprivate let wish: Part<RoomWishes>

  private init(
    _ name: StaticString, _ kind: SettingKind, _ set: Part<RoomSettings>, _ wish: Part<RoomWishes>,
    standard: SettingValue? = nil, label: String? = nil, words: [String] = [],
    spoken: String? = nil, help: String
  ) {
    (self.name, self.kind, self.set, self.wish) = (name, kind, set, wish)
    (self.standard, self.label, self.words) = (standard, label, words)
    (self.spoken, self.help, key) = (spoken, help, "\(name)")
  }
}

// The rows.
extension RoomSetting {
  /// All settings, in the order of the wire.
  public static let all = [
    mode, rounds, time, level, seats, listed, password, name, rated, assist, delay, exact, known,
    series, present, names,
  ]

  /// Another mode brings its own rounds and time, and fewer seats where it has fewer.
  public static let mode = RoomSetting(
    "mode", .mode, Part(\.rules.mode), Part(\.mode), label: "mode", help: "what is played")
  /// Fixed in some modes, as are time, level and assist.
  public static let rounds = RoomSetting(
    "rounds", .number(Rules.roundsRange), Part(\.rules.rounds), Part(\.rounds), label: "rounds",
    help: "how many rounds")
  /// Forms offer every fifth.
  public static let time = RoomSetting(
    "time", .number(Rules.secondsRange, step: 5), Part(\.rules.seconds), Part(\.seconds),
    label: "time", help: "the length of a round in seconds")
  /// The largest ΔE that locks.
  public static let level = RoomSetting(
    "level", .level, Part(\.rules.level), Part(\.level), label: "level",
    help: "how close is close enough")
  /// Within what the mode takes.
  public static let seats = RoomSetting(
    "seats", .number(RoomSettings.seatsRange), Part(\.seats), Part(\.seats), label: "seats",
    help: "how many can play")
  /// LIST and QUICK find the room.
  public static let listed = RoomSetting(
    "listed", .flag, Part(\.isListed), Part(\.isListed), label: "listed",
    words: ["by its code only", "everyone sees the room"],
    help: "whether others find the room in the list")
  /// JOIN and WATCH have to give it; `open` of CONFIG takes it away.
  public static let password = RoomSetting(
    "pass", .text(charactersMax: RoomSettings.passwordCharactersMax), Part(\.password),
    Part(\.password), label: "password", help: "what others need to join")
  /// Cleaned as names of players are.
  public static let name = RoomSetting(
    "name", .text(charactersMax: RoomSettings.nameCharactersMax), Part(\.name), Part(\.name),
    help: "what the room is called")
  /// Only in a room that is listed and has no password.
  public static let rated = RoomSetting(
    "rated", .flag, Part(\.isRated), Part(\.isRated), standard: .flag(false), label: "rated",
    words: ["no", "yes, it counts"], spoken: "rated", help: "whether matches count for ratings")
  /// Clients help with names, hints and numbers; every SCORE says so.
  public static let assist = RoomSetting(
    "assist", .flag, Part(\.rules.isAssisted), Part(\.isAssisted), standard: .flag(false),
    label: "assist", words: ["none", "names, arrows, numbers ◐"],
    help: "whether players get help, which scores say")
  /// In seconds.
  public static let delay = RoomSetting(
    "delay", .number(RoomSettings.delayRange), Part(\.delay), Part(\.delay), standard: .number(0),
    label: "watching", help: "how many seconds watchers are behind")
  /// Players said `depth=24` in HELLO.
  public static let exact = RoomSetting(
    "exact", .flag, Part(\.isExact), Part(\.isExact), standard: .flag(false), label: "screens",
    words: ["any", "24-bit color only"], spoken: "for exact colors only",
    help: "whether only screens with exact colors can play")
  /// Players have proved who they are, so that bans hold.
  public static let known = RoomSetting(
    "known", .flag, Part(\.isKnownOnly), Part(\.isKnownOnly), standard: .flag(false),
    spoken: "for known players only",
    help: "whether only players can play who have proved who they are")
  /// 0 for none: each match is one by itself. Of an even number a series may end in a draw.
  public static let series = RoomSetting(
    "series", .number(RoomSettings.seriesRange), Part(\.series), Part(\.series),
    standard: .number(0), label: "series",
    help: "how many matches a series has")
  /// The room's opener, or whom they hand it to, hosts it and looks on; without seats all others
  /// play along.
  public static let present = RoomSetting(
    "present", .flag, Part(\.isPresented), Part(\.isPresented), standard: .flag(false),
    spoken: "with a presenter", help: "whether the host has no seat and presents the room")
  /// Only CREATE sets it, because people come in who rely on it.
  public static let names = RoomSetting(
    "names", .names, Part(\.names), Part(\.names), standard: .names(.own),
    help: "what people are called")

  /// Every English text that people may read in another language.
  public var texts: [String] { [help, label, spoken].compactMap(\.self) + words }
}

extension RoomSetting: Hashable {
  /// Whether two are the same setting.
  public static func == (one: RoomSetting, other: RoomSetting) -> Bool { one.key == other.key }
  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// What something is set to.
public enum SettingValue: Hashable, Sendable {
  case mode(Mode)
  case level(Level)
  case names(Naming)
  case number(Int)
  case flag(Bool)
  case text(String)
}

extension SettingValue {
  /// A value of a row as one of a property, by type; nil when it is none.
  fileprivate func property<Value>() -> Value? {
    switch self {
    case .mode(let mode): mode as? Value
    case .level(let level): level as? Value
    case .names(let names): names as? Value
    case .number(let number): number as? Value
    case .flag(let isOn): isOn as? Value
    case .text(let text): text as? Value
    }
  }

  fileprivate init?(_ property: some Any) {
    switch property {
    case let mode as Mode: self = .mode(mode)
    case let level as Level: self = .level(level)
    case let names as Naming: self = .names(names)
    case let number as Int: self = .number(number)
    case let isOn as Bool: self = .flag(isOn)
    case let text as String: self = .text(text)
    default: return nil
    }
  }
}

/// Where a value of a setting is.
private struct Part<Whole>: Sendable {
  let get: @Sendable (Whole) -> SettingValue?
  let set: @Sendable (inout Whole, SettingValue?) -> Void

  init<Value>(_ path: any WritableKeyPath<Whole, Value> & Sendable) {
    get = { SettingValue($0[keyPath: path]) }
    set = { whole, value in
      if let value: Value = value?.property() { whole[keyPath: path] = value }
    }
  }

  init<Value>(_ path: any WritableKeyPath<Whole, Value?> & Sendable) {
    get = { $0[keyPath: path].flatMap { SettingValue($0) } }
    set = { whole, value in whole[keyPath: path] = value?.property() }
  }
}

/// How a room is set.
public struct RoomSettings: Hashable, Sendable {
  /// The longest room name, in characters.
  public static let nameCharactersMax = 32
  /// The longest password, in characters.
  public static let passwordCharactersMax = 32
  /// How many seats there can be in the grammar; a server has its own limit.
  public static let seatsRange = 0...64
  /// How many seconds later watchers may hear everything.
  public static let delayRange = 0...30
  /// How many matches a series may have.
  public static let seriesRange = 0...9
  /// What stands for a password that somebody is not told; nobody can choose it.
  public static let untold = ""

  /// 1 to 32 characters without controls.
  public var name: String
  /// The rules of the next match.
  public var rules: Rules
  /// How many players may sit, within what the mode takes; none on an open floor.
  public var seats: Int
  /// Whether LIST shows the room.
  public var isListed: Bool
  /// What JOIN and WATCH have to say; nil for an open room. Never sent to anyone.
  public var password: String?
  /// Whether its matches count for ratings; only for rooms that anybody can find and enter.
  public var isRated = false
  /// How many seconds later watchers hear everything.
  public var delay = 0
  /// Whether only players whose screens show every color may sit.
  public var isExact = false
  /// Whether only players may sit who have proved who they are.
  public var isKnownOnly = false
  /// How many matches a series has at most; 0 for none.
  public var series = 0
  /// Whether the host has no seat.
  public var isPresented = false
  /// What people are called there.
  public var names = Naming.own

  /// Describes a room.
  public init(
    name: String, rules: Rules, seats: Int, isListed: Bool, password: String?,
    isRated: Bool = false, delay: Int = 0, isExact: Bool = false, isKnownOnly: Bool = false
  ) {
    (self.name, self.rules, self.seats) = (name, rules, seats)
    (self.isListed, self.password, self.isRated) = (isListed, password, isRated)
    (self.delay, self.isExact, self.isKnownOnly) = (delay, isExact, isKnownOnly)
  }

  /// Whether matches count for a series. Those of the day never do, each has one ranked try; nor
  /// those of an open floor, where nobody has a seat.
  public var hasSeries: Bool { series > 0 && seats > 0 && !rules.mode.isDaily }
  /// Whether a password is asked for.
  public var hasPassword: Bool { password != nil }
  /// Whether those who look on may play along: not where they are late, nor where it counts.
  public var hasCrowd: Bool { delay == 0 && !isRated && !rules.mode.isDaily }
  /// Whether anybody may find the room and come in.
  public var isPublic: Bool { isListed && !hasPassword }

  /// The settings as everyone in the room sees them.
  public var told: RoomSettings {
    var told = self
    if hasPassword { told.password = RoomSettings.untold }
    return told
  }

  /// What something is set to; nil for no password. A value of another kind changes nothing.
  public subscript(setting: RoomSetting) -> SettingValue? {
    get { setting.set.get(self) }
    set { setting.set.set(&self, newValue) }
  }
}

/// The wishes of a room's creator or host; what is nil stays as it is, or is as usual.
public struct RoomWishes: Hashable, Sendable {
  /// The kind of round.
  public var mode: Mode?
  /// How many rounds.
  public var rounds: Int?
  /// The length of a round in seconds.
  public var seconds: Int?
  /// How near is near enough.
  public var level: Level?
  /// How many players may sit.
  public var seats: Int?
  /// Whether LIST shows the room.
  public var isListed: Bool?
  /// What others have to say to come in.
  public var password: String?
  /// What the room is called.
  public var name: String?
  /// Whether its matches count for ratings.
  public var isRated: Bool?
  /// Whether players are helped with names, hints and numbers.
  public var isAssisted: Bool?
  /// How many seconds later watchers hear everything.
  public var delay: Int?
  /// Whether only players whose screens show every color may sit.
  public var isExact: Bool?
  /// Whether only players may sit who have proved who they are.
  public var isKnownOnly: Bool?
  /// How many matches a series has at most.
  public var series: Int?
  /// Whether the host is to have no seat.
  public var isPresented: Bool?
  /// What people are to be called.
  public var names: Naming?

  /// Describes a wished-for room.
  public init(
    mode: Mode? = nil, rounds: Int? = nil, seconds: Int? = nil, level: Level? = nil,
    seats: Int? = nil, isListed: Bool? = nil, password: String? = nil, name: String? = nil,
    isRated: Bool? = nil, isAssisted: Bool? = nil, delay: Int? = nil, isExact: Bool? = nil,
    isKnownOnly: Bool? = nil
  ) {
    (self.mode, self.rounds, self.seconds, self.level) = (mode, rounds, seconds, level)
    (self.seats, self.isListed, self.password, self.name) = (seats, isListed, password, name)
    (self.isRated, self.isAssisted, self.delay) = (isRated, isAssisted, delay)
    (self.isExact, self.isKnownOnly) = (isExact, isKnownOnly)
  }

  /// What something is wished to be.
  public subscript(setting: RoomSetting) -> SettingValue? {
    get { setting.wish.get(self) }
    set { setting.wish.set(&self, newValue) }
  }
}

// On the wire and in a journal.
extension RoomSetting {
  fileprivate func read(_ line: LineReader) throws(RefusalLine) -> SettingValue? {
    switch kind {
    case .mode: try line.value(name, .mode).map(SettingValue.mode)
    case .level: try line.value(name, .level).map(SettingValue.level)
    case .names: try line.value(name, .names).map(SettingValue.names)
    case .number(let range, _):
      try line.value(name, .int(in: range)).map(SettingValue.number)
    case .flag: try line.value(name, .flag).map(SettingValue.flag)
    case .text(let most):
      try line.value(name, .text(charactersMax: most)).map(SettingValue.text)
    }
  }

  fileprivate func write(_ value: SettingValue, to line: inout LineWriter) {
    switch value {
    case .mode(let mode): required(name, .mode).write(mode, to: &line)
    case .level(let level): required(name, .level).write(level, to: &line)
    case .names(let names): required(name, .names).write(names, to: &line)
    case .number(let number): required(name, .count).write(number, to: &line)
    case .flag(let isOn): required(name, .flag).write(isOn, to: &line)
    case .text(let text): required(name, .roomName).write(text, to: &line)
    }
  }
}

extension RoomSettings {
  /// How a journal has them.
  static let journaled = SettingsFields(tellsPassword: true)
  /// How ROOM tells them.
  static let settings = SettingsFields(tellsPassword: false)
}

extension RoomWishes {
  /// How CREATE has them.
  static let create = CreationFields()
  /// How CONFIG has them.
  static let config = ChangeFields()
}

/// All settings: in a journal, or as a room is told them, without the password's letters.
struct SettingsFields: Fields {
  let tellsPassword: Bool

  private static let settings = [.name] + RoomSetting.all.filter { $0 != .name }
  private static let hasPassword = mark("pass")

  func read(_ line: LineReader) throws(RefusalLine) -> RoomSettings {
    var settings = RoomSettings(
      name: "", rules: .standard, seats: 1, isListed: true, password: nil)
    for setting in SettingsFields.settings {
      if setting != .password {
        guard let value = try setting.read(line) ?? setting.standard else {
          throw line.refusal("\(setting.key) is missing")
        }
        settings[setting] = value
      } else if tellsPassword {
        settings[setting] = try setting.read(line)
      } else if try SettingsFields.hasPassword.read(line) {
        settings.password = RoomSettings.untold
      }
    }
    guard settings.rules.isAllowed else {
      throw line.refusal("rounds or time are not those of the mode")
    }
    return settings
  }

  func write(_ settings: RoomSettings, to line: inout LineWriter) {
    for setting in SettingsFields.settings {
      if setting == .password, !tellsPassword {
        SettingsFields.hasPassword.write(settings.hasPassword, to: &line)
      } else if let value = settings[setting], value != setting.standard {
        setting.write(value, to: &line)
      }
    }
  }
}

/// Wishes of some settings.
struct WishesFields: Fields {
  let settings: ArraySlice<RoomSetting>

  func read(_ line: LineReader) throws(RefusalLine) -> RoomWishes {
    var wishes = RoomWishes()
    try read(line, into: &wishes)
    return wishes
  }

  func read(_ line: LineReader, into wishes: inout RoomWishes) throws(RefusalLine) {
    for setting in settings { wishes[setting] = try setting.read(line) }
  }

  func write(_ wishes: RoomWishes, to line: inout LineWriter) {
    for setting in settings {
      if let wish = wishes[setting] { setting.write(wish, to: &line) }
    }
  }
}

/// All wishes, and the match of CREATE that is to be raced again. That is younger than `names`, and
/// keys are in the order in which they came.
struct CreationFields: Fields {
  private static let young = RoomSetting.all.drop { $0 != .names }.dropFirst()
  private static let older = WishesFields(settings: RoomSetting.all.dropLast(young.count))
  private static let ghost = optional("ghost", .count)
  private static let newer = WishesFields(settings: young)

  func read(_ line: LineReader) throws(RefusalLine) -> (RoomWishes, Int?) {
    var wishes = try CreationFields.older.read(line)
    let ghost = try CreationFields.ghost.read(line)
    try CreationFields.newer.read(line, into: &wishes)
    return (wishes, ghost)
  }

  func write(_ creation: (RoomWishes, Int?), to line: inout LineWriter) {
    CreationFields.older.write(creation.0, to: &line)
    CreationFields.ghost.write(creation.1, to: &line)
    CreationFields.newer.write(creation.0, to: &line)
  }
}

/// All wishes, and the mark of CONFIG that takes the password away. That is older than `known`, and
/// keys are in the order in which they came.
struct ChangeFields: Fields {
  private static let older = WishesFields(settings: RoomSetting.all.prefix { $0 != .known })
  private static let opens = mark("open")
  private static let newer = WishesFields(settings: RoomSetting.all.drop { $0 != .known })

  func read(_ line: LineReader) throws(RefusalLine) -> (RoomWishes, Bool) {
    var wishes = try ChangeFields.older.read(line)
    let opens = try ChangeFields.opens.read(line)
    try ChangeFields.newer.read(line, into: &wishes)
    return (wishes, opens)
  }

  func write(_ change: (RoomWishes, Bool), to line: inout LineWriter) {
    ChangeFields.older.write(change.0, to: &line)
    ChangeFields.opens.write(change.1, to: &line)
    ChangeFields.newer.write(change.0, to: &line)
  }
}
