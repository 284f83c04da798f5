// Journals as bytes: every deed is read as it was written, and of a segment whatever is whole,
// wherever it was cut and whatever was changed in its end.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@Suite("Journals")
struct JournalTests {
  private static let settings = RoomSettings(
    name: "Ada's room", rules: .usual(of: .tiles), seats: 3, isListed: false, password: "a b",
    isRated: false, delay: 8, isExact: true, isKnownOnly: true)
  private static let ada = PlayerID(number: 7)
  private static let bob = PlayerID(number: 9)
  private static let moment = Instant(milliseconds: 1_767_225_600_000)

  /// Every deed, with every field and with as few as can be.
  static let deeds = plain + Departure.allCases.map { RoomDeed.left(ada, $0) }

  @Test("a sign of life is read as it was written, and is no deed")
  func mark() throws {
    let mark = JournalMark(at: JournalTests.moment)
    var line: [UInt8] = []
    mark.encode(into: &line)
    expect(String(decoding: line, as: UTF8.self), equals: "ALIVE at=1767225600000\n")
    expect(JournalMark.decode(line.dropLast()), equals: mark)
    #expect(throws: RefusalLine.self) { try JournalLine.decode(line.dropLast()) }
    expect(JournalLine.room(of: line.dropLast()), equals: nil)
    for other in ["ALIVE", "ALIVE at=x", "ALIVES at=1", "TICK room=WAVE at=1 n=1", ""] {
      expect(JournalMark.decode(Array(other.utf8)[...]), equals: nil)
    }
  }

  private static let plain: [RoomDeed] =
    [
      .opened(by: ada, settings, key: (0..<32).map { $0 }),
      .sat(
        Sitter(
          player: ada, profile: Profile(name: "Ada 2", icon: .star, color: .gray, isBot: true),
          token: "0123abcd", depth: 24, roundTrip: 41, home: bob)),
      .sat(
        Sitter(
          player: ada,
          profile: Profile(
            name: "A%d a", icon: .sun, color: .gray, isBot: false,
            identity: KeyID(bytes: Array(16..<32))),
          token: "x", depth: nil, roundTrip: nil)),
      .lost(ada), .resumed(ada, depth: 8, home: bob), .resumed(ada, depth: nil, home: nil),
      .measured(ada, roundTrip: 0), .looked(isAnybodyThere: true, wasVisited: false),
      .looked(isAnybodyThere: false, wasVisited: true),
      .accompanied(bot: ada, number: 3, level: 1), .seated(bot: ada, number: 3, level: 4), .ticked,
      .claimed(isRanked: true), .claimed(isRanked: false),
      .played(ada, .set(Guess([1, -2, 3])), arrived: moment...moment),
      .played(ada, .lock(Guess([4]), claim: 77), arrived: (moment - 9)...moment),
      .played(ada, .lock(Guess([4]), claim: nil), arrived: moment...moment),
      .said(ada, .ready(true, Share(nonce: Nonce(hex: "c0ffee")))),
      .said(ada, .ready(true, Share(seal: [UInt8](repeating: 3, count: 32)))),
      .said(ada, .ready(false, .none)), .said(ada, .reveal(Nonce(hex: "c0ffee") ?? .none)),
      .said(ada, .rename("Bea", .sun, .gray)), .said(ada, .react(.wave)), .said(ada, .end),
      .floorDone,
      .started,
      .configured(settings), .hosted(ada), .banned(ada, nil),
      .banned(ada, KeyID(bytes: Array(0..<16))), .closed, .held(since: moment - 1),
      .stood(since: moment - 1),
      .known(
        .room(
          n: nil,
          .settings(
            RoomSettings(
              name: "Ada's room", rules: .usual(of: .memory), seats: 3,
              isListed: false, password: RoomSettings.untold)))),
      .known(.play(n: nil, .over)), .botSits(ada, level: 1),
      .copied((0..<RoomDeed.partBytesMax).map { UInt8(truncatingIfNeeded: $0) }), .copied([7]),
      .haunted(by: [ada, PlayerID(number: 9)], index: 3),
      .sits(
        Sitter(
          player: ada, profile: Profile(name: "Ada", icon: .star, color: .gray, isBot: false),
          token: "0123abcd", depth: 24, roundTrip: 0, heeded: moment)),
    ] + [nil, moment].compactMap(resting)

  private static func resting(until moment: Instant?) -> RoomDeed? {
    MatchSeed(bytes: [UInt8](repeating: 2, count: 32))
      .map { seed in
        .rested(
          RestingRoom(
            opener: ada, settings: settings, key: [UInt8](repeating: 1, count: 32), drawn: 7,
            match: 3, seed: seed, emptyUntil: moment, patienceEnds: moment))
      }
  }

  private static func line(_ deed: RoomDeed) throws -> JournalLine {
    let isEven = deed.player == nil
    return JournalLine(
      deed, room: try require(RoomCode("WAVE")), at: moment, due: isEven ? nil : moment - 5,
      last: 12)
  }

  private static func bytes(_ deed: RoomDeed) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try line(deed).encode(into: &bytes)
    return bytes
  }

  @Test("a deed is read as it was written, and any bytes as a line or refused", arguments: deeds)
  func deed(_ deed: RoomDeed) throws {
    let bytes = try Self.bytes(deed)
    expect(bytes.last == UInt8(ascii: "\n") && !bytes.dropLast().contains(UInt8(ascii: "\n")))
    expect(bytes.count, isAtMost: Wire.serverLineBytesMax)
    try expect(JournalLine.decode(bytes.dropLast()), equals: Self.line(deed))
    let room = try require(JournalLine.room(of: bytes.dropLast()))
    expect(String(decoding: room, as: UTF8.self), equals: "WAVE")
    // A line that is read is written the same again, or has one of the few second forms.
    try expectStable(Array(bytes.dropLast()), seed: 5, times: 4, read: JournalLine.decode) { line in
      var again: [UInt8] = []
      line.encode(into: &again)
      return again.dropLast()
    }
  }

  @Test("a move is one line, of the words of the protocol")
  func move() throws {
    let deed = RoomDeed.played(
      Self.ada, .set(Guess([63, 115, 60])), arrived: Self.moment...Self.moment)
    expect(
      String(decoding: try Self.bytes(deed), as: UTF8.self),
      equals: "SET by=p7 v=63,115,60 room=WAVE at=1767225600000 n=12\n")
  }

  @Test("a move says the same whatever the order of its fields, and so does half of one")
  func order() throws {
    var random = SplitMix64(seed: 5)
    var readable = 0
    for _ in 0..<150 {
      let latest = Self.moment - random.int(-2...9)
      let values = (0..<random.int(0...8)).map { _ in random.int(-9_999...9_999) }
      let deed = RoomDeed.played(
        PlayerID(number: random.int(0...2_000)), .set(Guess(values)),
        arrived: (latest - random.int(0...3))...latest)
      var bytes = Array(try Self.bytes(deed).dropLast())
      let place = random.int(4...(bytes.count - 1))
      switch random.int(0...3) {
      case 0: bytes[place] = UInt8(random.int(0x21...0x7e))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: break
      }
      let fields = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      let others = fields[1...].shuffled(using: &random)
      let shuffled = Array(([fields[0]] + others).joined(separator: [UInt8(ascii: " ")]))
      let (one, other) = (
        try? JournalLine.decode(bytes[...]), try? JournalLine.decode(shuffled[...])
      )
      expect(one, equals: other, "\(String(decoding: bytes, as: UTF8.self))")
      readable += one == nil ? 0 : 1
    }
    expect(readable, isAbove: 30)
  }

  @Test("waiting deeds come out as their lines, in order", arguments: 0..<5)
  func jottings(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var (jottings, lines) = (Jottings(), [UInt8]())
    for _ in 0..<random.int(0...40) {
      let deed: RoomDeed
      if random.chance(75) {
        let values = (0..<random.int(0...8)).map { _ in random.int(-9_999...9_999) }
        let latest = Self.moment - random.int(-2...9)
        deed = .played(
          PlayerID(number: random.int(0...Int.max)), .set(Guess(values)),
          arrived: (latest - random.int(0...3))...latest)
      } else {
        deed = Self.deeds[random.int(0...(Self.deeds.count - 1))]
      }
      let line = try Self.line(deed)
      jottings.append(line)
      line.encode(into: &lines)
      expect(jottings.lines, equals: lines)
    }
    jottings.clear()
    expect(jottings.lines.isEmpty && jottings.count == 0 && jottings.areUnanswered)
  }

  // Segments.

  private static func segment(_ turns: [[RoomDeed]]) throws -> [UInt8] {
    var segment = JournalSegment.head(rules: "abc")
    for deeds in turns {
      JournalSegment.append(try deeds.flatMap(bytes), to: &segment, sum: crc32)
    }
    return segment
  }

  @Test("cut at any byte, a segment has its whole frames, and without its beginning none")
  func cut() throws {
    let turns: [[RoomDeed]] = [[.ticked], [.lost(Self.ada), .closed], [.started]]
    let whole = try Self.segment(turns)
    let ends = try (0...turns.count).map { try Self.segment(Array(turns.prefix($0))).count }
    for count in 0...whole.count {
      let read = try JournalSegment.read(Array(whole.prefix(count)), sum: crc32)
      expect((read == nil), equals: (count < ends[0]), "\(count) bytes")
      expect(
        read?.frames.count ?? 0, equals: ends.dropFirst().count { $0 <= count }, "\(count) bytes")
      expect(read.map { $0.rules == "abc" } ?? true)
    }
    // A first sector that never came to the disk.
    var holed = try Self.segment(Array(repeating: [.ticked, .closed], count: 20))
    for index in 0..<512 { holed[index] = 0 }
    try expect(JournalSegment.read(holed, sum: crc32), equals: nil)
  }

  @Test("where a byte of the last frame is another, the segment ends before it")
  func flipped() throws {
    let before = try Self.segment([[.ticked], [.lost(Self.ada)]])
    let whole = try Self.segment([[.ticked], [.lost(Self.ada)], [.started, .closed]])
    for index in before.count..<whole.count {
      for bit in [0, 7] {
        var bytes = whole
        bytes[index] ^= 1 << bit
        let read = try JournalSegment.read(bytes, sum: crc32)
        expect(read?.frames.count, equals: 2, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test("a file that is no journal is refused, and so is a journal of another version")
  func strangers() throws {
    for (text, failure) in [
      ("JOURNAL v=1 rules=abc\nTURN bytes=1 sum=00000000\n", .version(1)),
      ("JOURNAL v=3\n", .noJournal), ("{}\n", .noJournal),
    ] as [(String, JournalFailure)] {
      #expect(throws: failure) { try JournalSegment.read(Array(text.utf8), sum: crc32) }
    }
    for text in ["JOURNAL v=3 rules=abc\n", "", "JOURN"] {
      _ = try JournalSegment.read(Array(text.utf8), sum: crc32)
    }
  }
}
