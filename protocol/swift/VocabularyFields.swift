// The types of field whose values are words and numbers of the game: modes, codes, colors, players
// and such. Icons and reasons that a server writes are read leniently, because a newer server may
// know more of them; words from a client are checked.

import Chroma
import Game

/// A type whose values are words, some of all that there could be.
protocol WordType<Value>: FieldType {
  associatedtype Value
  /// The value of a word, nil when it has none.
  func value(of word: String) -> Value?
  func word(of value: Value) -> String
}

extension WordType {
  func read(_ bytes: ArraySlice<UInt8>) -> Value? { Word().read(bytes).flatMap(value) }
  func write(_ value: Value, to line: inout LineWriter) { Word().write(word(of: value), to: &line) }
}

/// One of a few words.
struct Choice<Value: RawRepresentable<String> & CaseIterable & Sendable>: WordType {
  var what: String {
    let words = Value.allCases.map(\.rawValue)
    if words.count > 3 { return "one of \(words.joined(separator: ", "))" }
    return "\(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
  }

  func value(of word: String) -> Value? { Value(rawValue: word) }
  func word(of value: Value) -> String { value.rawValue }
}

extension FieldType where Self == Choice<Level> { static var level: Self { Self() } }
extension FieldType where Self == Choice<Naming> { static var names: Self { Self() } }
extension FieldType where Self == Choice<ListedState> { static var state: Self { Self() } }
extension FieldType where Self == Choice<Role> { static var role: Self { Self() } }
extension FieldType where Self == Choice<Icon> { static var icon: Self { Self() } }
extension FieldType where Self == Choice<Reaction> { static var reaction: Self { Self() } }

/// A word that a server says; one that this version does not know stands for `other`.
struct Lenient<Value: RawRepresentable<String> & Sendable>: WordType {
  let what: String
  let other: Value

  func value(of word: String) -> Value? { Value(rawValue: word) ?? other }
  func word(of value: Value) -> String { value.rawValue }
}

extension FieldType where Self == Lenient<Icon> {
  /// An icon that a server shows.
  static var shownIcon: Self { Self(what: "an icon", other: .diamond) }
}

extension FieldType where Self == Lenient<Departure> {
  /// A reason that a server gives; any means "not here".
  static var departure: Self { Self(what: "a reason", other: .left) }
}

/// The name of a mode.
struct ModeName: WordType {
  var what: String { "one of \(Mode.all.map(\.name).joined(separator: ", "))" }
  func value(of word: String) -> Mode? { Mode.named(word) }
  func word(of mode: Mode) -> String { mode.name }
}

extension FieldType where Self == ModeName { static var mode: Self { Self() } }

/// Four or six letters or digits of `RoomCode.alphabet`, read in either case.
struct Code: FieldType {
  var what: String { "four or six letters or digits such as WAVE" }
  func read(_ bytes: ArraySlice<UInt8>) -> RoomCode? { RoomCode(bytes.span) }
  func write(_ code: RoomCode, to line: inout LineWriter) { code.write(to: &line) }
}

extension FieldType where Self == Code { static var code: Self { Self() } }

/// A nonce.
struct NonceText: WordType {
  /// Whether "-" stands for none, as in the list of all seats'.
  let canBeNone: Bool

  var what: String { canBeNone ? "a nonce or -" : "2 to 64 digits 0-9 and a-f" }

  func value(of word: String) -> Nonce? {
    canBeNone && word == Nonce.none.text ? Nonce.none : Nonce(hex: word)
  }

  func word(of nonce: Nonce) -> String { nonce.text }
}

extension FieldType where Self == NonceText {
  static var nonce: Self { Self(canBeNone: false) }
  static var seatNonce: Self { Self(canBeNone: true) }
}

/// A color, `#rrggbb` in lower case.
struct ColorDigits: FieldType {
  var what: String { "a color such as #3a678c" }

  func read(_ bytes: ArraySlice<UInt8>) -> Color? {
    let hasUpper = bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    return hasUpper ? nil : Color(hexBytes: bytes)
  }

  @inline(__always)
  func write(_ color: Color, to line: inout LineWriter) {
    line.append(UInt8(ascii: "#"))
    line.append(hexadecimal: color.red)
    line.append(hexadecimal: color.green)
    line.append(hexadecimal: color.blue)
  }
}

extension FieldType where Self == ColorDigits { static var color: Self { Self() } }

/// Slider values: 1 to 8 whole numbers within ±9999, with commas between.
struct SliderValues: FieldType {
  var what: String { "whole numbers with commas between" }

  func read(_ bytes: ArraySlice<UInt8>) -> Guess? { read(bytes.span) }

  func read(_ bytes: Bytes) -> Guess? {
    var numbers = Guess.Values()
    var place = 0
    repeat {
      let isNegative = place < bytes.count && bytes[unchecked: place] == UInt8(ascii: "-")
      if isNegative { place &+= 1 }
      let start = place
      var number = 0
      while place < bytes.count {
        let digit = bytes[unchecked: place] &- UInt8(ascii: "0")
        if digit > 9 { break }
        (number, place) = (number &* 10 &+ Int(digit), place &+ 1)
      }
      guard (1...4).contains(place &- start), numbers.count < Guess.Values.countMax,
        bytes[start] != UInt8(ascii: "0") || (place == start &+ 1 && !isNegative)
      else { return nil }
      numbers.append(isNegative ? -number : number)
      if place == bytes.count { return Guess(numbers) }
      place &+= 1
    } while bytes[place &- 1] == UInt8(ascii: ",")
    return nil
  }

  @inline(__always)
  func write(_ guess: Guess, to line: inout LineWriter) {
    var isFirst = true
    for number in guess.values {
      if !isFirst { line.append(UInt8(ascii: ",")) }
      line.append(decimal: number)
      isFirst = false
    }
  }
}

extension FieldType where Self == SliderValues { static var guess: Self { Self() } }

/// A player: "p" and a number.
struct PlayerNumber: FieldType {
  var what: String { "a player such as p7" }

  func read(_ bytes: ArraySlice<UInt8>) -> PlayerID? {
    guard bytes.first == UInt8(ascii: "p") else { return nil }
    return WholeNumber.count.read(bytes.dropFirst()).map(PlayerID.init(number:))
  }

  func write(_ player: PlayerID, to line: inout LineWriter) {
    line.append(UInt8(ascii: "p"))
    line.append(decimal: player.number)
  }
}

extension FieldType where Self == PlayerNumber { static var player: Self { Self() } }

/// A public key.
struct PublicKeyDigits: FieldType {
  var what: String { "a public key of 64 or 66 digits 0-9 and a-f that proves somebody" }

  func read(_ bytes: ArraySlice<UInt8>) -> PublicKey? {
    HexadecimalBytes(count: bytes.count / 2).read(bytes).flatMap(PublicKey.init)
  }

  func write(_ key: PublicKey, to line: inout LineWriter) {
    HexadecimalBytes(count: key.bytes.count).write(key.bytes, to: &line)
  }
}

extension FieldType where Self == PublicKeyDigits { static var key: Self { Self() } }

/// Who somebody is.
struct KeyIDDigits: FieldType {
  private static let digits = HexadecimalBytes(count: KeyID.byteCount)

  var what: String { Self.digits.what }

  func read(_ bytes: ArraySlice<UInt8>) -> KeyID? { Self.digits.read(bytes).flatMap(KeyID.init) }
  func write(_ id: KeyID, to line: inout LineWriter) { Self.digits.write(id.bytes, to: &line) }
}

extension FieldType where Self == KeyIDDigits { static var keyID: Self { Self() } }

/// What all targets of a match come from.
struct SeedDigits: FieldType {
  private static let digits = HexadecimalBytes(count: MatchSeed.byteCount)

  var what: String { Self.digits.what }

  func read(_ bytes: ArraySlice<UInt8>) -> MatchSeed? {
    Self.digits.read(bytes).flatMap(MatchSeed.init(bytes:))
  }

  func write(_ seed: MatchSeed, to line: inout LineWriter) {
    Self.digits.write(seed.bytes, to: &line)
  }
}

extension FieldType where Self == SeedDigits { static var seed: Self { Self() } }

/// The name of a board.
struct BoardName: WordType {
  var what: String { "one of \(Board.all.map(\.name).joined(separator: ", "))" }
  func value(of word: String) -> Board? { Board(name: word) }
  func word(of board: Board) -> String { board.name }
}

extension FieldType where Self == BoardName { static var board: Self { Self() } }

extension FieldType where Self == Choice<BoardTime> { static var span: Self { Self() } }

/// A day of UTC as a date.
struct Date: WordType {
  var what: String { "a date such as 2026-11-21" }
  func value(of word: String) -> Day? { Day(word) }
  func word(of day: Day) -> String { day.text }
}

extension FieldType where Self == Date { static var day: Self { Self() } }

extension FieldType where Self == Choice<Binding.Kind> { static var binding: Self { Self() } }

extension FieldType where Self == Text {
  /// What JOIN and WATCH say to a room that asks.
  static var password: Self { text(charactersMax: RoomSettings.passwordCharactersMax) }
  /// What a room is called.
  static var roomName: Self { text(charactersMax: RoomSettings.nameCharactersMax) }
}
