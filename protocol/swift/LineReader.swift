// One line, split by the grammar into a verb and fields that can be asked for by key and type. It
// knows no message and no type of field; it refuses by code and says which field was wrong.
// Invariant: reading never traps, whatever the bytes; keys are unique once a line is open.

/// A line, opened for reading.
struct LineReader {
  /// Where a field is in the line.
  private struct Field {
    let key: Range<Int>
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
    fields.reserveCapacity(4)
    var end = verbEnd
    while end < line.endIndex {
      let start = end + 1
      end = line[start...].firstIndex(of: LineReader.space) ?? line.endIndex
      try add(start..<end)
    }
  }

  private mutating func add(_ field: Range<Int>) throws(RefusalLine) {
    guard let equals = line[field].firstIndex(of: UInt8(ascii: "=")) else {
      throw refusal("a field is key=value, with single spaces between")
    }
    let key = line[field.lowerBound..<equals]
    guard (1...16).contains(key.count), key.allSatisfy(LineReader.isKeyByte) else {
      throw refusal("a key is 1 to 16 of a-z, 0-9 and _")
    }
    let value = (equals + 1)..<field.upperBound
    guard !line[value].contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw refusal("controls are written %XX")
    }
    guard fields.count < Wire.fieldsMax else { throw refusal("too many fields") }
    guard !fields.contains(where: { line[$0.key] == key }) else {
      throw refusal("\(String(decoding: key, as: UTF8.self)) is repeated")
    }
    fields.append(Field(key: key.indices, value: value))
  }

  private static let space = UInt8(ascii: " ")

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// The verb as one of those that somebody knows; nil when it is none of them.
  func verb<Verb>(of known: VerbTable<Verb>) -> Verb? { known[letters] }

  /// A `bad-field` with this verb and a sentence for a person.
  func refusal(_ text: String) -> RefusalLine {
    RefusalLine(code: .badField, verb: verb, text: text)
  }

  /// The value of a field; nil when the field is absent.
  ///
  /// - Throws: `bad-field` when it is not of its type.
  func value<Kind: FieldType>(
    _ key: StaticString, _ type: Kind
  ) throws(RefusalLine) -> Kind.Value? {
    let bytes = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    guard let field = fields.first(where: { line[$0.key].elementsEqual(bytes) }) else {
      return nil
    }
    guard let value = type.read(line[field.value]) else {
      throw refusal("\(key) is \(type.what)")
    }
    return value
  }
}
