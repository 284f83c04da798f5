// Bytes in, whole lines out. A framer knows nothing of sockets or of what lines mean, and it never
// allocates by what a peer declares: it keeps the start of one unfinished line and nothing else.
// The same bytes give the same lines and the same refusal however they were cut on the way.

/// Cuts a stream of bytes into lines of UTF-8.
///
/// LF ends a line; one CR before it belongs to the ending. Bytes after the last LF are not a line
/// yet, and never become one if the stream ends there. Empty lines are lines.
///
///     framer.receive(bytes)
///     while let line = try framer.next() { … }
///
/// Call `next()` until it returns nil before the next `receive`; then no more than `lineBytesMax`
/// bytes and a line ending are kept between two reads, and nothing at all between two whole lines.
public struct LineFramer: Sendable {
  /// The longest line taken, in bytes, without its ending.
  public let lineBytesMax: Int

  /// Received bytes that are not part of a line handed out yet. While lines are being cut this is
  /// the caller's own storage, so that a line costs no copy.
  private var pending: ArraySlice<UInt8> = []
  /// Whether `pending` still is the caller's storage, which must not be kept past `next() == nil`.
  private var isBorrowing = false
  /// How many bytes at the front of `pending` are known to hold no LF.
  private var searchedCount = 0
  /// Whether what is pending ends in a line, with LF or without.
  private var endsLine = false
  private var refusal: FramingError?

  /// - Parameter lineBytesMax: the longest line taken, in bytes, without its ending; at least 1.
  public init(lineBytesMax: Int) {
    precondition(lineBytesMax >= 1, "a framer that takes no bytes is a mistake")
    self.lineBytesMax = lineBytesMax
  }

  /// Whether nothing has come behind the line that was handed out last.
  var isEmpty: Bool { pending.isEmpty }

  /// Takes the next bytes of the stream. After a refusal they are ignored.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    if refusal != nil || bytes.isEmpty { return }
    if pending.isEmpty {
      pending = bytes
      isBorrowing = true
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  /// Says that what was received so far ends a line, as the end of a message does that carries
  /// lines. It adds nothing where no line has begun. Drain the framer before it receives more.
  mutating func endLine() { endsLine = !pending.isEmpty }

  /// The next whole line without its ending, or nil when more bytes are needed.
  ///
  /// The line shares the storage of the bytes it came in: read it or copy it, but do not keep it,
  /// or that storage is copied when its owner reads into it again.
  /// - Throws: why the stream is refused; from then on every call throws the same.
  public mutating func next() throws(FramingError) -> ArraySlice<UInt8>? {
    if pending.isEmpty {
      if let refusal { throw refusal }
      return nil
    }
    guard let end = endOfLine() else {
      if endsLine { return try rest(until: pending.endIndex) }
      let endingCount = pending.last == Self.carriageReturn ? 1 : 0
      guard pending.count - endingCount <= lineBytesMax else { throw refuse(.tooLong) }
      keepRemainder()
      return nil
    }
    if end + 1 == pending.endIndex { return try rest(until: end) }
    let line = try judged(pending[..<end])
    pending = pending[(end + 1)...]
    searchedCount = 0
    return line
  }

  /// What is pending, as a line that ends there: nothing is kept behind it.
  @inline(__always)
  private mutating func rest(until end: Int) throws(FramingError) -> ArraySlice<UInt8> {
    let line = pending[..<end]
    (pending, searchedCount) = ([], 0)
    (isBorrowing, endsLine) = (false, false)
    return try judged(line)
  }

  /// A line without its CR.
  @inline(__always)
  private mutating func judged(
    _ bytes: ArraySlice<UInt8>
  ) throws(FramingError) -> ArraySlice<UInt8> {
    let line = bytes.last == Self.carriageReturn ? bytes.dropLast() : bytes
    guard line.count <= lineBytesMax else { throw refuse(.tooLong) }
    if let error = Self.refusal(of: line) { throw refuse(error) }
    return line
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The index of the first LF. Each byte is looked at once, however many reads a line takes.
  @inline(__always)
  private mutating func endOfLine() -> Int? {
    let offset = pending.withUnsafeBytes {
      ByteScan.firstIndex(of: Self.lineFeed, in: $0, from: searchedCount)
    }
    if offset == nil { searchedCount = pending.count }
    return offset.map { pending.startIndex + $0 }
  }

  /// Keeps what is no line yet, without the caller's storage and the space of lines handed out.
  private mutating func keepRemainder() {
    if isBorrowing || pending.startIndex > 0 { pending = Array(pending)[...] }
    isBorrowing = false
  }

  private mutating func refuse(_ error: FramingError) -> FramingError {
    refusal = error
    pending = []
    return error
  }

  /// What is wrong with the bytes of a line. A NUL is named before anything else.
  @inline(__always)
  private static func refusal(of line: ArraySlice<UInt8>) -> FramingError? {
    let (hasNUL, isASCII) = line.withUnsafeBytes(ByteScan.survey)
    if hasNUL { return .containsNUL }
    if isASCII { return nil }
    do {
      _ = try UTF8Span(validating: line.span)
      return nil
    } catch {
      return .notUTF8
    }
  }
}
