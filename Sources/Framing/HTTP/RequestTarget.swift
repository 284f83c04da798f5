// The target of a request: RFC 9112, section 3.2. A path comes out of here decoded and already in
// its one normal form, or not at all: it cannot lead a caller out of a folder, because no segment
// is empty, `.` or `..`, and none holds a slash, a backslash or a control.

/// The target of a request for a thing.
public struct RequestTarget: Equatable, Sendable {
  /// The decoded path, such as `/` or `/fonts/a b.woff2`. A slash at its end is kept.
  public let path: String
  /// What follows a question mark, as it was sent.
  public let query: String?
  /// Where the thing is, if the target says so itself.
  public let authority: Authority?

  /// - Throws: what is wrong; also with targets that only methods can have that are not answered.
  init(parsing bytes: ArraySlice<UInt8>) throws(HTTPRefusal) {
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }) else {
      throw .badRequest("a target is visible ASCII without a fragment")
    }
    var rest = bytes
    if bytes.first == UInt8(ascii: "/") {
      authority = nil
    } else {
      guard let start = Self.endOfScheme(in: bytes) else {
        throw .badRequest("a target is a path or an http address")
      }
      let end = bytes[start...].firstIndex { "/?".utf8.contains($0) } ?? bytes.endIndex
      guard let authority = Authority(String(decoding: bytes[start..<end], as: UTF8.self)) else {
        throw .badRequest("the target's host is no host")
      }
      self.authority = authority
      rest = bytes[end...]
    }
    let question = rest.firstIndex(of: UInt8(ascii: "?"))
    query = question.map { String(decoding: rest[($0 + 1)...], as: UTF8.self) }
    let path = rest[..<(question ?? rest.endIndex)]
    self.path = path.isEmpty ? "/" : try Self.decoded(path)
  }

  /// The index behind `http://` or `https://`.
  private static func endOfScheme(in bytes: ArraySlice<UInt8>) -> Int? {
    for scheme in ["http://", "https://"] {
      let start = bytes.prefix(scheme.utf8.count).map(\.lowercasedASCII)
      if start.elementsEqual(scheme.utf8) { return bytes.startIndex + scheme.utf8.count }
    }
    return nil
  }

  private static func decoded(_ path: ArraySlice<UInt8>) throws(HTTPRefusal) -> String {
    var decoded: [UInt8] = []
    var index = path.startIndex
    while index < path.endIndex {
      let byte = path[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        if !isOfPath(byte) { throw .badRequest("a path has this character only as %XX") }
        decoded.append(byte)
        continue
      }
      let digits = path[index...].prefix(2).compactMap(\.hexadecimalValue)
      guard digits.count == 2 else { throw .badRequest("a percent sign has two digits") }
      let value = digits[0] << 4 | digits[1]
      // A slash that was escaped is none that divides, and nothing here has one in its name.
      guard value >= 0x20, value != 0x7f, value != UInt8(ascii: "/"), value != UInt8(ascii: "\\")
      else { throw .badRequest("a path has no such character") }
      decoded.append(value)
      index += 2
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw .badRequest("a path is UTF-8")
    }
    let segments = decoded.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (number, segment) in segments.enumerated() {
      let isEnd = number == segments.count - 1
      if segment.isEmpty && !isEnd { throw .badRequest("a path has no empty segments") }
      if segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) {
        throw .badRequest("a path has no dot segments")
      }
    }
    return text
  }

  /// What stands for itself in a path (RFC 3986, section 3.3).
  private static func isOfPath(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "/-._~!$&'()*+,;=:@".utf8.contains(byte)
  }
}
