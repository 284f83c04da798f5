// A conversation is all that passes over one connection, with TLS taken off: first who is there,
// and for whom if it is a proxy, then perhaps a request and a handshake, and from then on lines or
// messages. Bytes come in, events
// come out, and what is to be said waits in the outbox. It knows no socket and no clock, and of
// TLS only that a peer begins it.
// Invariant: the same bytes give the same events and the same replies, however they were cut.

/// Both directions of a connection, from its first byte on.
///
///     conversation.receive(bytes)
///     while let event = conversation.next() { … }
///     enqueue(conversation.takeReplies())
public struct Conversation: Sendable {
  /// What is taken from a peer, and kept for it.
  public struct Limits: Sendable {
    let lineBytesMax: Int
    let headBytesMax: Int
    let messageBytesMax: Int
    let outboxBytesMax: Int

    /// - Parameters:
    ///   - lineBytesMax: the longest line taken, in bytes without its ending; at least 1.
    ///   - headBytesMax: the longest head of an HTTP message taken, in bytes.
    ///   - messageBytesMax: the longest WebSocket message of lines taken, in bytes.
    ///   - outboxBytesMax: how much waits for the peer until its outbox is overfull, in bytes.
    public init(
      lineBytesMax: Int, headBytesMax: Int, messageBytesMax: Int, outboxBytesMax: Int
    ) {
      self.lineBytesMax = lineBytesMax
      self.headBytesMax = headBytesMax
      self.messageBytesMax = messageBytesMax
      self.outboxBytesMax = outboxBytesMax
    }
  }

  /// What a peer has said. What takes more than a line is indirect: of lines there are most.
  public enum Event: Sendable {
    /// It comes from a trusted proxy and is about to say something: for the client of this address,
    /// as the proxy's header says; nil for the proxy itself. Nothing more comes until `hearOn`.
    indirect case introduced(IPAddress?)
    /// It comes from a trusted proxy, whose header cannot be read. Nothing more comes.
    indirect case misintroduced(ProxyHeaderFault)
    /// It begins TLS with these bytes. What is inside is another conversation's beginning: give it
    /// to this one.
    indirect case tls([UInt8])
    /// It asks for something over HTTP, or sent what is no request. Nothing more comes until
    /// `respond` or `upgrade`.
    indirect case request(Result<RequestHead, HTTPRefusal>)
    /// It speaks in lines or messages; said once, before the first of them.
    case opened
    /// A line, without its ending. It shares the storage it came in: read it, do not keep it.
    case line(ArraySlice<UInt8>)
    /// A whole message, of a WebSocket that was opened for such.
    indirect case message(WebSocketMessage)
    /// Its bytes are no lines. Nothing more comes; say why and close.
    case refused(FramingError)
    /// Its WebSocket is over, and what answers that is among the replies. Nothing more comes.
    indirect case ended(WebSocketEnding)
    /// It does not agree to the WebSocket that was asked for. Nothing more comes.
    case declined
  }

  /// What a WebSocket is opened for.
  public enum Purpose: Sendable {
    /// Text messages of one or more lines.
    case lines
    /// Whole messages, texts or not, of so many bytes at most.
    case messages(bytesMax: Int)
  }

  /// What the bytes are before they are lines or messages.
  private enum Prelude: Sendable {
    /// A trusted proxy may say first for whom it connects.
    case header(ProxyHeader)
    /// It has, or speaks for itself; what came behind that waits for `hearOn`.
    case introducing([UInt8])
    /// Nobody knows yet.
    case sniffing(Sniffer)
    /// A request is on its way.
    case request(RequestParser)
    /// A request waits for its answer.
    case answering(RequestParser)
    /// Nothing was said yet, to a server.
    case silent
    /// A server was asked for a WebSocket.
    case response(ResponseParser, WebSocketCall)
  }

  // What every write looks at comes first and lies together: with a thousand watchers, memory is
  // what takes time.

  /// Whether it was said that the peer speaks in lines or messages.
  public private(set) var isOpened = false
  /// Whether the peer is known to speak in lines and nothing else.
  public private(set) var speaksLines = false
  /// Whether nothing may be read until a request is answered, or `hearOn` is called.
  public private(set) var awaitsAnswer = false
  /// Whether messages of a WebSocket go both ways.
  public private(set) var isWebSocket = false
  private var isMasked = false
  private var isOver = false
  /// Whether it has to be told for whom a proxy speaks before it may speak in lines.
  private var needsIntroduction = false
  /// What waits to be written.
  public var outbox: Outbox

  /// The page that opened the WebSocket, as its browser says; nil for programs.
  public private(set) var origin: String?
  private let limits: Limits
  /// What comes before the lines; nil from their first byte on.
  private var prelude: Prelude?
  private var lines: LineStream
  private var messages: WebSocketMessages?
  /// What was sent before a server could take any, batch by batch.
  private var early: [[UInt8]] = []
  private var refusal: FramingError?

  /// With a peer that has come and says first what it speaks.
  ///
  /// - Parameter isFromProxy: whether it comes from a trusted proxy.
  public init(limits: Limits, isFromProxy: Bool = false) {
    self.limits = limits
    outbox = Outbox(bytesMax: limits.outboxBytesMax)
    lines = LineStream(lineBytesMax: limits.lineBytesMax)
    needsIntroduction = isFromProxy
    prelude =
      isFromProxy
      ? .header(ProxyHeader()) : .sniffing(Sniffer(lineBytesMax: limits.lineBytesMax))
  }

  /// With a server. What is sent before `begin` or the answer to `ask` waits.
  public init(toServer limits: Limits) {
    self.limits = limits
    outbox = Outbox(bytesMax: limits.outboxBytesMax)
    lines = LineStream(lineBytesMax: limits.lineBytesMax)
    prelude = .silent
  }

  /// Whether lines may be sent: also to somebody who has not said anything yet, as it may be a
  /// person; but not to somebody who speaks HTTP or begins TLS.
  public var takesLines: Bool {
    switch prelude {
    case nil, .silent?, .response?, .header?: true
    case .sniffing(let sniffer)?: sniffer.mayBeLines
    case .request?, .answering?, .introducing?: false
    }
  }

  /// Whether nothing has come behind the line that was handed out last.
  public var isEmpty: Bool { lines.isEmpty }
}

// What comes in.
extension Conversation {
  /// Takes the next bytes. After the last event they are ignored.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    if isOver { return }
    if speaksLines { return lines.receive(bytes) }
    guard let prelude else {
      messages?.socket.receive(bytes)
      return
    }
    // Taken out, so that what it holds is not copied when it grows.
    self.prelude = nil
    switch prelude {
    case .header(var header):
      header.receive(bytes)
      self.prelude = .header(header)
    case .introducing(let waiting): self.prelude = .introducing(waiting + bytes)
    case .sniffing(var sniffer):
      _ = sniffer.receive(bytes)
      self.prelude = .sniffing(sniffer)
    case .request(var parser):
      parser.receive(bytes)
      self.prelude = .request(parser)
    case .answering(var parser):
      parser.receive(bytes)
      self.prelude = .answering(parser)
    case .silent: self.prelude = prelude
    case .response(var parser, let call):
      parser.receive(bytes)
      self.prelude = .response(parser, call)
    }
  }

  /// What the peer has said next; nil when that takes more bytes, or an answer.
  public mutating func next() -> Event? {
    if isOver { return nil }
    if isOpened { return speaksLines ? nextLine() : nextMessage() }
    if prelude != nil {
      if let event = passPrelude() { return event }
      if prelude != nil { return nil }
    }
    isOpened = true
    return .opened
  }

  private mutating func passPrelude() -> Event? {
    let prelude = prelude
    self.prelude = nil
    switch prelude {
    case .header(let header)?: return readHeader(header)
    case .sniffing(let sniffer)?: return begin(sniffer)
    case .request(let parser)?: return readRequest(parser)
    case .response(let parser, let call)?: return readResponse(parser, call)
    case .silent?, .answering?, .introducing?, nil:
      self.prelude = prelude
      return nil
    }
  }

  private mutating func readHeader(_ header: ProxyHeader) -> Event? {
    var header = header
    do throws(ProxyHeaderFault) {
      switch try header.next() {
      case nil:
        prelude = .header(header)
        return nil
      case .nothing?: return begin(sniffer(of: header.rest))
      case .header(let client)?: return introduce(client, header.rest)
      }
    } catch {
      isOver = true
      return .misintroduced(error)
    }
  }

  private mutating func introduce(_ client: IPAddress?, _ rest: [UInt8]) -> Event {
    prelude = .introducing(rest)
    awaitsAnswer = true
    return .introduced(client)
  }

  /// Goes on with what came behind an introduction.
  ///
  /// - Parameter isKnown: whether that told for whom lines are said; if not, they are preceded by
  ///   another.
  public mutating func hearOn(isKnown: Bool) {
    guard case .introducing(let rest)? = prelude else { return }
    awaitsAnswer = false
    needsIntroduction = !isKnown
    prelude = .sniffing(sniffer(of: rest))
  }

  private func sniffer(of bytes: [UInt8]) -> Sniffer {
    var sniffer = Sniffer(lineBytesMax: limits.lineBytesMax)
    _ = sniffer.receive(bytes[...])
    return sniffer
  }

  /// Goes on as the first bytes want it, once they tell.
  private mutating func begin(_ sniffer: Sniffer) -> Event? {
    switch sniffer.kind {
    case nil:
      prelude = .sniffing(sniffer)
      return nil
    case .lines where needsIntroduction: return introduce(nil, sniffer.bytes)
    case .lines:
      speaksLines = true
      lines.receive(sniffer.bytes[...])
      return nil
    case .http:
      var parser = RequestParser(headBytesMax: limits.headBytesMax)
      parser.receive(sniffer.bytes[...])
      return readRequest(parser)
    case .tls:
      prelude = .sniffing(Sniffer(lineBytesMax: limits.lineBytesMax))
      return .tls(sniffer.bytes)
    }
  }

  private mutating func nextLine() -> Event? {
    do throws(StreamEnding) {
      guard let line = try lines.next() else { return nil }
      return .line(line)
    } catch {
      isOver = true
      switch error {
      case .refused(let refusal):
        self.refusal = refusal
        return .refused(refusal)
      case .webSocket(let ending): return .ended(ending)
      }
    }
  }

  private mutating func nextMessage() -> Event? {
    do throws(WebSocketEnding) {
      guard let message = try messages?.next() else { return nil }
      return .message(message)
    } catch {
      isOver = true
      return .ended(error)
    }
  }

  /// What a WebSocket says of itself; nothing otherwise. Handed out once.
  public mutating func takeReplies() -> [UInt8] {
    messages?.socket.takeReplies() ?? lines.takeReplies()
  }
}

// What goes out.
extension Conversation {
  /// Queues a batch in the form that this peer takes.
  public mutating func send(_ batch: inout LineBatch) {
    if !isOpened {
      switch prelude {
      case .silent?, .response?: return early.append(batch.lines)
      default: break
      }
    }
    if isMasked {
      outbox.append(speaksLines ? lines.frame(&batch) : [])
    } else {
      outbox.append(batch.bytes(in: isWebSocket ? .webSocket : .bare))
    }
  }

  /// What a batch is wrapped in, once lines go both ways and none waits to be written; nil while a
  /// batch becomes anything else.
  public var envelope: Envelope? {
    guard isOpened, !isMasked, !isOver, messages == nil, outbox.isEmpty else { return nil }
    return isWebSocket ? .webSocket : .bare
  }

  /// Queues a message, to a peer whose WebSocket was opened for such.
  ///
  /// - Returns: whether it was.
  public mutating func send(_ message: WebSocketMessage) -> Bool {
    guard let socket = messages?.socket else { return false }
    outbox.append(socket.frame(message.kind, message.bytes[...]))
    return true
  }

  /// Queues the last word, unless it has been said, and hears nothing from now on.
  ///
  /// - Parameter code: what a WebSocket is told as the reason; after `refused` that is the
  ///   refusal's own.
  public mutating func close(_ code: WebSocketCloseCode) {
    let code = refusal?.closeCode ?? code
    lines.close(code, reason: "")
    messages?.socket.close(code, reason: "")
    let lastWord = takeReplies()
    if !lastWord.isEmpty { outbox.append(lastWord) }
    prelude = nil
    lines = LineStream(lineBytesMax: limits.lineBytesMax)
    speaksLines = false
    messages = nil
    awaitsAnswer = false
    isOver = true
  }
}

// Requests, from the server's end.
extension Conversation {
  private mutating func readRequest(_ parser: RequestParser) -> Event? {
    var parser = parser
    let request: Result<RequestHead, HTTPRefusal>
    do throws(HTTPRefusal) {
      guard let head = try parser.next() else {
        prelude = .request(parser)
        return nil
      }
      request = .success(head)
    } catch {
      request = .failure(error)
    }
    prelude = .answering(parser)
    awaitsAnswer = true
    return .request(request)
  }

  /// Answers the request that was told last with a whole response; more may be asked then.
  public mutating func respond(_ response: [UInt8]) {
    guard case .answering(let parser)? = prelude else { return }
    outbox.append(response)
    prelude = .request(parser)
    awaitsAnswer = false
  }

  /// Agrees to the WebSocket that was asked for last. What came behind the request is heard next.
  ///
  /// - Parameter sha1: SHA-1 (FIPS 180-4): 20 bytes.
  public mutating func upgrade(
    _ upgrade: WebSocketUpgrade, for purpose: Purpose, sha1: (_ bytes: [UInt8]) -> [UInt8]
  ) {
    guard case .answering(var parser)? = prelude else { return }
    prelude = nil
    awaitsAnswer = false
    outbox.append(upgrade.response(sha1: sha1))
    outbox.wrapInWebSocket()
    isWebSocket = true
    origin = upgrade.origin
    let rest = parser.takeRest()
    switch purpose {
    case .lines: speakLines(over: .server, rest)
    case .messages(let bytesMax):
      messages = WebSocketMessages(
        WebSocket(role: .server, takesBinary: true, messageBytesMax: bytesMax))
      messages?.socket.receive(rest[...])
    }
  }

  private mutating func speakLines(over role: WebSocketRole, _ rest: [UInt8]) {
    speaksLines = true
    lines = LineStream(
      webSocket: role, lineBytesMax: limits.lineBytesMax,
      messageBytesMax: limits.messageBytesMax)
    lines.receive(rest[...])
  }
}

/// A WebSocket that a server is asked for, and what it takes to speak over it.
public struct WebSocketCall: Sendable {
  let invitation: WebSocketInvitation
  let sha1: @Sendable (_ bytes: [UInt8]) -> [UInt8]
  let nextMaskingKey: @Sendable () -> UInt32

  /// - Parameters:
  ///   - sha1: SHA-1 (FIPS 180-4): 20 bytes.
  ///   - nextMaskingKey: a key that nobody can foretell, for each frame.
  public init(
    _ invitation: WebSocketInvitation, sha1: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8],
    nextMaskingKey: @escaping @Sendable () -> UInt32
  ) {
    self.invitation = invitation
    self.sha1 = sha1
    self.nextMaskingKey = nextMaskingKey
  }
}

// Requests, from the client's end.
extension Conversation {
  /// Speaks to the server in lines at once.
  public mutating func begin() {
    guard case .silent? = prelude else { return }
    prelude = nil
    speaksLines = true
    sendEarly()
  }

  /// Asks the server for a WebSocket and speaks in lines over it, once it agrees.
  public mutating func ask(_ call: WebSocketCall) {
    guard case .silent? = prelude else { return }
    prelude = .response(ResponseParser(headBytesMax: limits.headBytesMax), call)
    outbox.append(call.invitation.request)
  }

  private mutating func readResponse(_ parser: ResponseParser, _ call: WebSocketCall) -> Event? {
    var parser = parser
    do throws(HTTPRefusal) {
      guard let head = try parser.next() else {
        prelude = .response(parser, call)
        return nil
      }
      guard call.invitation.isAccepted(by: head, sha1: call.sha1) else { return decline() }
    } catch {
      return decline()
    }
    outbox.wrapInWebSocket()
    isWebSocket = true
    isMasked = true
    speakLines(over: .client(nextMaskingKey: call.nextMaskingKey), parser.takeRest())
    sendEarly()
    return nil
  }

  private mutating func decline() -> Event {
    isOver = true
    return .declined
  }

  private mutating func sendEarly() {
    for lines in early {
      var batch = LineBatch(lines)
      send(&batch)
    }
    early = []
  }
}
