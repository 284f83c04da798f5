// How an HTTP connection becomes a WebSocket: RFC 6455, section 4, from both ends. SHA-1 comes in
// as a function, as all hashing does in the pure part of the house; no extension is ever agreed.

/// What both ends add to the key before they hash it (RFC 6455, section 1.3).
private let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

/// What a server answers to a key, so that the client knows it was understood.
private func accept(_ key: String, _ sha1: ([UInt8]) -> [UInt8]) -> String {
  base64(sha1(Array((key + acceptSuffix).utf8)))
}

/// A request to open a WebSocket that a server can agree to.
public struct WebSocketUpgrade: Equatable, Sendable {
  private let key: String
  /// The subprotocol that both ends will speak, if it was offered.
  public let subprotocol: String?
  /// The page that asks, as its browser says; nil for programs.
  public let origin: String?

  /// Judges a request (section 4.2.1). Its origin is another matter: see `OriginPolicy`.
  /// - Parameter subprotocol: the one that this server speaks; case matters.
  /// - Throws: 405 for another method than GET, 426 if the request does not ask for a WebSocket of
  ///   version 13, 400 if it does not do so rightly.
  public init(_ head: RequestHead, subprotocol: String) throws(HTTPRefusal) {
    if head.method != .get { throw HTTPRefusal(.methodNotAllowed, "a WebSocket opens with GET") }
    // In HTTP/1.0 there are no upgrades (RFC 9110, section 7.8).
    guard head.minorVersion == 1, head.fields.lists("websocket", in: "Upgrade") else {
      throw HTTPRefusal(.upgradeRequired, "here is a WebSocket and nothing else")
    }
    guard head.fields.lists("upgrade", in: "Connection") else {
      throw .badRequest("an upgrade is named in the Connection field")
    }
    guard head.fields.only("Sec-WebSocket-Version") == "13" else {
      throw HTTPRefusal(.upgradeRequired, "only version 13 of WebSocket is spoken here")
    }
    guard let key = head.fields.only("Sec-WebSocket-Key"), key.utf8.count == 24,
      decodedBase64(key)?.count == 16
    else { throw .badRequest("a WebSocket has a key of 16 bytes in base64") }
    self.key = key
    let offered = head.fields.list("Sec-WebSocket-Protocol")
    self.subprotocol = offered.contains(subprotocol) ? subprotocol : nil
    origin = head.fields.only("Origin")
  }

  /// The agreement (section 4.2.2); behind it there are only frames.
  /// - Parameter sha1: SHA-1 (FIPS 180-4): 20 bytes.
  public func response(sha1: (_ bytes: [UInt8]) -> [UInt8]) -> [UInt8] {
    var fields = [
      HTTPField("Upgrade", "websocket"), HTTPField("Connection", "Upgrade"),
      HTTPField("Sec-WebSocket-Accept", accept(key, sha1)),
    ]
    if let subprotocol { fields.append(HTTPField("Sec-WebSocket-Protocol", subprotocol)) }
    return ResponseHead(status: .switchingProtocols, fields: fields).bytes
  }
}

/// A client's half of the handshake.
public struct WebSocketInvitation: Equatable, Sendable {
  private let key: String
  private let host: String
  private let path: String
  private let subprotocol: String?

  /// - Parameters:
  ///   - host: where to, with the port unless it is the scheme's: the `Host` field.
  ///   - path: what for, as it stands in a request line.
  ///   - subprotocol: what is to be spoken, if it has a name.
  ///   - nonce: 16 bytes that nobody can foretell, new for each connection.
  public init(host: String, path: String, subprotocol: String?, nonce: [UInt8]) {
    precondition(nonce.count == 16, "a key is 16 bytes")
    precondition(path.utf8.first == UInt8(ascii: "/"), "a path begins with a slash")
    key = base64(nonce)
    self.host = host
    self.path = path
    self.subprotocol = subprotocol
  }

  /// The request (section 4.1).
  public var request: [UInt8] {
    var fields = [
      HTTPField("Host", host), HTTPField("Upgrade", "websocket"),
      HTTPField("Connection", "Upgrade"), HTTPField("Sec-WebSocket-Key", key),
      HTTPField("Sec-WebSocket-Version", "13"),
    ]
    if let subprotocol { fields.append(HTTPField("Sec-WebSocket-Protocol", subprotocol)) }
    let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("GET \(path) HTTP/1.1\r\n\(lines)\r\n".utf8)
  }

  /// Judges the answer (section 4.1, the numbered list at its end).
  /// - Parameter sha1: SHA-1 (FIPS 180-4): 20 bytes.
  /// - Returns: whether the server agreed to open a WebSocket and to speak the subprotocol.
  public func isAccepted(
    by head: ResponseHead, sha1: (_ bytes: [UInt8]) -> [UInt8]
  ) -> Bool {
    head.statusCode == HTTPStatus.switchingProtocols.rawValue
      && head.fields.lists("websocket", in: "Upgrade")
      && head.fields.lists("upgrade", in: "Connection")
      && head.fields.only("Sec-WebSocket-Accept") == accept(key, sha1)
      && head.fields.list("Sec-WebSocket-Protocol") == [subprotocol].compactMap(\.self)
      && head.fields["Sec-WebSocket-Extensions"].isEmpty
  }
}
