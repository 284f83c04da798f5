// Every setting of a room, in and out of its range, as CREATE and CONFIG take it; and which
// settings do not go together. Keys and bounds are compared with the catalogue of messages.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Settings")
struct SettingsTests {
  /// For each key what is taken and what is not. `known` is asked of those who are known
  /// (`ProvingTests`), `present` and `names` only of those who open a room (`PresentingTests`,
  /// `NamingTests`); of the seats that the grammar has a server has some.
  static let settings = RoomSetting.all.filter { ![.known, .present, .names].contains($0) }
    .map { setting in
      let kind = setting == .seats ? .number(Rules.seatsRange) : setting.kind
      return (key: setting.key, taken: taken(kind), refused: [""] + refused(kind))
    }

  private static func taken(_ kind: SettingKind) -> [String] {
    switch kind {
    case .mode: Mode.all.map(\.name)
    case .level: Level.allCases.map(\.rawValue)
    case .names: Naming.allCases.map(\.rawValue)
    case .number(let range, _): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .flag: ["0", "1"]
    case .text(let most): ["x", String(repeating: "x", count: most), "a%20b"]
    }
  }

  private static func refused(_ kind: SettingKind) -> [String] {
    switch kind {
    case .mode: ["RGB", "sepia", "1"]
    case .level: ["Easy", "silly", "5"]
    case .names: ["Own", "silly", "1"]
    case .number(let range, _):
      ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "+1", "01", "1.5", "many"]
    case .flag: ["2", "-1", "01", "yes"]
    case .text(let most): [String(repeating: "x", count: most + 1), "a%00", "a%0A", "%"]
    }
  }

  @Test("the rows of settings have every key of the catalogue, and both sides of every bound")
  func isComplete() throws {
    let catalogue = try protocolFile("messages.tsv").split(separator: "\n")
    for verb in ["CREATE", "CONFIG"] {
      let row = try require(catalogue.first { $0.hasPrefix("client\t\(verb)\t") })
      let fields = row.split(separator: "\t", omittingEmptySubsequences: false)[3]
        .split(separator: " ").map { $0.split(separator: ":") }
        .filter { !["open", "ghost"].contains($0[0]) }
      expect(fields.map { String($0[0]) }, equals: RoomSetting.all.map(\.key))
      for (field, setting) in zip(fields, RoomSetting.all) {
        let bounds = field[1].split { !$0.isNumber }.compactMap { Int($0) }
        switch setting.kind {
        case .number(let range, _): expect(bounds, equals: [range.lowerBound, range.upperBound])
        case .text(let most): expect(bounds, equals: [most])
        case .mode, .level, .names, .flag: expect(bounds, equals: [])
        }
      }
    }
  }

  @Test(
    "CREATE and CONFIG take what is in range and nothing else", arguments: ["CREATE", "CONFIG"])
  func ranges(verb: String) throws {
    for (key, taken, refused) in Self.settings {
      for value in taken {
        var room = try Room(verb)
        expect(room.wish("\(key)=\(value)"), equals: nil)
        let isUnsaid = value == "0" && key != "listed"
        let told = key == "pass" ? "1" : value
        try expect(room.settings()[key], equals: (isUnsaid ? nil : told), "\(key)=\(value)")
      }
      for value in refused {
        var room = try Room(verb)
        expect(room.wish("\(key)=\(value)"), equals: .badField, "\(key)=\(value)")
      }
    }
  }

  /// Settings of a new room, and what comes of them: what ROOM says of it, or only `bad-field`.
  static let together = """
    rated=1 listed=1                                    -> rated=1 listed=1
    rated=1 listed=0                                    -> bad-field
    rated=1 pass=x                                      -> bad-field
    rated=0 listed=0 pass=x                             -> listed=0 pass=1
    mode=hsb                                            -> rounds=5 time=30 seats=8 level=normal
    mode=gradient                                       -> rounds=5 time=60 seats=8
    mode=tiles rounds=3                                 -> rounds=3 time=15
    mode=arcade                                         -> rounds=1 time=40 seats=8
    mode=daily rounds=5 time=30 level=normal seats=1    -> mode=daily
    mode=daily assist=0                                 -> mode=daily
    mode=daily rounds=4                                 -> bad-field
    mode=daily time=31                                  -> bad-field
    mode=daily level=hard                               -> bad-field
    mode=daily assist=1                                 -> bad-field
    mode=daily seats=2                                  -> bad-field
    mode=daily name=x pass=y listed=0 delay=9 exact=1   -> name=x pass=1 listed=0 delay=9 exact=1
    mode=daily rated=1                                  -> rated=1
    """

  /// How a room is set, what its host, alone there, wishes for then, and what comes of it.
  static let changes = """
    name=x rounds=3        ; time=9                     -> name=x rounds=3 time=9
    rounds=3 level=hard    ; mode=hsb                   -> mode=hsb rounds=5 time=30 level=hard
    rounds=3 time=9        ; mode=rgb                   -> mode=rgb rounds=3 time=9
    rounds=3               ; mode=tiles time=7          -> mode=tiles rounds=8 time=7
    mode=tiles rounds=3    ; mode=rgb                   -> mode=rgb rounds=5 time=30
    level=hard assist=1    ; mode=daily                 -> mode=daily level=normal seats=1
    rounds=3 time=9        ; mode=daily                 -> mode=daily rounds=5 time=30
    seats=4                ; mode=daily seats=4         -> bad-field
    mode=daily             ; rounds=4                   -> bad-field
    mode=daily             ; seats=2                    -> bad-field
    mode=daily             ; name=x                     -> mode=daily name=x
    mode=daily             ; mode=rgb                   -> mode=rgb seats=1
    mode=daily             ; mode=rgb seats=2           -> mode=rgb seats=2
    rated=1                ; pass=x                     -> bad-field
    rated=1                ; listed=0                   -> bad-field
    rated=1                ; rated=0 pass=x             -> pass=1
    pass=x                 ; rated=1                    -> bad-field
    pass=x                 ; rated=1 open=1             -> rated=1
    listed=0               ; rated=1                    -> bad-field
    listed=0               ; rated=1 listed=1           -> rated=1 listed=1
    pass=x                 ; name=y                     -> name=y pass=1
    pass=x                 ; open=0                     -> pass=1
    pass=x                 ; open=2                     -> bad-field
    pass=x                 ; open=1                     -> listed=1
    pass=x                 ; open=1 pass=y              -> listed=1
    delay=5 exact=1        ; delay=0 exact=0            -> listed=1
    """

  @Test("settings fit together; one that is not named stays, or becomes the new mode's standard")
  func changing() throws {
    for row in SettingsTests.together.split(separator: "\n") {
      var room = try Room("CREATE")
      try room.demand(String(row))
    }
    for row in SettingsTests.changes.split(separator: "\n") {
      let parts = row.split(separator: ";")
      var room = try Room("CREATE")
      expect(room.wish(String(parts[0])), equals: nil)
      room.verb = "CONFIG"
      try room.demand(String(parts[1]))
    }
  }

  @Test("nobody's seat is set away, and neither is a bot's")
  func takenSeats() throws {
    var room = try Room("CONFIG")
    for row in ["seats=5 -> seats=5", "seats=2 -> bad-field", "mode=daily -> bad-field"] {
      try room.demand(row)
      if row.hasPrefix("seats=5") { room.seatBots(2) }
    }
    try room.demand("seats=3 -> seats=3")
  }
}

/// A room under somebody who wishes, and has a screen that shows every color.
private struct Room {
  /// How wishes are said.
  var verb: String
  private var stage = HallStage()
  private var host: Person
  private var isOpen = false

  init(_ verb: String) throws {
    self.verb = verb
    host = try stage.person("Ada", "depth=24")
    if verb == "CONFIG" {
      _ = try stage.room(by: host)
      isOpen = true
    }
  }

  /// Wishes for something.
  ///
  /// - Returns: how it was refused; nil when it was not.
  mutating func wish(_ wish: String) -> RefusalCode? {
    stage.clear()
    stage.say(host, "\(verb) \(wish.split(separator: " ").joined(separator: " "))")
    var refusal: RefusalCode?
    for message in stage.heard(host) {
      if case .no(let line) = message {
        expect(line.verb == verb && line.text != nil)
        refusal = line.code
      }
      if message.verb == .entered { isOpen = true }
    }
    return refusal
  }

  /// Wishes, and compares: `wish -> key=value …` or `wish -> bad-field`.
  mutating func demand(_ row: String) throws {
    let parts = row.split(separator: "->").map { $0.split(separator: " ").map(String.init) }
    let before = isOpen ? try settings() : nil
    let refusal = wish(parts[0].joined(separator: " "))
    if parts[1] == ["bad-field"] {
      expect(refusal, equals: .badField, "\(row)")
      if let before { try expect(settings(), equals: before, "\(row)") }
      return
    }
    expect(refusal, equals: nil, "\(row)")
    let settings = try settings()
    for field in parts[1] {
      let (key, value) = (field.prefix { $0 != "=" }, field.drop { $0 != "=" }.dropFirst())
      expect(settings[String(key)], equals: String(value), "\(row)")
    }
    // Nothing more is said of a mark that was not expected.
    for mark in ["pass", "rated", "assist", "delay", "exact"] {
      let isExpected = parts[1].contains { $0.hasPrefix("\(mark)=") }
      expect(isExpected || settings[mark] == nil, "\(row): \(mark)")
    }
  }

  mutating func seatBots(_ count: Int) { for _ in 0..<count { stage.say(host, "BOT") } }

  /// What the host, coming back on another connection, is told that the room is.
  mutating func settings() throws -> [String: String] {
    host = stage.back(host)
    let line = try require(stage.heard(host).first { $0.verb == .settings }).line
    let fields = line.split(separator: " ").dropFirst().map { $0.split(separator: "=") }
    return Dictionary(fields.map { (String($0[0]), String($0[1])) }) { first, _ in first }
  }
}
