// What messages are made of besides the game's own and the words of words.tsv: room codes and
// profiles, each with its limits. What a room does with them is not said here.
// Invariant: a value of these types can always be written to the wire and read back the same.

public import Chroma
public import Game

extension Departure {
  /// Whether the host wanted it, rather than the player.
  public var isPutOut: Bool { self == .kicked || self == .banned }
}

/// The four or six letters or digits that a room is called by.
public struct RoomCode: Hashable, Comparable, Sendable {
  /// Letters and digits that cannot be taken for one another: no 0 O 1 I L.
  public static let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789".utf8)
  /// How many letters and digits the code of a room has that anybody may find.
  public static let length = 4
  /// How many the code of a room has that only those find who are told it.
  public static let privateLength = 6
  /// How many there may be.
  public static let lengths = [length, privateLength]

  /// The letters and digits from the highest byte on, and zeros behind them: rooms are found by
  /// their codes all the time, and a number is found faster than a text.
  private let letters: UInt64

  // swift-format-ignore: NoLeadingUnderscores
  /// A server draws the codes of its rooms, and nobody can choose them to collide: one
  /// multiplication will do.
  public func _rawHashValue(seed: Int) -> Int {
    let mixed = (letters ^ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
  }

  /// The letters and digits, upper-case.
  public var text: String {
    withUnsafeBytes(of: letters.bigEndian) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Appends the text.
  @inline(__always)
  func write(to line: inout LineWriter) { line.append(letters: letters) }

  /// Takes four or six of the alphabet, in either case; nil for anything else.
  public init?(_ text: some StringProtocol) { self.init(Array(text.utf8).span) }

  /// The same of a text's bytes.
  init?(_ bytes: Bytes) {
    guard RoomCode.lengths.contains(bytes.count) else { return nil }
    var letters: UInt64 = 0
    for index in bytes.indices {
      // Not `uppercased()`, which makes two letters of a ß.
      let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index])
      let letter = isLower ? bytes[index] - 0x20 : bytes[index]
      guard letter < 128, RoomCode.members & 1 << UInt128(letter) != 0 else { return nil }
      letters = letters << 8 | UInt64(letter)
    }
    self.letters = letters << (8 * (8 - bytes.count))
  }

  /// A bit for each byte that is of the alphabet.
  private static let members: UInt128 = alphabet.reduce(0) { $0 | 1 << UInt128($1) }

  /// Orders codes by their letters.
  public static func < (one: RoomCode, other: RoomCode) -> Bool { one.letters < other.letters }
}

/// How a player is shown to others.
public struct Profile: Hashable, Sendable {
  /// The longest name, in characters.
  public static let nameCharactersMax = 16
  /// The longest name, in bytes of UTF-8.
  public static let nameBytesMax = nameCharactersMax * Wire.textBytesPerCharacter
  /// The colors that are offered: even around the wheel, readable on dark and on light.
  public static let palette: [Color] = [
    Color(red: 0xd1, green: 0x55, blue: 0x55), Color(red: 0xd1, green: 0x8a, blue: 0x4a),
    Color(red: 0xc9, green: 0xb0, blue: 0x45), Color(red: 0x86, green: 0xb0, blue: 0x4f),
    Color(red: 0x4f, green: 0xa8, blue: 0x6a), Color(red: 0x45, green: 0xa8, blue: 0xa0),
    Color(red: 0x4d, green: 0x94, blue: 0xc9), Color(red: 0x66, green: 0x77, blue: 0xd4),
    Color(red: 0x8f, green: 0x66, blue: 0xd1), Color(red: 0xc0, green: 0x5f, blue: 0xb8),
    Color(red: 0xd1, green: 0x5f, blue: 0x8c), Color(red: 0x9a, green: 0x9a, blue: 0x9a),
  ]

  /// 1 to 16 characters without controls.
  public var name: String
  /// The figure beside the name.
  public var icon: Icon
  /// The player's own color.
  public var color: Color
  /// Whether a program plays.
  public var isBot: Bool
  /// Who it is, when that is proved.
  public var identity: KeyID?
  /// Whether nobody sits there: a kept match is played again. Then it is a bot, too.
  public var isGhost = false

  /// Describes a player.
  public init(
    name: String, icon: Icon, color: Color, isBot: Bool, identity: KeyID? = nil,
    isGhost: Bool = false
  ) {
    self.name = name
    self.icon = icon
    self.color = color
    self.isBot = isBot
    self.identity = identity
    self.isGhost = isGhost
  }
}

extension PlayerID {
  /// How a player is written: "p7".
  public var wire: String { "p\(number)" }
}

/// A `NO` line: what was refused and why.
public struct RefusalLine: Error, Hashable, Sendable {
  /// Which way of saying no.
  public var code: RefusalCode
  /// The verb that was refused, when it was known.
  public var verb: String?
  /// A sentence for a person, such as which field was wrong.
  public var text: String?

  /// Describes a refusal.
  public init(code: RefusalCode, verb: String? = nil, text: String? = nil) {
    self.code = code
    self.verb = verb
    self.text = text
  }
}
