// The two to fourteen bytes before a frame's payload: RFC 6455, section 5.2. All that can be wrong
// with a header by itself is found here, on both sides of the wire, as soon as the byte is there
// that is wrong; what depends on the frames before it is the decoder's.

/// What a frame is for: RFC 6455, section 11.8.
package enum WebSocketOpcode: UInt8, Sendable {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xa

  /// Whether it is about the connection and not part of a message.
  var isControl: Bool { rawValue >= 0x8 }
}

/// The header of one frame.
struct WebSocketFrameHeader: Equatable, Sendable {
  /// Whether the message, or the control frame, ends with this frame.
  var isFinal: Bool
  var opcode: WebSocketOpcode
  var payloadBytes: Int
  /// The key of the payload's mask in network order, if it has one.
  var maskingKey: UInt32?

  /// The most that a control frame carries (RFC 6455, section 5.5).
  static let controlBytesMax = 125

  /// How many bytes the header takes, extended length and masking key included.
  var headerBytes: Int {
    let lengthBytes =
      switch payloadBytes {
      case ...125: 0
      case ...0xffff: 2
      default: 8
      }
    return 2 + lengthBytes + (maskingKey == nil ? 0 : 4)
  }

  /// Reads the header that `bytes` begin with, or returns nil while its end is not there yet.
  /// - Throws: what is wrong, even if more is to come.
  static func read(
    from bytes: ArraySlice<UInt8>, isMasked: Bool
  ) throws(WebSocketViolation) -> Self? {
    guard let first = bytes.first else { return nil }
    let opcode = try opcode(of: first)
    guard bytes.count >= 2 else { return nil }
    let second = bytes[bytes.startIndex + 1]
    if (second & 0x80 != 0) != isMasked {
      throw .protocolError(isMasked ? "a client masks its frames" : "a server masks no frame")
    }
    let shortLength = Int(second & 0x7f)
    if opcode.isControl && shortLength > controlBytesMax {
      throw .protocolError("a control frame carries at most 125 bytes")
    }
    guard let length = try length(short: shortLength, in: bytes.dropFirst(2)) else { return nil }
    var header = Self(
      isFinal: first & 0x80 != 0, opcode: opcode, payloadBytes: length, maskingKey: nil)
    if isMasked {
      let keyBytes = bytes.dropFirst(header.headerBytes).prefix(4)
      if keyBytes.count < 4 { return nil }
      header.maskingKey = keyBytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
    return header
  }

  /// What the first byte says, checked by itself.
  private static func opcode(of first: UInt8) throws(WebSocketViolation) -> WebSocketOpcode {
    if first & 0x70 != 0 { throw .protocolError("a reserved bit is set, and no extension agreed") }
    guard let opcode = WebSocketOpcode(rawValue: first & 0x0f) else {
      throw .protocolError("the opcode is reserved")
    }
    if opcode.isControl && first & 0x80 == 0 {
      throw .protocolError("a control frame is never fragmented")
    }
    return opcode
  }

  /// The payload's length, which has to be written in the fewest bytes that hold it.
  private static func length(
    short: Int, in bytes: ArraySlice<UInt8>
  ) throws(WebSocketViolation) -> Int? {
    if short < 126 { return short }
    let digits = bytes.prefix(short == 126 ? 2 : 8)
    if digits.count < (short == 126 ? 2 : 8) { return nil }
    let length = digits.reduce(0) { $0 << 8 | UInt64($1) }
    guard let result = Int(exactly: length) else {
      throw .protocolError("the top bit of a length is never set")
    }
    if result <= (short == 126 ? 125 : 0xffff) {
      throw .protocolError("a length is written in the fewest bytes")
    }
    return result
  }

  /// Appends the header as it goes over the wire.
  func append(to bytes: inout [UInt8]) {
    bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
    let maskBit: UInt8 = maskingKey == nil ? 0 : 0x80
    switch payloadBytes {
    case ...125:
      bytes.append(maskBit | UInt8(payloadBytes))
    case ...0xffff:
      bytes.append(maskBit | 126)
      appendBigEndian(UInt16(payloadBytes), to: &bytes)
    default:
      bytes.append(maskBit | 127)
      appendBigEndian(UInt64(payloadBytes), to: &bytes)
    }
    if let maskingKey { appendBigEndian(maskingKey, to: &bytes) }
  }

  private func appendBigEndian(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Where the frame ends that starts at an index, in bytes that an encoder has written.
  static func endOfFrame(at start: Int, in bytes: [UInt8]) -> Int {
    let isMasked = bytes[start + 1] & 0x80 != 0
    let header = try? read(from: bytes[start...], isMasked: isMasked)
    guard let header else { preconditionFailure("what is queued is whole frames") }
    return start + header.headerBytes + header.payloadBytes
  }
}
