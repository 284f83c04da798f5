// Values of the wire as JSON (RFC 8259), for programs: the fields of a message under their keys,
// numbers and flags as such, text without its escapes, any other type in its one form on a line.
// Marks, counts and lists that a line leaves out are there all the same; what is nil is not.
// Invariant: whatever is in it, a value is one line and valid.

/// A value of JSON, as it is written.
public struct JSON: Hashable, Sendable, CustomStringConvertible {
  /// Its text.
  public let description: String

  private init(written text: String) { description = text }

  /// Its text as a line, in bytes.
  public var line: [UInt8] { Array("\(self)\n".utf8) }

  /// Nothing.
  public static let null = JSON(written: "null")

  /// A whole number.
  public init(_ number: Int) { self.init(written: "\(number)") }

  /// True or false.
  public init(_ isTrue: Bool) { self.init(written: "\(isTrue)") }

  /// A text.
  public init(_ text: String) {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\0"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    self.init(written: quoted + "\"")
  }

  /// Values in this order.
  public init(list values: [JSON]) {
    self.init(written: "[\(values.map(\.description).joined(separator: ","))]")
  }

  /// Values by name, in this order.
  public init(object members: [(key: String, value: JSON)]) {
    let parts = members.map { "\(JSON($0.key)):\($0.value)" }
    self.init(written: "{\(parts.joined(separator: ","))}")
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Values by name, in this order.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self.init(object: members.map { (key: $0.0, value: $0.1) })
  }
}

// What programs are told, over HTTP and by commands.
extension JSON {
  /// Listed rooms.
  public init(rooms: [Listing]) { self = ["rooms": JSON(list: rooms.map(Listing.fields.json))] }

  /// A board, the best first.
  ///
  /// - Parameters:
  ///   - rows: its lines.
  ///   - ratesHouseholds: whether players of one address are rated against each other.
  public init(board rows: [BoardLine], ratesHouseholds: Bool) {
    self = ["rows": JSON(list: rows.map(BoardLine.fields.json)), "home": JSON(ratesHouseholds)]
  }

  /// The same, as a server answers TOP; nil where it refuses.
  public init?(board answer: [ServerMessage]) {
    guard case .end(_, _, let ratesHouseholds) = answer.last else { return nil }
    let rows = answer.compactMap { line -> BoardLine? in
      if case .topped(let row) = line { row } else { nil }
    }
    self.init(board: rows, ratesHouseholds: ratesHouseholds)
  }

  /// What somebody has played, the newest first.
  public init(past matches: [PlayedMatch]) {
    self = ["matches": JSON(list: matches.map(PlayedMatch.fields.json))]
  }
}

extension Whole {
  /// A value for programs.
  func json(_ value: Value) -> JSON { JSON(object: members(of: value)) }
}

/// Gets the fields of a value for programs.
struct MemberWriter<Value>: FieldCoder {
  let value: Value
  var members: [(key: String, value: JSON)] = []

  mutating func callAsFunction<Part: Fields>(
    _ part: Part, _ get: (Value) -> Part.Value
  ) throws(RefusalLine) -> Part.Value {
    let given = get(value)
    members += part.members(of: given)
    return given
  }
}

extension FieldType {
  /// A value as it stands on a line.
  func json(_ value: Value) -> JSON {
    var bytes: [UInt8] = []
    bytes.appendLines(within: 64) { write(value, to: &$0) }
    return JSON(String(decoding: bytes, as: UTF8.self))
  }
}
