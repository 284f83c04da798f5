// Contents in, frames out: RFC 6455, section 5, for either end. A frame of a server depends on
// nothing but its content, so one array serves every watcher; a client masks each of its frames
// with a key of its own. An encoder remembers nothing: the order of frames is its caller's.

/// Writes one direction of a WebSocket.
public struct WebSocketEncoder: Sendable {
  private let role: WebSocketRole

  /// An encoder for one end.
  public init(role: WebSocketRole) { self.role = role }

  /// Appends a whole message as one frame. The bytes of a text are UTF-8.
  public func appendMessage(
    _ kind: WebSocketMessageKind, _ content: ArraySlice<UInt8>, to bytes: inout [UInt8]
  ) {
    append(opcode(of: kind), content, isFinal: true, to: &bytes)
  }

  /// Appends a Pong of at most 125 bytes: those of the Ping that it answers.
  public func appendPong(_ content: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    appendControl(.pong, content, to: &bytes)
  }

  /// Appends a Close, after which nothing may be sent. A reason needs a code; what a Close cannot
  /// hold of the reason (it has 123 bytes for it) is left out, from the end, in whole characters.
  public func appendClose(
    _ code: WebSocketCloseCode?, reason: String, to bytes: inout [UInt8]
  ) {
    var content: [UInt8] = []
    if let code {
      precondition(code.isSendable, "this close code is never sent")
      content = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xff)]
      for scalar in reason.unicodeScalars {
        let encoded = UTF8.encode(scalar)
        let count = encoded?.count ?? 0
        if content.count + count > WebSocketFrameHeader.controlBytesMax { break }
        if let encoded { content.append(contentsOf: encoded) }
      }
    }
    appendControl(.close, content[...], to: &bytes)
  }

  private func opcode(of kind: WebSocketMessageKind) -> WebSocketOpcode {
    switch kind {
    case .text: .text
    case .binary: .binary
    }
  }

  private func appendControl(
    _ opcode: WebSocketOpcode, _ content: ArraySlice<UInt8>, to bytes: inout [UInt8]
  ) {
    precondition(
      content.count <= WebSocketFrameHeader.controlBytesMax,
      "a control frame carries at most 125 bytes")
    append(opcode, content, isFinal: true, to: &bytes)
  }

  /// Appends one frame of any kind, also one that this project only reads.
  package func append(
    _ opcode: WebSocketOpcode, _ content: ArraySlice<UInt8>, isFinal: Bool, to bytes: inout [UInt8]
  ) {
    var header = WebSocketFrameHeader(
      isFinal: isFinal, opcode: opcode, payloadBytes: content.count, maskingKey: nil)
    if case .client(let nextMaskingKey) = role { header.maskingKey = nextMaskingKey() }
    if bytes.isEmpty { bytes.reserveCapacity(header.headerBytes + content.count) }
    header.append(to: &bytes)
    let start = bytes.count
    bytes.append(contentsOf: content)
    if let maskingKey = header.maskingKey {
      var mask = WebSocketMask(key: maskingKey)
      bytes.withUnsafeMutableBytes {
        mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
    }
  }
}
