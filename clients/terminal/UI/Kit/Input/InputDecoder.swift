// Bytes from a terminal to events, one byte at a time, so that it cannot matter how they were cut
// into reads. It has no clock: whether an ESC was the Escape key or the start of something, the
// program decides when enough time has passed. Invariants: no input traps, none makes it keep more
// than a few kilobytes, and a control character ends whatever unfinished thing stands before it.

/// Turns what a terminal sends into events.
package struct InputDecoder: Sendable {
  private enum State {
    case ground
    /// After ESC.
    case escape
    /// After CSI, and after a CSI that has become too long to mean anything.
    case controlSequence, overlongSequence
    /// After SS3 (ESC O), and after the Linux console's CSI [.
    case singleShift, linuxFunction
    /// After CSI M: three bytes of an old mouse report follow.
    case oldMouse
    /// In a string that ends with ST, and after the ESC of that ST.
    case string(StringKind), stringEscape(StringKind)
    case paste
  }

  /// The strings that ESC and this character begin. All end alike.
  private enum StringKind: Unicode.Scalar {
    case deviceControl = "P"
    case startOfString = "X"
    case operatingSystemCommand = "]"
    case privacyMessage = "^"
    case applicationProgramCommand = "_"
  }

  private var state = State.ground
  /// What has come of a sequence, an old mouse report or a string, without its introducer.
  private var body: [UInt8] = []
  private var scalars = ScalarDecoder()
  /// Whether ESC stood before the character that is being decoded.
  private var isAlt = false
  private var pasted: [Unicode.Scalar] = []
  /// How much of the end of a paste has come, and cannot be text any more.
  private var pasteEndMatched = 0

  /// The longest control sequence that is looked at; all that mean anything are far shorter.
  static let sequenceBytesMax = 64
  /// The longest string that is looked at.
  static let stringBytesMax = 1024
  /// How much of a paste is kept.
  package static let pasteScalarsMax = 1024

  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  /// A decoder to which nothing has come yet.
  package init() {}

  /// Takes bytes, and gives the events that they complete, in order.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    bytes.compactMap { take($0) }
  }

  /// Whether the last byte was an ESC that may be the Escape key, or the start of what Alt and a
  /// key send as well as a longer sequence. Call `flushEscape` when nothing has followed for some
  /// 50 ms, or longer over a network.
  package var pendingEscape: Bool {
    switch state {
    case .escape, .singleShift: true
    case .controlSequence, .string: body.isEmpty
    default: false
    }
  }

  /// Decides that nothing belongs to the pending escape any more, and gives the key that it was.
  package mutating func flushEscape() -> InputEvent? {
    guard pendingEscape else { return nil }
    defer { state = .ground }
    switch state {
    case .singleShift: return .key(.character("O"), .alt)
    case .controlSequence: return .key(.character("["), .alt)
    case .string(let kind): return .key(.character(kind.rawValue), .alt)
    default: return .key(.escape, [])
    }
  }

  /// How much memory unfinished input takes now, in bytes.
  var bytesKept: Int { body.capacity + pasted.capacity * MemoryLayout<Unicode.Scalar>.size }

  // MARK: One byte

  /// Takes one byte; it completes at most one event.
  mutating func take(_ byte: UInt8) -> InputEvent? {
    switch state {
    case .ground: return takeText(byte)
    case .escape: return takeAfterEscape(byte)
    case .controlSequence, .overlongSequence: return takeInSequence(byte)
    case .singleShift, .linuxFunction: return takeOneMore(byte)
    case .oldMouse: return takeOldMouse(byte)
    case .string(let kind): return takeInString(byte, kind)
    case .stringEscape(let kind):
      if byte == UInt8(ascii: "\\") { return endString(kind) }
      return takeAfterEscape(byte)
    case .paste: return takePasted(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) -> InputEvent? {
    if byte == 0x1b {
      state = .escape
      scalars = ScalarDecoder()
      isAlt = false
      return nil
    }
    // Alt belongs to one character, and is lost with it if that is broken off.
    if scalars.isUnfinished && !(0x80...0xbf).contains(byte) { isAlt = false }
    let scalar = scalars.take(byte)
    if scalars.isUnfinished { return nil }
    defer { isAlt = false }
    return scalar.flatMap { key(for: $0, isAlt ? .alt : []) }
  }

  private func key(for scalar: Unicode.Scalar, _ modifiers: Modifiers) -> InputEvent? {
    switch scalar.value {
    case 0x00: .key(.character(" "), modifiers.union(.control))
    case 0x08, 0x7f: .key(.backspace, modifiers)
    case 0x09: .key(.tab, modifiers)
    case 0x0a, 0x0d: .key(.enter, modifiers)
    case 0x01...0x1a: control(scalar.value | 0x60, modifiers)
    case 0x1b: .key(.escape, modifiers)
    case 0x1c...0x1f: control(scalar.value | 0x40, modifiers)
    case 0x80...0x9f: nil
    default: .key(.character(scalar), modifiers)
    }
  }

  private func control(_ value: UInt32, _ modifiers: Modifiers) -> InputEvent? {
    Unicode.Scalar(value).map { .key(.character($0), modifiers.union(.control)) }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> InputEvent? {
    body.removeAll(keepingCapacity: true)
    switch byte {
    case 0x1b:
      state = .escape
      return .key(.escape, [])
    case UInt8(ascii: "["): state = .controlSequence
    case UInt8(ascii: "O"): state = .singleShift
    default:
      if let kind = StringKind(rawValue: Unicode.Scalar(byte)) {
        state = .string(kind)
      } else {
        state = .ground
        isAlt = true
        return takeText(byte)
      }
    }
    return nil
  }

  // MARK: Sequences

  private mutating func takeInSequence(_ byte: UInt8) -> InputEvent? {
    switch byte {
    case 0x20...0x3f:
      if body.count < InputDecoder.sequenceBytesMax {
        body.append(byte)
      } else {
        state = .overlongSequence
      }
      return nil
    case 0x40...0x7e:
      if case .overlongSequence = state {
        state = .ground
        return nil
      }
      return endSequence(byte)
    default:
      state = .ground
      return takeText(byte)
    }
  }

  private mutating func endSequence(_ final: UInt8) -> InputEvent? {
    state = .ground
    switch (body.isEmpty, final) {
    case (true, UInt8(ascii: "M")): state = .oldMouse
    case (true, UInt8(ascii: "[")): state = .linuxFunction
    case (false, UInt8(ascii: "~")) where body.elementsEqual("200".utf8): state = .paste
    default: return ControlSequence(body: body, final: final).event
    }
    return nil
  }

  private mutating func takeOneMore(_ byte: UInt8) -> InputEvent? {
    let isLinux = if case .linuxFunction = state { true } else { false }
    state = .ground
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E") where isLinux:
      return .key(.function(Int(byte - 0x40)), [])
    case UInt8(ascii: "a")...UInt8(ascii: "d"):  // rxvt's Control and arrows
      return Key(letter: byte - 0x20).map { .key($0, .control) }
    case 0x20...0x7e: return Key(letter: byte).map { .key($0, []) }
    default: return takeText(byte)
    }
  }

  private mutating func takeOldMouse(_ byte: UInt8) -> InputEvent? {
    guard byte >= 0x20 else {
      state = .ground
      return takeText(byte)
    }
    body.append(byte - 0x20)
    guard body.count == 3 else { return nil }
    state = .ground
    guard body[1] >= 1, body[2] >= 1 else { return nil }
    let point = Point(column: Int(body[1]) - 1, row: Int(body[2]) - 1)
    return Mouse(code: Int(body[0]), isRelease: false, at: point).map(InputEvent.mouse)
  }

  // MARK: Strings

  private mutating func takeInString(_ byte: UInt8, _ kind: StringKind) -> InputEvent? {
    switch byte {
    case 0x07: return endString(kind)  // BEL, which ends OSC in xterm
    case 0x1b: state = .stringEscape(kind)
    case 0x00..<0x20, 0x7f:
      // No answer holds controls: a person has pressed Alt and a letter, and now this.
      state = .ground
      return takeText(byte)
    default:
      if body.count <= InputDecoder.stringBytesMax { body.append(byte) }
    }
    return nil
  }

  private mutating func endString(_ kind: StringKind) -> InputEvent? {
    state = .ground
    if body.count > InputDecoder.stringBytesMax { return nil }
    let answer: TerminalAnswer? =
      switch kind {
      case .deviceControl: TerminalAnswer(deviceControl: body)
      case .operatingSystemCommand: TerminalAnswer(operatingSystemCommand: body)
      case .startOfString, .privacyMessage, .applicationProgramCommand: nil
      }
    return answer.map(InputEvent.answer)
  }

  // MARK: Pastes

  private mutating func takePasted(_ byte: UInt8) -> InputEvent? {
    if byte == InputDecoder.pasteEnd[pasteEndMatched] {
      pasteEndMatched += 1
      guard pasteEndMatched == InputDecoder.pasteEnd.count else { return nil }
      defer {
        (state, pasteEndMatched, pasted) = (.ground, 0, [])
        scalars = ScalarDecoder()
      }
      return .paste(String(String.UnicodeScalarView(pasted)))
    }
    // What looked like the end was text. ESC stands only at its beginning, so one step back is all.
    for index in 0..<pasteEndMatched { keep(InputDecoder.pasteEnd[index]) }
    pasteEndMatched = byte == 0x1b ? 1 : 0
    if pasteEndMatched == 0 { keep(byte) }
    return nil
  }

  private mutating func keep(_ byte: UInt8) {
    guard let scalar = scalars.take(byte), pasted.count < InputDecoder.pasteScalarsMax else {
      return
    }
    pasted.append(scalar.properties.generalCategory == .control ? " " : scalar)
  }
}
