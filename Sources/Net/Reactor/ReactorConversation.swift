// What becomes of what a conversation says: the delegate hears of lines, messages and requests; TLS
// and endings are the reactor's own. What the bytes mean is decided in Framing (`Conversation`).

public import Framing

extension Reactor {
  // MARK: What comes in

  /// Takes bytes as the peer meant them.
  func take(_ bytes: ArraySlice<UInt8>, from connection: Connection) {
    // What comes while a handshake is away comes only because the stream is broken.
    guard connection.phase == .open || connection.phase == .shakingHands,
      connection.handshake == nil
    else { return }
    connection.conversation.receive(bytes)
    readOn(connection)
  }

  /// Tells what has been said, as long as that is anybody's business.
  func readOn(_ connection: Connection) {
    while connection.phase == .open || connection.phase == .shakingHands, !isStopping,
      !connection.isAnswering, let event = connection.conversation.next()
    {
      switch event {
      case .line(let line):
        lineArrival = connection.lineArrival
        delegate?.received(line, from: connection.id)
      case .message(let message):
        // A Ping within the message came before its end, and so does the Pong.
        sendReplies(of: connection)
        delegate?.received(message, from: connection.id)
      case .request(let request):
        delegate?.requested(request, from: connection.id)
        touch(connection)
      case .introduced(let client): introduce(connection, client)
      case .misintroduced(let fault): misintroduced(connection, fault)
      case .opened where connection.attempt != nil: finishConnecting(connection)
      case .opened: delegate?.opened(connection.id, over: connection.transport)
      case .tls(let bytes) where connection.tls == nil: beginTLS(bytes[...], from: connection)
      case .tls: doom(connection, .broken("TLS within TLS"))
      case .refused(let refusal): delegate?.refused(refusal, from: connection.id)
      case .ended(.closed): beginClosing(connection, .peerClosed)
      case .ended(.violated(let violation)): beginClosing(connection, .broken(violation.reason))
      case .declined: failHandshake(of: connection)
      }
    }
    sendReplies(of: connection)
  }

  /// Sends what a WebSocket says of itself. Pongs for somebody who does not read are not missed.
  private func sendReplies(of connection: Connection) {
    let replies = connection.conversation.takeReplies()
    if replies.isEmpty || !connection.takesOutput { return }
    connection.conversation.outbox.append(replies)
    queued(to: connection)
  }

  // MARK: Requests

  /// Answers the request that was told last, with a whole response. What else the peer asks for is
  /// told once it has taken that.
  ///
  /// - Parameter keepsConnection: whether the peer may ask for more.
  public func respond(_ response: [UInt8], to id: SocketID, keepsConnection: Bool) {
    guard let connection = awaiting(id) else { return }
    connection.conversation.respond(response)
    connection.isAnswering = keepsConnection
    touch(connection)
    if !keepsConnection { beginClosing(connection, .closedHere) }
  }

  /// Agrees to the WebSocket that was asked for last.
  public func upgrade(
    _ upgrade: WebSocketUpgrade, of id: SocketID, for purpose: Conversation.Purpose
  ) {
    guard let connection = awaiting(id) else { return }
    connection.conversation.upgrade(upgrade, for: purpose, sha1: sha1)
    counts.upgrades += 1
    goOn(connection)
  }

  private func awaiting(_ id: SocketID) -> Connection? {
    guard let connection = table[id], connection.phase == .open,
      connection.conversation.awaitsAnswer
    else { return nil }
    return connection
  }

  /// Has what came already looked at when the delegate has done its part.
  func goOn(_ connection: Connection) {
    resumed.append(connection)
    touch(connection)
  }

  // MARK: Servers

  /// An outgoing connection can be written to, and its TLS stands if there is to be any.
  func beginLines(_ connection: Connection) {
    guard let attempt = connection.attempt else { return }
    if let route = attempt.carriage.webSocket {
      let invitation = WebSocketInvitation(
        host: attempt.endpoint.description, path: route.path, subprotocol: route.subprotocol,
        nonce: randomBytes(16))
      connection.conversation.ask(
        WebSocketCall(invitation, sha1: sha1, nextMaskingKey: randomMaskingKey))
    } else {
      connection.conversation.begin()
    }
    touch(connection)
    readOn(connection)
  }

  private func finishConnecting(_ connection: Connection) {
    connection.phase = .open
    connection.attempt = nil
    connection.deadline = .max
    queued(to: connection)
    delegate?.connected(connection.id)
  }
}
