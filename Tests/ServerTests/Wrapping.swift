// The four ways to the one port, from a client's side and by hand: what a blocking socket has to do
// so that the rest of a test only sees lines. It uses the pure halves of Framing and Net and none
// of the reactor, so a mistake there does not cancel itself out here.

import Framing

@testable import Net

/// What a test's lines are wrapped in on their way.
struct Wrapping {
  private var tls: TLSSession?
  private var socket: WebSocket?

  /// TLS as far as the kind asks for it; the certificate may be anybody's.
  init(_ transport: Transport) throws {
    if transport == .tls || transport == .wss {
      let client = try TLSClient(trust: .firstUse)
      tls = TLSSession(
        client: client, host: "localhost", speaking: transport == .tls ? .lines : .http,
        memory: TLSMemory())
    }
  }

  /// From here on what goes both ways is messages.
  mutating func openWebSocket() {
    socket = WebSocket(
      role: .client(nextMaskingKey: { 0x1234_5678 }), takesBinary: false,
      messageBytesMax: 1 << 20)
  }

  /// Whether there can be anything but handshakes.
  var isEstablished: Bool { tls?.isEstablished ?? true }

  /// What only the two ends of the connection know, over TLS.
  var channelBinding: [UInt8]? { tls?.channelBinding }

  /// What has to be written so that the peer gets these bytes.
  mutating func wrap(_ bytes: [UInt8]) -> [UInt8] {
    let framed = bytes.isEmpty ? [] : socket?.frame(.text, bytes[...]) ?? bytes
    guard let tls else { return framed }
    var sealed = takeSealed(tls)
    var rest = framed[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBytes { tls.seal($0) }
      if taken == 0 { break }
      rest = rest.dropFirst(taken)
      sealed += takeSealed(tls)
    }
    return sealed
  }

  private func takeSealed(_ tls: TLSSession) -> [UInt8] {
    var sealed: [UInt8] = []
    tls.withSealed {
      sealed += $0
      return $0.count
    }
    return sealed
  }

  /// What read bytes hold.
  mutating func unwrap(_ bytes: [UInt8]) throws -> [UInt8] {
    let opened = try unseal(bytes)
    if socket == nil { return opened }
    var content: [UInt8] = []
    socket?.receive(opened[...])
    do {
      while let piece = try socket?.next() { content += piece.bytes }
    } catch {
      // The server has said good-bye; its stream ends behind that.
    }
    return content
  }

  private func unseal(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let tls else { return bytes }
    bytes.withUnsafeBytes { tls.receive($0) }
    var opened: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      switch buffer.withUnsafeMutableBytes({ tls.open(into: $0) }) {
      case .bytes(let count): opened += buffer[..<count]
      case .wantsMore, .ended: return opened
      case .failed(let failure): throw failure
      }
    }
  }
}
