// Protocol Buffers, as far as the store's requests and answers need them: numbers, and runs of
// bytes, which may be messages themselves (protobuf.dev/programming-guides/encoding). It knows no
// field.
// Invariant: what is read is bounded by what is there, whatever a length says.

/// A message being written.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// A number in a field. Nothing is written for 0, which is what an absent one means.
  mutating func number(_ field: Int, _ value: UInt64) {
    if value == 0 { return }
    variable(UInt64(field) << 3)
    variable(value)
  }

  /// Bytes in a field.
  mutating func bytes(_ field: Int, _ value: some Collection<UInt8>) {
    variable(UInt64(field) << 3 | 2)
    variable(UInt64(value.count))
    bytes += value
  }

  /// A message in a field.
  mutating func message(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    bytes(field, inner.bytes)
  }

  private mutating func variable(_ value: UInt64) {
    var rest = value
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Bytes that are no message, or not the one that was asked for.
public struct AnswerUnreadable: Error, Hashable {}

/// The fields of a message, in the order in which they stand.
struct ProtobufReader {
  enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next field; nil at the end.
  mutating func next() throws(AnswerUnreadable) -> (field: Int, value: Value)? {
    if rest.isEmpty { return nil }
    let key = try variable()
    guard let field = Int(exactly: key >> 3) else { throw AnswerUnreadable() }
    switch key & 7 {
    case 0: return (field, .number(try variable()))
    case 1: return (field, .bytes(try take(8)))
    case 2: return (field, .bytes(try take(try variable())))
    case 5: return (field, .bytes(try take(4)))
    default: throw AnswerUnreadable()
    }
  }

  /// All runs of bytes in a field.
  static func all(
    _ field: Int, in message: ArraySlice<UInt8>
  ) throws(AnswerUnreadable) -> [ArraySlice<UInt8>] {
    var reader = ProtobufReader(message)
    var found: [ArraySlice<UInt8>] = []
    while let (number, value) = try reader.next() {
      if number == field, case .bytes(let bytes) = value { found.append(bytes) }
    }
    return found
  }

  /// The last number in a field; 0 if there is none.
  static func number(
    _ field: Int, in message: ArraySlice<UInt8>
  ) throws(AnswerUnreadable) -> UInt64 {
    var reader = ProtobufReader(message)
    var found: UInt64 = 0
    while let (number, value) = try reader.next() {
      if number == field, case .number(let value) = value { found = value }
    }
    return found
  }

  private mutating func variable() throws(AnswerUnreadable) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst(), shift < 63 || byte < 2 else { throw AnswerUnreadable() }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
    }
    throw AnswerUnreadable()
  }

  private mutating func take(_ count: UInt64) throws(AnswerUnreadable) -> ArraySlice<UInt8> {
    guard count <= UInt64(rest.count) else { throw AnswerUnreadable() }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
