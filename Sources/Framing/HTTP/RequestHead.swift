// A request as this server takes it: RFC 9112, section 3. It answers GET and HEAD and takes no
// body, so a request that brings one is refused rather than read; everything a smuggler needs (two
// hosts, two lengths, a transfer coding) is refused with it.

/// The head of a request.
public struct RequestHead: HTTPHead, Equatable, Sendable {
  /// The methods that are answered.
  public enum Method: Equatable, Sendable {
    /// Give me the thing.
    case get
    /// Tell me about it.
    case head
  }

  /// What the first line says.
  public struct StartLine: Equatable, Sendable {
    let method: Method
    let target: RequestTarget
    let minorVersion: Int
  }

  /// What is to be done.
  public let method: Method
  /// With what.
  public let target: RequestTarget
  /// 0 or 1, of HTTP/1.0 and HTTP/1.1; what would come after 1 is read as 1 (RFC 9110, section
  /// 2.5).
  public let minorVersion: Int
  /// Where the client thinks it is talking to; nil only in HTTP/1.0.
  public let authority: Authority?
  /// The fields, all of them.
  public let fields: HTTPFields

  /// Whether the client wants to ask for more on the same connection (RFC 9112, section 9.3).
  public var keepsConnection: Bool {
    if fields.lists("close", in: "Connection") { return false }
    return minorVersion == 1 || fields.lists("keep-alive", in: "Connection")
  }

  /// Reads a request line.
  public static func startLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> StartLine {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[1].isEmpty, !words[0].isEmpty,
      words[0].allSatisfy(\.isTokenByte)
    else { throw .badRequest("a request line is a method, a target and a version") }
    let minorVersion = try minorVersion(of: words[2])
    let method: Method
    if words[0].elementsEqual("GET".utf8) {
      method = .get
    } else if words[0].elementsEqual("HEAD".utf8) {
      method = .head
    } else {
      throw HTTPRefusal(.methodNotAllowed, "only GET and HEAD are answered here")
    }
    return StartLine(
      method: method, target: try RequestTarget(parsing: words[1]), minorVersion: minorVersion)
  }

  /// `HTTP/1.0` and its successors up to 2.0 (RFC 9112, section 2.3).
  private static func minorVersion(of word: ArraySlice<UInt8>) throws(HTTPRefusal) -> Int {
    let version = Array(word)
    guard version.count == 8, version.starts(with: "HTTP/".utf8), version[5].isDigit,
      version[6] == UInt8(ascii: "."), version[7].isDigit
    else { throw .badRequest("a version is HTTP/ and two digits with a dot between") }
    if version[5] != UInt8(ascii: "1") {
      throw HTTPRefusal(.versionNotSupported, "only HTTP/1.0 and HTTP/1.1 are spoken here")
    }
    return version[7] == UInt8(ascii: "0") ? 0 : 1
  }

  /// Puts a request together.
  public init(_ startLine: StartLine, _ fields: HTTPFields) throws(HTTPRefusal) {
    let hosts = fields["Host"]
    if hosts.count > 1 || (hosts.isEmpty && startLine.minorVersion == 1) {
      throw .badRequest("a request has one Host field")
    }
    if let host = hosts.first {
      guard let authority = Authority(host) else { throw .badRequest("the host is no host") }
      // An address in the target rules (RFC 9112, section 3.2.2).
      self.authority = startLine.target.authority ?? authority
    } else {
      authority = startLine.target.authority
    }
    if !fields["Transfer-Encoding"].isEmpty { throw .badRequest("a request has no body here") }
    let lengths = fields["Content-Length"]
    if lengths.count > 1 || lengths.first.map({ $0 != "0" }) == true {
      throw .badRequest("a request has no body here")
    }
    method = startLine.method
    target = startLine.target
    minorVersion = startLine.minorVersion
    self.fields = fields
  }
}

/// Reads requests.
public typealias RequestParser = HeadParser<RequestHead>
