// The head of a response: RFC 9112, section 4. A server writes one, a client of a WebSocket reads
// one. Whether a body follows, and how long it is, is not looked at here.

/// The head of a response.
public struct ResponseHead: HTTPHead, Equatable, Sendable {
  /// The status as a number from 100 to 999.
  public let statusCode: Int
  /// The words that came with the number; nobody needs them.
  public let reasonPhrase: String
  /// The fields, all of them.
  public let fields: HTTPFields

  /// A head to be sent. One that answers with a body says its `Content-Length`, and a server with
  /// a clock says its `Date` (RFC 9110, section 6.6.1).
  public init(status: HTTPStatus, fields: [HTTPField]) {
    statusCode = status.rawValue
    reasonPhrase = status.reasonPhrase
    self.fields = HTTPFields(fields)
  }

  /// The head as it goes over the wire, its empty last line included.
  public var bytes: [UInt8] {
    var text = "HTTP/1.1 \(statusCode) \(reasonPhrase)\r\n"
    for field in fields.all { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Reads a status line.
  public static func startLine(
    _ line: ArraySlice<UInt8>
  ) throws(HTTPRefusal) -> (statusCode: Int, reasonPhrase: String) {
    let words = line.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2,
      ["HTTP/1.1", "HTTP/1.0"].contains(String(decoding: words[0], as: UTF8.self)),
      words[1].count == 3, words[1].allSatisfy(\.isDigit), words[1].first != UInt8(ascii: "0"),
      let statusCode = Int(String(decoding: words[1], as: UTF8.self))
    else { throw .badRequest("a response starts with HTTP/1.1 and a status") }
    let reasonPhrase = words.count == 3 ? String(decoding: words[2], as: UTF8.self) : ""
    return (statusCode, reasonPhrase)
  }

  /// Puts a response together.
  public init(_ startLine: (statusCode: Int, reasonPhrase: String), _ fields: HTTPFields) {
    statusCode = startLine.statusCode
    reasonPhrase = startLine.reasonPhrase
    self.fields = fields
  }
}

/// Reads responses.
public typealias ResponseParser = HeadParser<ResponseHead>
