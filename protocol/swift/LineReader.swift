// One line, split by the grammar into a verb and fields that can be asked for by key and type. It
// knows no message and no type of field; it refuses by code and says which field was wrong.
// Invariant: reading never traps, whatever the bytes; keys are unique once a line is open.

/// A line, opened for reading.
struct LineReader {
  /// The verb: 2 to 16 letters A–Z; anything else is `unknown-verb`.
  let verb: String
  private var fields: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []

  /// Splits a line, given without its ending: valid UTF-8 without NUL, as framing has made sure.
  ///
  /// - Throws: `unknown-verb` or `bad-field`.
  init(_ line: ArraySlice<UInt8>) throws(RefusalLine) {
    let space = UInt8(ascii: " ")
    let verbEnd = line.firstIndex(of: space) ?? line.endIndex
    let verbBytes = line[line.startIndex..<verbEnd]
    guard (2...16).contains(verbBytes.count),
      verbBytes.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { throw RefusalLine(code: .unknownVerb, text: "a verb is 2 to 16 letters A-Z") }
    verb = String(decoding: verbBytes, as: UTF8.self)
    var rest = line[verbEnd...]
    while !rest.isEmpty {
      rest = rest.dropFirst()
      let end = rest.firstIndex(of: space) ?? rest.endIndex
      try add(rest[rest.startIndex..<end])
      rest = rest[end...]
    }
  }

  private mutating func add(_ field: ArraySlice<UInt8>) throws(RefusalLine) {
    guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else {
      throw refusal("a field is key=value, with single spaces between")
    }
    let key = field[field.startIndex..<equals]
    guard (1...16).contains(key.count), key.allSatisfy(LineReader.isKeyByte) else {
      throw refusal("a key is 1 to 16 of a-z, 0-9 and _")
    }
    let value = field[(equals + 1)...]
    guard !value.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw refusal("controls are written %XX")
    }
    guard fields.count < Wire.fieldsMax else { throw refusal("too many fields") }
    guard !fields.contains(where: { $0.key == key }) else {
      throw refusal("\(String(decoding: key, as: UTF8.self)) is repeated")
    }
    fields.append((key, value))
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// A `bad-field` with this verb and a sentence for a person.
  func refusal(_ text: String) -> RefusalLine {
    RefusalLine(code: .badField, verb: verb, text: text)
  }

  /// The value of a field; nil when the field is absent.
  ///
  /// - Throws: `bad-field` when it is not of its type.
  func value<Kind: FieldType>(_ key: String, _ type: Kind) throws(RefusalLine) -> Kind.Value? {
    guard let field = fields.first(where: { $0.key.elementsEqual(key.utf8) }) else { return nil }
    guard let value = type.read(field.value) else { throw refusal("\(key) is \(type.what)") }
    return value
  }
}
