// One line, split by the grammar into a verb and fields that can be asked for by key and type. It
// knows no message and no type of field; it refuses by code and says which field was wrong.
// Invariant: reading never traps, whatever the bytes; keys are unique once a line is open.

/// A line, opened for reading.
struct LineReader {
  /// Where a field is in the line.
  private struct Field {
    let key: FieldKey
    let value: Range<Int>
  }

  private let line: ArraySlice<UInt8>
  private let verbEnd: Int
  private let letters: UInt128
  private var fields: [Field] = []

  /// The verb: 2 to 16 letters A–Z; anything else is `unknown-verb`.
  var verb: String { String(decoding: line[..<verbEnd], as: UTF8.self) }

  /// Splits a line, given without its ending: valid UTF-8 without NUL, as framing has made sure.
  ///
  /// - Throws: `unknown-verb` or `bad-field`.
  init(_ line: ArraySlice<UInt8>) throws(RefusalLine) {
    self.line = line
    verbEnd = line.firstIndex(of: LineReader.space) ?? line.endIndex
    guard let letters = UInt128(letters: line[..<verbEnd]), verbEnd - line.startIndex >= 2 else {
      throw RefusalLine(code: .unknownVerb, text: "a verb is 2 to 16 letters A-Z")
    }
    self.letters = letters
    if verbEnd == line.endIndex { return }
    fields.reserveCapacity(8)
    // Through a span, because each slice of a slice is one more owner of the bytes, and there are
    // lines by the million.
    let bytes = line.span
    var end = verbEnd - line.startIndex
    while end < bytes.count {
      let start = end + 1
      end = bytes.firstIndex(of: LineReader.space, from: start) ?? bytes.count
      try add(start..<end, of: bytes)
    }
  }

  /// Adds a field whose place is counted from the beginning of the line.
  private mutating func add(_ field: Range<Int>, of bytes: Bytes) throws(RefusalLine) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "="), from: field.lowerBound),
      equals < field.upperBound
    else { throw refusal("a field is key=value, with single spaces between") }
    guard let key = FieldKey(bytes.extracting(field.lowerBound..<equals)) else {
      throw refusal("a key is 1 to 16 of a-z, 0-9 and _")
    }
    for index in (equals + 1)..<field.upperBound where bytes[index] < 0x20 || bytes[index] == 0x7f {
      throw refusal("controls are written %XX")
    }
    guard fields.count < Wire.fieldsMax else { throw refusal("too many fields") }
    guard !fields.contains(where: { $0.key == key }) else {
      let name = line[(line.startIndex + field.lowerBound)..<(line.startIndex + equals)]
      throw refusal("\(String(decoding: name, as: UTF8.self)) is repeated")
    }
    let start = line.startIndex
    fields.append(Field(key: key, value: (start + equals + 1)..<(start + field.upperBound)))
  }

  private static let space = UInt8(ascii: " ")

  /// The verb as one of those that somebody knows; nil when it is none of them.
  func verb<Verb>(of known: VerbTable<Verb>) -> Verb? { known[letters] }

  /// A `bad-field` with this verb and a sentence for a person.
  func refusal(_ text: String) -> RefusalLine {
    RefusalLine(code: .badField, verb: verb, text: text)
  }

  /// The value of a field; nil when the field is absent.
  ///
  /// - Throws: `bad-field` when it is not of its type.
  func value<Item: FieldType>(
    _ key: StaticString, _ type: Item
  ) throws(RefusalLine) -> Item.Value? {
    let name = FieldKey(key)
    guard let field = fields.first(where: { $0.key == name }) else { return nil }
    guard let value = type.read(line[field.value]) else {
      throw refusal("\(key) is \(type.what)")
    }
    return value
  }
}

/// The key of a field as one number: keys are compared for every field of every line.
private struct FieldKey: Equatable {
  private var letters: UInt128 = 0

  /// Takes 1 to 16 of a–z, 0–9 and _; nil for anything else.
  init?(_ bytes: Bytes) {
    guard (1...16).contains(bytes.count) else { return nil }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        append(bytes[index])
      default: return nil
      }
    }
  }

  /// A key of the catalogue.
  init(_ key: StaticString) {
    for index in 0..<key.utf8CodeUnitCount { append(key.utf8Start[index]) }
  }

  private mutating func append(_ letter: UInt8) { letters = letters << 8 | UInt128(letter) }
}
