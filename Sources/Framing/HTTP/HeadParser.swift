// Bytes in, heads out: the line structure of RFC 9112, sections 2 and 5, strictly. Lines end in CR
// LF and in nothing else, fields are not folded, and a head fits in what it may take; each line is
// judged when it is whole, so a head that went wrong does not have to be sat through. What the
// lines mean is the head's own affair.

/// The head of a message: a line that starts it, and fields.
public protocol HTTPHead: Sendable {
  /// What the first line says.
  associatedtype StartLine: Sendable

  /// Reads the first line, without its ending.
  static func startLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> StartLine

  /// Puts the head together, when its last line has come.
  init(_ startLine: StartLine, _ fields: HTTPFields) throws(HTTPRefusal)
}

/// Cuts heads out of a stream of bytes.
///
///     parser.receive(bytes)
///     if let head = try parser.next() { … }
///
/// What follows a head stays in the parser: the next head, or `takeRest()`.
public struct HeadParser<Head: HTTPHead>: Sendable {
  /// The longest head taken, in bytes, its empty last line included.
  public let headBytesMax: Int

  /// Received bytes, from the start of the head under way.
  private var pending: [UInt8] = []
  /// Where the line under way starts.
  private var lineStart = 0
  /// How many bytes are known to hold no LF after the line's start.
  private var searchedCount = 0
  private var hasSkippedLine = false
  private var startLine: Head.StartLine?
  private var fields = HTTPFields()
  private var refusal: HTTPRefusal?

  /// - Parameter headBytesMax: the longest head taken, in bytes; at least 8,192 serve everybody.
  public init(headBytesMax: Int) {
    precondition(headBytesMax >= 1, "a parser that takes no bytes is a mistake")
    self.headBytesMax = headBytesMax
  }

  /// The longest first line taken, in bytes without its ending: what RFC 9112, section 3, asks for.
  static var startLineBytesMax: Int { 8_000 }

  /// Takes the next bytes of the stream. After a refusal they are ignored.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    if refusal == nil { pending.append(contentsOf: bytes) }
  }

  /// The next head, or nil when more bytes are needed.
  /// - Throws: why the bytes are no head; from then on every call throws the same.
  public mutating func next() throws(HTTPRefusal) -> Head? {
    if let refusal { throw refusal }
    do throws(HTTPRefusal) {
      while let line = try nextLine() {
        guard let startLine else {
          try start(line)
          continue
        }
        if line.isEmpty { return try finish(startLine) }
        fields.all.append(try HTTPField(parsing: line))
      }
      return nil
    } catch {
      refusal = error
      pending = []
      throw error
    }
  }

  /// What has come behind the last head; it is the caller's from now on.
  public mutating func takeRest() -> [UInt8] {
    let rest = pending
    if refusal == nil { self = Self(headBytesMax: headBytesMax) }
    return rest
  }

  private mutating func start(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    // One empty line in front is forgiven (RFC 9112, section 2.2): some clients end a body with it.
    if line.isEmpty && !hasSkippedLine {
      hasSkippedLine = true
      return
    }
    startLine = try Head.startLine(line)
  }

  private mutating func finish(_ startLine: Head.StartLine) throws(HTTPRefusal) -> Head {
    let head = try Head(startLine, fields)
    let rest = pending[lineStart...]
    self = Self(headBytesMax: headBytesMax)
    pending = Array(rest)
    return head
  }

  /// The next whole line, without its CR LF.
  private mutating func nextLine() throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    let unsearched = pending[(lineStart + searchedCount)...]
    guard let end = unsearched.firstIndex(of: UInt8(ascii: "\n")) else {
      searchedCount = pending.count - lineStart
      if startLine == nil && searchedCount > Self.startLineBytesMax + 1 {
        throw Self.startLineTooLong
      }
      if pending.count >= headBytesMax { throw tooLong }
      return nil
    }
    if startLine == nil && end - lineStart > Self.startLineBytesMax + 1 {
      throw Self.startLineTooLong
    }
    if end >= headBytesMax { throw tooLong }
    let line = pending[lineStart..<end]
    guard line.last == UInt8(ascii: "\r"), !line.dropLast().contains(UInt8(ascii: "\r")) else {
      throw .badRequest("a line ends in CR LF, and neither stands anywhere else")
    }
    lineStart = end + 1
    searchedCount = 0
    return line.dropLast()
  }

  private static var startLineTooLong: HTTPRefusal {
    HTTPRefusal(.uriTooLong, "the request line has at most \(startLineBytesMax) bytes")
  }

  private var tooLong: HTTPRefusal {
    if startLine == nil { return Self.startLineTooLong }
    return HTTPRefusal(.headTooLarge, "the head has at most \(headBytesMax) bytes")
  }
}
