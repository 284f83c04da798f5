// Deeds as lines of a journal and back, in the grammar of the protocol and with its words: what a
// client said stands as it was said, with who said it, and every line ends in when, where and what
// number the room had come to. No such line is ever sent.
// Invariants: decode(encode(line)) == line; reading never traps, whatever the bytes.

import Game

/// The verbs of a journal.
private enum DeedVerb: String, CaseIterable {
  case opened = "OPEN"
  case sat = "SIT"
  case presented = "PRESENT"
  case lost = "LOST"
  case resumed = "BACK"
  case measured = "RTT"
  case looked = "LOOK"
  case accompanied = "QUICK"
  case seated = "BOT"
  case copied = "COPY"
  case haunted = "GHOSTS"
  case ticked = "TICK"
  case set = "SET"
  case lock = "LOCK"
  case started = "START"
  case claimed = "CLAIM"
  case configured = "CONFIG"
  case hosted = "HOST"
  case left = "GONE"
  case banned = "BAN"
  case foretold = "CROWD"
  case floorDone = "ALLIN"
  case closed = "CLOSE"
  case held = "HELD"
  case stood = "STOOD"
  case rested = "ROOM"
  case known = "TOLD"
  case sits = "SEAT"
  case botSits = "BOTSEAT"

  static let table = VerbTable<DeedVerb>()
}

extension RoomDeed {
  /// The verb; nil for what a player said, which has its own.
  fileprivate var verb: DeedVerb? {
    switch self {
    case .opened: .opened
    case .sat: .sat
    case .presented: .presented
    case .lost: .lost
    case .resumed: .resumed
    case .measured: .measured
    case .looked: .looked
    case .accompanied: .accompanied
    case .seated: .seated
    case .copied: .copied
    case .haunted: .haunted
    case .ticked: .ticked
    case .played(_, .set, _): .set
    case .played(_, .lock, _): .lock
    case .said: nil
    case .started: .started
    case .claimed: .claimed
    case .configured: .configured
    case .hosted: .hosted
    case .left: .left
    case .banned: .banned
    case .foretold: .foretold
    case .floorDone: .floorDone
    case .closed: .closed
    case .held: .held
    case .stood: .stood
    case .rested: .rested
    case .known: .known
    case .sits: .sits
    case .botSits: .botSits
    }
  }

  fileprivate enum Form {
    static let by = required("by", .player)
    static let who = required("who", .player)
    static let banned = fields(required("who", .player), optional("id", .keyID))
    static let opened = fields(
      by, required("key", .hex(bytes: MatchSeed.byteCount)), RoomSettings.journaled)
    static let resumed = fields(
      by, optional("depth", .int(in: 0...24)), optional("home", .player))
    static let measured = fields(by, required("ms", .count))
    static let looked = fields(required("on", .flag), mark("visited"))
    static let bot = fields(
      by, required("number", .count), required("level", .int(in: Skill.levels)))
    static let set = fields(by, required("v", .guess), Arrival.fields)
    static let lock = fields(
      by, fields(required("v", .guess), optional("t", .count)), Arrival.fields)
    static let copied = required("part", .base64(bytesMax: RoomDeed.partBytesMax))
    static let haunted = fields(required("ghosts", list(.player)), required("index", .count))
    static let claimed = required("ranked", .flag)
    static let left = fields(who, required("why", .departure))
    static let held = required("since", .instant)
    static let known = required("line", .message)
    static let botSits = fields(by, required("level", .int(in: Skill.levels)))
  }

  /// - Parameter at: when it was done, which the end of the line says.
  fileprivate func write(to line: inout LineWriter, at moment: Instant) {
    if let verb { line.append(word: verb.rawValue) }
    switch self {
    case .said(let by, let message):
      line.append(word: message.verb.rawValue)
      Form.by.write(by, to: &line)
      message.write(to: &line)
    case .opened(let by, let settings, let key): Form.opened.write((by, key, settings), to: &line)
    case .rested(let room): RestingRoom.fields.write(room, to: &line)
    case .known(let message): Form.known.write(message, to: &line)
    case .foretold(let event): Form.known.write(.room(n: nil, event), to: &line)
    case .botSits(let bot, let level): Form.botSits.write((bot, level), to: &line)
    case .sat(let sitter), .sits(let sitter), .presented(let sitter):
      Sitter.fields.write(sitter, to: &line)
    case .lost(let by): Form.by.write(by, to: &line)
    case .hosted(let who): Form.who.write(who, to: &line)
    case .banned(let who, let identity): Form.banned.write((who, identity), to: &line)
    case .resumed(let by, let depth, let home):
      Form.resumed.write((by, depth, home), to: &line)
    case .measured(let by, let roundTrip): Form.measured.write((by, roundTrip), to: &line)
    case .looked(let isAnybody, let wasVisited):
      Form.looked.write((isAnybody, wasVisited), to: &line)
    case .accompanied(let bot, let number, let level), .seated(let bot, let number, let level):
      Form.bot.write((bot, number, level), to: &line)
    case .played(let by, .set(let guess), let arrived):
      Form.set.write((by, guess, Arrival(arrived, at: moment)), to: &line)
    case .played(let by, .lock(let guess, let claim), let arrived):
      Form.lock.write((by, (guess, claim), Arrival(arrived, at: moment)), to: &line)
    case .configured(let settings): RoomSettings.journaled.write(settings, to: &line)
    case .copied(let part): Form.copied.write(part, to: &line)
    case .haunted(let ghosts, let index): Form.haunted.write((ghosts, index), to: &line)
    case .claimed(let isRanked): Form.claimed.write(isRanked, to: &line)
    case .left(let who, let why): Form.left.write((who, why), to: &line)
    case .held(let since), .stood(let since): Form.held.write(since, to: &line)
    case .ticked, .started, .floorDone, .closed: break
    }
  }

  /// Reads what a player said.
  fileprivate init(said line: LineReader) throws(RefusalLine) {
    guard let verb = line.verb(of: ClientMessage.verbs), verb.isJournaled,
      let message = try ClientMessage.read(verb, line)
    else { throw RefusalLine(code: .unknownVerb, verb: line.verb) }
    self = .said(try Form.by.read(line), message)
  }

  fileprivate init(
    _ verb: DeedVerb, _ line: LineReader, at moment: Instant
  ) throws(RefusalLine) {
    switch verb {
    case .opened:
      self = try Form.opened.read(line) { .opened(by: $0, $2, key: $1) }
    case .sat: self = .sat(try Sitter.fields.read(line))
    case .presented: self = .presented(try Sitter.fields.read(line))
    case .lost: self = .lost(try Form.by.read(line))
    case .resumed: self = try Form.resumed.read(line, RoomDeed.resumed)
    case .measured: self = try Form.measured.read(line, RoomDeed.measured)
    case .looked: self = try Form.looked.read(line, RoomDeed.looked)
    case .accompanied: self = try Form.bot.read(line, RoomDeed.accompanied)
    case .seated: self = try Form.bot.read(line, RoomDeed.seated)
    case .copied: self = .copied(try Form.copied.read(line))
    case .haunted: self = try Form.haunted.read(line, RoomDeed.haunted)
    case .ticked: self = .ticked
    case .set:
      self = try Form.set.read(line) {
        .played($0, .set($1), arrived: $2.range(at: moment))
      }
    case .lock:
      self = try Form.lock.read(line) {
        .played($0, .lock($1.0, claim: $1.1), arrived: $2.range(at: moment))
      }
    case .started: self = .started
    case .claimed: self = .claimed(isRanked: try Form.claimed.read(line))
    case .configured: self = .configured(try RoomSettings.journaled.read(line))
    case .hosted: self = .hosted(try Form.who.read(line))
    case .left: self = try Form.left.read(line, RoomDeed.left)
    case .banned: self = try Form.banned.read(line, RoomDeed.banned)
    case .foretold:
      guard case .room(nil, let event) = try Form.known.read(line) else {
        throw line.refusal("it tells of no crowd")
      }
      self = .foretold(event)
    case .floorDone: self = .floorDone
    case .closed: self = .closed
    case .held: self = .held(since: try Form.held.read(line))
    case .stood: self = .stood(since: try Form.held.read(line))
    case .rested: self = .rested(try RestingRoom.fields.read(line))
    case .known: self = .known(try Form.known.read(line))
    case .sits: self = .sits(try Sitter.fields.read(line))
    case .botSits: self = try Form.botSits.read(line, RoomDeed.botSits)
    }
  }
}

extension JournalLine {
  private static let end = fields(
    required("room", .code), required("at", .instant),
    fields(optional("due", .ago), required("n", .count)))

  /// Appends the deed as one line with LF.
  public func encode(into line: inout [UInt8]) {
    line.appendLine { line in
      deed.write(to: &line, at: at)
      Self.end.write((room, at, (due.map { at - $0 }, last)), to: &line)
    }
  }

  /// Appends a move of sliders as the line that it is as a deed, with its end. There are hundreds
  /// at a time, so nothing is made of one first, and its fields are spelled out.
  static func encode(
    set guess: Guess, by player: PlayerID, arrived: ClosedRange<Instant>, in room: RoomCode,
    at moment: Instant, due: Instant?, last: Int, to line: inout LineWriter
  ) {
    line.append("SET by=p")
    line.append(decimal: player.number)
    line.append(" v=")
    SliderValues.guess.write(guess, to: &line)
    let arrival = Arrival(arrived, at: moment)
    if arrival.ago != 0 {
      line.append(" came=")
      line.append(decimal: arrival.ago)
    }
    if arrival.doubt != 0 {
      line.append(" doubt=")
      line.append(decimal: arrival.doubt)
    }
    line.append(" room=")
    room.write(to: &line)
    line.append(" at=")
    line.append(decimal: moment.milliseconds)
    if let due {
      line.append(" due=")
      line.append(decimal: moment - due)
    }
    line.append(" n=")
    line.append(decimal: last)
    line.endLine()
  }

  /// What a line is to a node that keeps journals of rooms.
  public enum LineKind: Sendable {
    /// Nobody is answered it.
    case unanswered
    /// Of the room nothing before it is needed.
    case begins
    /// The room is gone.
    case ends
    case other
  }

  /// What a line is, found from its verb without reading the rest.
  public static func kind(of bytes: ArraySlice<UInt8>) -> LineKind {
    let verb = bytes.prefix { $0 != UInt8(ascii: " ") }
    switch DeedVerb(rawValue: String(decoding: verb, as: UTF8.self)) {
    case .set, .measured: return .unanswered
    case .opened, .rested: return .begins
    case .closed: return .ends
    default: return .other
    }
  }

  /// The code of the room that a line is about, found from its end without reading the rest; nil
  /// where there is none.
  public static func room(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let (line, key) = (bytes.span, " room=" as StaticString)
    var end = line.count
    for start in line.indices.reversed() where line[start] == UInt8(ascii: " ") {
      if line.has(key, at: start) {
        return bytes.prefix(end).dropFirst(start + key.utf8CodeUnitCount)
      }
      end = start
    }
    return nil
  }

  /// Reads one line, given without its ending.
  ///
  /// - Throws: what is wrong with it.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> JournalLine {
    if let move = decode(set: bytes.span) { return move }
    let line = try LineReader(bytes)
    let (room, at, (due, last)) = try end.read(line)
    let deed =
      if let verb = line.verb(of: DeedVerb.table) {
        try RoomDeed(verb, line, at: at)
      } else {
        try RoomDeed(said: line)
      }
    return JournalLine(deed, room: room, at: at, due: due.map { at - $0 }, last: last)
  }

  /// Reads a move of sliders as it is written; nil for any other line, and for fields in another
  /// order. Nine of ten lines are moves, so how soon a server is back depends on them.
  private static func decode(set line: Bytes) -> JournalLine? {
    var place = 0
    guard let player = line.value(after: "SET by=p", at: &place, WholeNumber.count.read),
      let guess = line.value(after: " v=", at: &place, SliderValues.guess.read)
    else { return nil }
    let ago = line.value(after: " came=", at: &place, WholeNumber.ago.read) ?? 0
    let doubt = line.value(after: " doubt=", at: &place, WholeNumber.count.read) ?? 0
    guard let room = line.value(after: " room=", at: &place, RoomCode.init(_:)),
      let milliseconds = line.value(after: " at=", at: &place, WholeNumber.count.read)
    else { return nil }
    let due = line.value(after: " due=", at: &place, WholeNumber.ago.read)
    guard let last = line.value(after: " n=", at: &place, WholeNumber.count.read),
      place == line.count
    else { return nil }
    let at = Instant(milliseconds: milliseconds)
    let arrived = Arrival(ago: ago, doubt: doubt).range(at: at)
    return JournalLine(
      .played(PlayerID(number: player), .set(guess), arrived: arrived), room: room, at: at,
      due: due.map { at - $0 }, last: last)
  }
}

extension FieldType where Self == WholeNumber {
  /// So many milliseconds before the moment that the line names, which are fewer digits than
  /// another moment; they are negative when a clock was set back.
  fileprivate static var ago: Self { int(in: -(1 << 53)...(1 << 53)) }
}

/// When a move arrived: no later than then, and perhaps so many milliseconds sooner. Most arrive
/// when they are judged, so that is left out.
private struct Arrival: Sendable {
  /// So many milliseconds before the move was judged.
  let ago: Int
  let doubt: Int

  func range(at moment: Instant) -> ClosedRange<Instant> {
    let latest = moment - ago
    return (latest - doubt)...latest
  }
}

extension Arrival {
  init(_ range: ClosedRange<Instant>, at moment: Instant) {
    self.init(
      ago: moment - range.upperBound, doubt: range.upperBound - range.lowerBound)
  }
}

extension Arrival: Described {
  init(_ line: inout some FieldCoder<Arrival>) throws(RefusalLine) {
    ago = try line(optional("came", .ago, or: 0)) { $0.ago }
    doubt = try line(some("doubt")) { $0.doubt }
  }
}

extension Sitter: Described {
  init(_ line: inout some FieldCoder<Sitter>) throws(RefusalLine) {
    self.init(
      player: try line(required("by", .player)) { $0.player },
      profile: try line(Profile.fields) { $0.profile },
      token: try line(required("token", .word)) { $0.token },
      depth: try line(optional("depth", .int(in: 0...24))) { $0.depth },
      roundTrip: try line(optional("ms", .count)) { $0.roundTrip },
      home: try line(optional("home", .player)) { $0.home },
      heeded: try line(optional("heeded", .instant)) { $0.heeded })
  }
}

extension RestingRoom: Described {
  init(_ line: inout some FieldCoder<RestingRoom>) throws(RefusalLine) {
    opener = try line(required("by", .player)) { $0.opener }
    settings = try line(RoomSettings.journaled) { $0.settings }
    key = try line(required("key", .hex(bytes: MatchSeed.byteCount))) { $0.key }
    drawn = try line(required("drawn", .count)) { $0.drawn }
    match = try line(required("match", .count)) { $0.match }
    seed = try line(required("seed", .seed)) { $0.seed }
    emptyUntil = try line(optional("empty", .instant)) { $0.emptyUntil }
    patienceEnds = try line(optional("patience", .instant)) { $0.patienceEnds }
  }
}

/// A message of a server as the value of a field: its line, escaped like any text.
private struct MessageLine: FieldType {
  private static let text = Text(charactersMax: Wire.serverLineBytesMax)

  var what: String { "a line of a server" }

  func read(_ bytes: ArraySlice<UInt8>) -> ServerMessage? {
    guard let line = Self.text.read(bytes) else { return nil }
    return (try? ServerMessage.decode(Array(line.utf8)[...])) ?? nil
  }

  func write(_ message: ServerMessage, to line: inout LineWriter) {
    var bytes: [UInt8] = []
    message.encode(into: &bytes)
    Self.text.write(String(decoding: bytes.dropLast(), as: UTF8.self), to: &line)
  }
}

extension FieldType where Self == MessageLine { fileprivate static var message: Self { Self() } }
