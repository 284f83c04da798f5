// What the WebSocket tests share: a decoder driven over a stream in pieces, and what came of it.

import Framing

/// What came out of a stream of frames, written down: `text BYE`, `binary 0102`, `ping 61`,
/// `close 1000 bye`. Parts of a message that never ended are not in it.
struct Transcript: Equatable {
  var contents: [String] = []
  var violation: WebSocketCloseCode?

  init(_ contents: [String], _ violation: WebSocketCloseCode? = nil) {
    self.contents = contents
    self.violation = violation
  }

  /// Feeds the pieces one after the other and drains the decoder after each, as a lane does.
  init(of pieces: [ArraySlice<UInt8>], by decoder: WebSocketDecoder) {
    var decoder = decoder
    var message: [UInt8] = []
    for piece in pieces {
      decoder.receive(piece)
      do {
        while let event = try decoder.next() {
          if case .piece(let piece) = event {
            message += piece.bytes
            if !piece.isLast { continue }
          }
          contents.append(Self.line(for: event, message))
          if case .piece = event { message = [] }
        }
      } catch {
        violation = error.code
      }
    }
  }

  private static func line(for event: WebSocketEvent, _ message: [UInt8]) -> String {
    switch event {
    case .piece(let piece) where piece.kind == .text:
      "text \(String(decoding: message, as: UTF8.self))"
    case .piece: "binary \(hexadecimal(message[...]))"
    case .ping(let content): "ping \(hexadecimal(content))"
    case .pong(let content): "pong \(hexadecimal(content))"
    case .close(let code, let reason):
      "close \(code.map(\.description) ?? "-") \(String(decoding: reason, as: UTF8.self))"
    }
  }
}

/// Two digits for each byte.
func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// A client whose masking keys are all the same.
func client() -> WebSocketRole { .client(nextMaskingKey: { 0x37fa_213d }) }

/// A frame written by hand, right or wrong: whatever its first byte says, masked if a client sends
/// it, with its length in the fewest bytes unless another is asked for.
func frame(
  _ first: UInt8, _ payload: [UInt8], masked: Bool = true, lengthBytes: Int? = nil
) -> [UInt8] {
  let maskBit: UInt8 = masked ? 0x80 : 0
  let width = lengthBytes ?? (payload.count < 126 ? 0 : payload.count < 0x1_0000 ? 2 : 8)
  let short = width == 0 ? UInt8(payload.count) : width == 2 ? 126 : 127
  let length = (0..<width).reversed()
    .map { UInt8(truncatingIfNeeded: UInt64(payload.count) >> UInt64(8 * $0)) }
  let key: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
  if !masked { return [first, maskBit | short] + length + payload }
  let maskedPayload = payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
  return [first, maskBit | short] + length + key + maskedPayload
}
