// What the bytes of a connection mean: first who is there, then perhaps a request and a handshake,
// and from then on lines or messages. TLS has been taken off before; nothing here knows of it but
// that there is no TLS within TLS.

public import Framing

extension Reactor {
  // MARK: What comes in

  /// Takes bytes as the peer meant them.
  func take(_ bytes: ArraySlice<UInt8>, from connection: Connection) {
    guard connection.phase == .open || connection.phase == .shakingHands else { return }
    guard let prelude = connection.prelude else {
      connection.lines?.receive(bytes)
      connection.messages?.receive(bytes)
      return readOn(connection)
    }
    // Taken out, so that what it holds is not copied when it grows.
    connection.prelude = nil
    switch prelude {
    case .sniffing(var sniffer):
      let kind = sniffer.receive(bytes)
      connection.prelude = .sniffing(sniffer)
      if let kind { begin(kind, with: sniffer.bytes[...], connection) }
    case .shakingHands:
      // Read only because the stream is broken.
      connection.prelude = prelude
    case .request(var parser):
      parser.receive(bytes)
      readRequest(connection, parser)
    case .answering(var parser):
      parser.receive(bytes)
      connection.prelude = .answering(parser)
    case .response(var parser, let invitation):
      parser.receive(bytes)
      readResponse(connection, parser, invitation)
    }
  }

  /// It is known who is there.
  private func begin(_ kind: StreamKind, with bytes: ArraySlice<UInt8>, _ connection: Connection) {
    switch kind {
    case .lines:
      connection.prelude = nil
      connection.lines = LineStream(lineBytesMax: limits.lineBytesMax)
      open(connection)
      take(bytes, from: connection)
    case .http:
      connection.prelude = .request(RequestParser(headBytesMax: limits.headBytesMax))
      take(bytes, from: connection)
    case .tls where connection.tls == nil: beginTLS(bytes, from: connection)
    case .tls: doom(connection, .broken("TLS within TLS"))
    }
  }

  /// The delegate hears that the peer speaks in lines or messages, once.
  private func open(_ connection: Connection) {
    if connection.isOpened { return }
    connection.isOpened = true
    delegate?.opened(connection.id, over: connection.transport)
  }

  /// Hands out the lines or messages that are whole.
  private func readOn(_ connection: Connection) {
    if connection.lines != nil { readLines(connection) }
    if connection.messages != nil { readMessages(connection) }
  }

  private func readLines(_ connection: Connection) {
    do throws(StreamEnding) {
      while connection.phase == .open, !isStopping, let line = try connection.lines?.next() {
        lineArrival = connection.lineArrival
        delegate?.received(line, from: connection.id)
      }
      sendReplies(of: connection)
    } catch {
      switch error {
      case .refused(let refusal):
        if connection.refusal != nil { return }
        connection.refusal = refusal
        delegate?.refused(refusal, from: connection.id)
      case .webSocket(let ending): end(connection, ending)
      }
    }
  }

  private func readMessages(_ connection: Connection) {
    do throws(WebSocketEnding) {
      while connection.phase == .open, !isStopping, let message = try connection.messages?.next() {
        // A Ping within the message came before its end, and so does the Pong.
        sendReplies(of: connection)
        delegate?.received(message, from: connection.id)
      }
      sendReplies(of: connection)
    } catch {
      end(connection, error)
    }
  }

  /// Sends what a WebSocket says of itself. Pongs for somebody who does not read are not missed.
  private func sendReplies(of connection: Connection) {
    let replies = takeReplies(of: connection)
    if !replies.isEmpty && connection.takesOutput { enqueue(replies, to: connection) }
  }

  private func takeReplies(of connection: Connection) -> [UInt8] {
    connection.lines?.takeReplies() ?? connection.messages?.socket.takeReplies() ?? []
  }

  /// The peer's WebSocket is over; the Close that answers it is among the replies.
  private func end(_ connection: Connection, _ ending: WebSocketEnding) {
    guard connection.phase == .open else { return }
    switch ending {
    case .closed: beginClosing(connection, .peerClosed)
    case .violated(let violation): beginClosing(connection, .broken(violation.reason))
    }
  }

  // MARK: What goes out

  /// Says the last word of a WebSocket, unless it has been said.
  func sayClose(_ connection: Connection, _ code: WebSocketCloseCode) {
    let code = connection.refusal?.closeCode ?? code
    connection.lines?.close(code, reason: "")
    connection.messages?.socket.close(code, reason: "")
    let replies = takeReplies(of: connection)
    if replies.isEmpty { return }
    connection.outbox.append(replies)
    touch(connection)
  }

  /// Queues a batch in the form that this peer takes.
  func enqueue(_ batch: inout LineBatch, to connection: Connection) {
    if connection.phase != .open { return connection.early.append(batch.lines) }
    switch connection.form {
    case .bare: enqueue(batch.bytes(in: .bare), to: connection)
    case .framed: enqueue(batch.bytes(in: .webSocket), to: connection)
    case .masked: enqueue(connection.lines?.frame(&batch) ?? [], to: connection)
    }
  }

  // MARK: Requests

  private func readRequest(_ connection: Connection, _ parser: RequestParser) {
    var parser = parser
    let request: Result<RequestHead, HTTPRefusal>
    do throws(HTTPRefusal) {
      guard let head = try parser.next() else {
        connection.prelude = .request(parser)
        return
      }
      request = .success(head)
    } catch {
      request = .failure(error)
    }
    connection.prelude = .answering(parser)
    delegate?.requested(request, from: connection.id)
    touch(connection)
  }

  /// Answers the request that was told last, with a whole response.
  ///
  /// - Parameter keepsConnection: whether the peer may ask for more.
  public func respond(_ response: [UInt8], to id: SocketID, keepsConnection: Bool) {
    guard let connection = table[id], connection.phase == .open,
      case .answering(let parser)? = connection.prelude
    else { return }
    connection.outbox.append(response)
    touch(connection)
    if keepsConnection {
      connection.prelude = .request(parser)
      goOn(connection)
    } else {
      beginClosing(connection, .closedHere)
    }
  }

  /// What a WebSocket is opened for.
  public enum Purpose: Sendable {
    /// Text messages of one or more lines.
    case lines
    /// Whole messages, texts or not, of so many bytes at most.
    case messages(bytesMax: Int)
  }

  /// Agrees to the WebSocket that was asked for last.
  public func upgrade(
    _ upgrade: WebSocketUpgrade, of id: SocketID, for purpose: Purpose
  ) {
    guard let connection = table[id], connection.phase == .open,
      case .answering(var parser)? = connection.prelude
    else { return }
    connection.prelude = nil
    connection.outbox.append(upgrade.response(sha1: sha1))
    connection.outbox.wrapInWebSocket()
    connection.form = .framed
    let rest = parser.takeRest()
    switch purpose {
    case .lines:
      connection.lines = LineStream(
        webSocket: .server, lineBytesMax: limits.lineBytesMax,
        messageBytesMax: limits.messageBytesMax)
      connection.lines?.receive(rest[...])
    case .messages(let bytesMax):
      connection.messages = WebSocketMessages(
        WebSocket(role: .server, takesBinary: true, messageBytesMax: bytesMax))
      connection.messages?.receive(rest[...])
    }
    counts.upgrades += 1
    goOn(connection)
  }

  /// Has what came already looked at when the delegate has done its part.
  func goOn(_ connection: Connection) {
    resumed.append(connection)
    touch(connection)
  }

  /// Looks at what came already.
  func resume(_ connection: Connection) {
    guard connection.phase == .open else { return }
    switch connection.prelude {
    case .request(let parser)?:
      connection.prelude = nil
      readRequest(connection, parser)
    case nil:
      open(connection)
      readOn(connection)
    default: break
    }
  }

  // MARK: Responses

  /// An outgoing connection can be written to, and its TLS stands if there is to be any.
  func beginLines(_ connection: Connection) {
    guard let attempt = connection.attempt else { return }
    guard let route = attempt.carriage.webSocket else {
      connection.lines = LineStream(lineBytesMax: limits.lineBytesMax)
      return finishConnecting(connection)
    }
    let invitation = WebSocketInvitation(
      host: attempt.endpoint.description, path: route.path, subprotocol: route.subprotocol,
      nonce: randomBytes(16))
    connection.prelude = .response(
      ResponseParser(headBytesMax: limits.headBytesMax), invitation)
    connection.outbox.append(invitation.request)
    touch(connection)
  }

  private func readResponse(
    _ connection: Connection, _ parser: ResponseParser, _ invitation: WebSocketInvitation
  ) {
    var parser = parser
    do throws(HTTPRefusal) {
      guard let head = try parser.next() else {
        connection.prelude = .response(parser, invitation)
        return
      }
      guard invitation.isAccepted(by: head, sha1: sha1) else {
        return failHandshake(of: connection)
      }
    } catch {
      return failHandshake(of: connection)
    }
    connection.prelude = nil
    connection.outbox.wrapInWebSocket()
    connection.form = .masked
    connection.lines = LineStream(
      webSocket: .client(nextMaskingKey: randomMaskingKey), lineBytesMax: limits.lineBytesMax,
      messageBytesMax: limits.messageBytesMax)
    let rest = parser.takeRest()
    connection.lines?.receive(rest[...])
    finishConnecting(connection)
    readOn(connection)
  }

  private func finishConnecting(_ connection: Connection) {
    connection.phase = .open
    connection.attempt = nil
    connection.deadline = .max
    connection.isOpened = true
    let early = connection.early
    connection.early = []
    for lines in early {
      var batch = LineBatch(lines)
      enqueue(&batch, to: connection)
    }
    touch(connection)
    delegate?.connected(connection.id)
  }
}
