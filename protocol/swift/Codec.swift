// Messages as lines and back. Their fields are in `Generated/`; here is what no table says: lines
// that are passed over, what fields of one message owe each other, and a record's lines.
// Invariant: decode(encode(message)) == message, for every message, but for the lines of a record,
// which are lines of their own.

public import Game

extension ClientMessage {
  /// The level of a bot that nobody chose a level for.
  public static let defaultBotLevel = 2
  static let verbs = VerbTable<ClientVerb>()

  /// Appends the message as one line with LF.
  public func encode(into line: inout [UInt8]) {
    line.appendLine { line in
      line.append(word: verb.rawValue)
      write(to: &line)
    }
  }

  /// Where a SET says that sliders stand, in the form that nearly all lines have; nil for any other
  /// line, which `decode` judges.
  public static func guess(in bytes: ArraySlice<UInt8>) -> Guess? {
    let span = bytes.span
    return span.has("SET v=", at: 0) ? SliderValues().read(span.extracting(6...)) : nil
  }

  /// Reads one line, given without its ending; nil for an empty one, which says nothing.
  ///
  /// - Throws: what to answer: `unknown-verb` or `bad-field`.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ClientMessage? {
    if bytes.isEmpty { return nil }
    let line = try LineReader(bytes)
    guard let verb = line.verb(of: verbs) else {
      throw RefusalLine(code: .unknownVerb, verb: line.verb)
    }
    return try read(verb, line)
  }
}

extension ServerMessage {
  private static let verbs = VerbTable<ServerVerb>()

  /// Appends the message as one line with LF, and a record's lines behind it.
  public func encode(into line: inout [UInt8]) {
    if case .move(let move) = self { move.encode(into: &line) } else { write(into: &line) }
  }

  private func write(into line: inout [UInt8]) {
    line.appendLine { line in
      line.append(word: verb.rawValue)
      write(to: &line)
    }
    if case .replayed(let piece) = self { line += piece.text }
  }

  /// Reads one line, given without its ending; nil for an empty one and for a verb, a code of
  /// refusal or a reaction that this version does not know, which are to be skipped.
  ///
  /// - Throws: `unknown-verb` for what is no verb at all, `bad-field` for a malformed line.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ServerMessage? {
    if bytes.isEmpty { return nil }
    let line = try LineReader(bytes)
    guard let verb = line.verb(of: verbs), let message = try read(verb, line) else { return nil }
    if case .room(_, .countdown(_, _, let players, let nonces, _, _)) = message,
      players.count != nonces.count
    {
      throw line.refusal("nonces are as many as players")
    }
    return message
  }

  /// The number in a line of any verb, known or not; nil when it has none.
  static func number(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let line = try? LineReader(bytes) else { return nil }
    return try? line.value("n", .count)
  }
}

extension Move {
  /// Appends the line with LF. There are MOVEs by the million, so this is `fields`, spelled out.
  fileprivate func encode(into line: inout [UInt8]) {
    line.appendLine { line in
      line.append("MOVE who=p")
      line.append(decimal: who.number)
      line.append(" near=")
      line.append(decimal: near)
      line.append(" color=")
      ColorDigits().write(color, to: &line)
      guard let to else { return }
      line.append(" to=")
      ColorDigits().write(to, to: &line)
    }
  }
}

extension Listing {
  /// How many people sit there.
  public var people: Int { max(0, taken - bots) }
}
