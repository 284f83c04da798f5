// The fields of a head: RFC 9110, section 5. Names are compared without regard to case; a field may
// come several times, and the caller decides whether its values are one list or a mistake.

/// One field of a head.
public struct HTTPField: Equatable, Sendable {
  /// The name as it was written. Case does not matter.
  public let name: String
  /// The value without the white space around it.
  public let value: String

  /// A field to be sent. Neither part may hold a control character, or it would be two fields.
  public init(_ name: String, _ value: String) {
    precondition(
      (Array(name.utf8) + Array(value.utf8)).allSatisfy { $0 >= 0x20 && $0 != 0x7f },
      "a field has no line breaks")
    self.name = name
    self.value = value
  }

  /// A field as it came.
  /// - Throws: what is wrong with the line (RFC 9112, section 5).
  init(parsing line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      throw .badRequest("a field is not folded over lines")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .badRequest("a field has a colon")
    }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
      throw .badRequest("a field's name is a token, and its colon follows at once")
    }
    let value = line[(colon + 1)...].trimmingWhiteSpace
    guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == UInt8(ascii: "\t") }) else {
      throw .badRequest("a field's value has no control characters")
    }
    self.name = String(decoding: name, as: UTF8.self)
    self.value = String(decoding: value, as: UTF8.self)
  }
}

/// The fields of a head, in the order in which they came.
public struct HTTPFields: Equatable, Sendable {
  /// All of them.
  public internal(set) var all: [HTTPField] = []

  /// No fields, or those given.
  public init(_ all: [HTTPField] = []) { self.all = all }

  /// The values of every field of that name, in order.
  public subscript(name: String) -> [String] {
    all.filter { isSameWord($0.name, name) }.map(\.value)
  }

  /// The value of a field that comes once; nil when it does not come, or comes again.
  public func only(_ name: String) -> String? {
    let values = self[name]
    return values.count == 1 ? values[0] : nil
  }

  /// The elements of a field that is a list (RFC 9110, section 5.6.1): its lines taken together and
  /// split at the commas that are not between quotes, without empty elements.
  public func list(_ name: String) -> [String] {
    self[name]
      .flatMap { value in
        var isQuoted = false
        return Array(value.utf8)
          .split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
          }
          .map(\.trimmingWhiteSpace)
          .filter { !$0.isEmpty }
          .map { String(decoding: $0, as: UTF8.self) }
      }
  }

  /// Whether a list has an element, in whatever case.
  public func lists(_ element: String, in name: String) -> Bool {
    list(name).contains { isSameWord($0, element) }
  }
}

/// Whether two words of ASCII are the same but for case.
func isSameWord(_ one: String, _ other: String) -> Bool {
  one.utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
}

extension UInt8 {
  /// Whether it may stand in a token (RFC 9110, section 5.6.2).
  var isTokenByte: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= (self | 0x20) }

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= self }

  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= self ? self | 0x20 : self
  }

  /// The value of a hexadecimal digit in either case.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces and tabs at both ends.
  var trimmingWhiteSpace: ArraySlice<UInt8> {
    func isWhite(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = lastIndex(where: { !isWhite($0) }) else { return [] }
    return self[...last].drop(while: isWhite)
  }
}
