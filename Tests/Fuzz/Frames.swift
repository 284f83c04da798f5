// Frames that chromatch reads but never sends, for tests that play its peer.

public import Framing

extension WebSocketEncoder {
  /// Appends one fragment of a message (RFC 6455, section 5.4). Between the first and the last only
  /// control frames and other fragments of the same message may go out.
  public func appendFragment(
    _ kind: WebSocketMessageKind, _ content: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool,
    to bytes: inout [UInt8]
  ) {
    let opcode: WebSocketOpcode = kind == .text ? .text : .binary
    append(isFirst ? opcode : .continuation, content, isFinal: isLast, to: &bytes)
  }

  /// Appends a Ping of at most 125 bytes.
  public func appendPing(_ content: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    append(.ping, content, isFinal: true, to: &bytes)
  }
}
