// Tells TLS, HTTP and lines apart, which share one port, by the first bytes of a stream. A sniffer
// decides on the first byte that leaves no other choice and never takes it back, and it only looks:
// the next reader gets all that it has seen. Of TLS it waits for the whole first record: a client
// that drips it costs the bytes it has sent, and not a TLS session.

/// What a stream turns out to be.
public enum StreamKind: Equatable, Sendable {
  /// A TLS handshake (RFC 8446, section 5.1: a record of type 22), of which the first record is
  /// whole or can never be. Inside it, sniff again.
  case tls
  /// HTTP/1.x requests, or something that takes itself for one.
  case http
  /// Lines.
  case lines
}

/// Tells what a stream is by its first bytes.
///
/// `GET ` is a request. So is any first line with the name of another method that goes on as no
/// line of ours can (`POST /`, `OPTIONS *`), or that ends in `HTTP/1.1` or another version and has
/// not begun like a line. All else is lines: whatever begins with a verb and a field, whatever a
/// person might type. What begins as TLS is told when its first record has come, 16,389 bytes at
/// most, or as soon as its header says what no record may.
public struct Sniffer: Sendable {
  /// How far the first line has been understood.
  private enum Progress: Equatable, Sendable {
    /// In its first word, which is capital letters so far.
    case word
    /// Right behind the word and a space.
    case afterWord
    /// In what may be a field's key.
    case key
    /// In what may be the rest of a request line; only its end can tell.
    case rest
    /// In the first record of TLS.
    case record
    case decided(StreamKind)
  }

  /// All bytes received so far, for the next reader; once the kind is known, take them.
  public private(set) var bytes: [UInt8] = []
  private var progress = Progress.word
  private var lookedCount = 0
  private let lineBytesMax: Int

  /// The bytes of a TLS record's header, and the most that may follow it in the clear (RFC 8446,
  /// section 5.1).
  private static let recordHeaderCount = 5
  private static let recordBytesMax = 1 << 14

  /// - Parameter lineBytesMax: what is undecided after so many bytes is lines; at least 1.
  public init(lineBytesMax: Int) {
    precondition(lineBytesMax >= 1, "a sniffer that looks at nothing is a mistake")
    self.lineBytesMax = lineBytesMax
  }

  /// What the stream is; nil when that takes more bytes.
  public var kind: StreamKind? {
    if case .decided(let kind) = progress { kind } else { nil }
  }

  /// Takes the next bytes of the stream and tells what it is, or nil when that takes more of them.
  public mutating func receive(_ piece: ArraySlice<UInt8>) -> StreamKind? {
    bytes.append(contentsOf: piece)
    while lookedCount < bytes.count {
      if kind != nil { break }
      progress = look(at: bytes[lookedCount])
      lookedCount += 1
      if lookedCount >= lineBytesMax, mayBeLines, kind == nil {
        progress = .decided(.lines)
      }
    }
    return kind
  }

  /// Whether the stream is lines or may still turn out to be.
  public var mayBeLines: Bool {
    switch progress {
    case .word, .afterWord, .key, .rest, .decided(.lines): true
    case .record, .decided(.tls), .decided(.http): false
    }
  }

  private func look(at byte: UInt8) -> Progress {
    switch progress {
    case .word:
      if lookedCount == 0 && byte == 0x16 { return .record }
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .word
      case UInt8(ascii: " ") where lookedCount > 0:
        return bytes[..<lookedCount].elementsEqual("GET".utf8) ? .decided(.http) : .afterWord
      default: return .decided(.lines)
      }
    case .afterWord:
      let isTarget = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "*")
      if isTarget && isMethod(bytes[..<(lookedCount - 1)]) { return .decided(.http) }
      return Self.isOfKey(byte) ? .key : rest(byte)
    case .key:
      if byte == UInt8(ascii: "=") { return .decided(.lines) }
      return Self.isOfKey(byte) ? .key : rest(byte)
    case .rest: return rest(byte)
    case .record: return record(byte)
    case .decided: return progress
    }
  }

  /// A record of a handshake begins with the major version, 3, the minor one, and its length.
  private func record(_ byte: UInt8) -> Progress {
    if lookedCount == 1 && byte != 3 { return .decided(.tls) }
    if lookedCount < Self.recordHeaderCount - 1 { return .record }
    let length = Int(bytes[3]) << 8 | Int(bytes[4])
    let isWhole = lookedCount + 1 >= Self.recordHeaderCount + length
    return isWhole || length > Self.recordBytesMax ? .decided(.tls) : .record
  }

  private func rest(_ byte: UInt8) -> Progress {
    if byte != UInt8(ascii: "\n") { return .rest }
    return .decided(endsInVersion(bytes[..<lookedCount]) ? .http : .lines)
  }

  /// The methods of RFC 9110, section 9.3, and RFC 5789, but for GET.
  private static let methods = [
    "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
  ]

  private func isMethod(_ word: ArraySlice<UInt8>) -> Bool {
    Self.methods.contains { word.elementsEqual($0.utf8) }
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a line ends in ` HTTP/1.1` or another version.
  private func endsInVersion(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    let version = Array(line.suffix(9))
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return version.count == 9 && version.starts(with: " HTTP/".utf8) && isDigit(version[6])
      && version[7] == UInt8(ascii: ".") && isDigit(version[8])
  }
}
