// What control sequences from a terminal mean: ECMA-48's CSI and SS3, as keys, mouse reports and
// answers. It gets whole sequences and keeps nothing between them; where one begins and ends is
// InputDecoder's business. What it does not know means nothing, and is not an error.

/// A control sequence, taken apart.
struct ControlSequence {
  /// `<`, `=`, `>` or `?`, which mark private sequences.
  var marker: UInt8?
  /// The parameters, each with its subparameters; a missing number is 0.
  var parameters: [[Int]] = []
  /// The last intermediate byte, such as `$`.
  var intermediate: UInt8?
  var final: UInt8

  /// No parameter means anything beyond this, so none is let grow further.
  private static let numberMax = 9_999_999

  /// Takes apart what stood between CSI and the final byte.
  init(body: [UInt8], final: UInt8) {
    self.final = final
    var group = [0]
    var hasParameters = false
    for byte in body {
      switch byte {
      case 0x30...0x39:
        let last = group.count - 1
        group[last] = min(group[last] * 10 + Int(byte - 0x30), ControlSequence.numberMax)
        hasParameters = true
      case UInt8(ascii: ":"):
        group.append(0)
        hasParameters = true
      case UInt8(ascii: ";"):
        parameters.append(group)
        group = [0]
        hasParameters = true
      case 0x3c...0x3f: marker = byte
      default: intermediate = byte
      }
    }
    if hasParameters { parameters.append(group) }
  }

  /// A parameter, counted from 0, without its subparameters; 0 if it is not there.
  private func number(_ index: Int) -> Int {
    index < parameters.count ? parameters[index][0] : 0
  }

  private func subparameter(_ index: Int, _ part: Int) -> Int {
    index < parameters.count && part < parameters[index].count ? parameters[index][part] : 0
  }

  /// What it means, nil if nothing.
  var event: InputEvent? {
    switch (marker, intermediate) {
    case (nil, nil): keyEvent
    case (UInt8(ascii: "<"), nil): mouseEvent
    case (_?, _): answer.map(InputEvent.answer)
    default: nil
    }
  }
}

// MARK: Keys

extension ControlSequence {
  /// xterm adds 1 to the bits; kitty has more of them: 8 super, 16 hyper, 32 meta and the locks.
  private var modifiers: Modifiers {
    let bits = max(0, number(1) - 1)
    let meta: Modifiers = bits & 32 != 0 ? .alt : []
    return Modifiers(rawValue: bits & 7).union(meta)
  }

  /// Kitty tells releases too, when asked; they are no keys.
  private var isRelease: Bool { subparameter(1, 1) == 3 }

  private var keyEvent: InputEvent? {
    switch final {
    case UInt8(ascii: "I"): return .focus(true)
    case UInt8(ascii: "O"): return .focus(false)
    case UInt8(ascii: "R"): return cursorAnswer.map(InputEvent.answer)
    case UInt8(ascii: "Z"): return .key(.tab, modifiers.union(.shift))
    default: break
    }
    guard !isRelease else { return nil }
    switch final {
    case UInt8(ascii: "~") where number(0) == 27: return typed(number(2), modifiers)
    case UInt8(ascii: "~"): return Key(tildeCode: number(0)).map { .key($0, modifiers) }
    case UInt8(ascii: "u"): return kittyKey
    case UInt8(ascii: "a")...UInt8(ascii: "d"):  // rxvt's Shift and arrows
      return Key(letter: final - 0x20).map { .key($0, .shift) }
    case UInt8(ascii: "M"): return nil  // urxvt's mouse reports; only after SS3 is it Enter
    default: return Key(letter: final).map { .key($0, modifiers) }
    }
  }

  /// CSI code:shifted:base ; modifiers:type u. See "Comprehensive keyboard handling in terminals".
  /// The base is the key in the same place of a Latin keyboard: Control and C is that on any.
  private var kittyKey: InputEvent? {
    let (shifted, base) = (subparameter(0, 1), subparameter(0, 2))
    if modifiers == .shift, shifted > 0 { return typed(shifted, []) }
    if modifiers.contains(.control), base > 0, number(0) > 0x7f { return typed(base, modifiers) }
    return typed(number(0), modifiers)
  }

  /// A key by the character it types, as legacy terminals would tell it: Shift and a letter are one
  /// character.
  private func typed(_ code: Int, _ modifiers: Modifiers) -> InputEvent? {
    if let key = Key(kittyCode: code) { return .key(key, modifiers) }
    guard code >= 0x20, let scalar = Unicode.Scalar(UInt32(code)),
      scalar.properties.generalCategory != .control,
      scalar.properties.generalCategory != .privateUse
    else { return nil }
    let isLowercase = (0x61...0x7a).contains(code)
    if isLowercase, modifiers.contains(.shift), !modifiers.contains(.control) {
      let upper = Unicode.Scalar(UInt8(code) - 0x20)
      return .key(.character(upper), modifiers.subtracting(.shift))
    }
    return .key(.character(scalar), modifiers)
  }
}

extension Key {
  /// The letter that ends CSI or follows SS3.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "M"): self = .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(letter - 0x50) + 1)
    default: return nil
    }
  }

  /// The number before `~`, from the VT220 on, with rxvt's Home and End.
  init?(tildeCode: Int) {
    switch tildeCode {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(tildeCode - 10)
    case 17...21: self = .function(tildeCode - 11)
    case 23, 24: self = .function(tildeCode - 12)
    default: return nil
    }
  }

  /// The codes in kitty's protocol that are no characters, the number pad among them.
  init?(kittyCode: Int) {
    switch kittyCode {
    case 9: self = .tab
    case 13, 57414: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 57399...57408: self = .character(Unicode.Scalar(UInt8(0x30 + kittyCode - 57399)))
    case 57417: self = .left
    case 57418: self = .right
    case 57419: self = .up
    case 57420: self = .down
    case 57421: self = .pageUp
    case 57422: self = .pageDown
    case 57423: self = .home
    case 57424: self = .end
    case 57425: self = .insert
    case 57426: self = .delete
    default: return nil
    }
  }
}

// MARK: Mouse

extension ControlSequence {
  /// CSI < buttons ; column ; row M, or m where a button came up (mode 1006).
  private var mouseEvent: InputEvent? {
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M"), parameters.count == 3,
      number(1) >= 1, number(2) >= 1
    else { return nil }
    let point = Point(column: number(1) - 1, row: number(2) - 1)
    return Mouse(code: number(0), isRelease: isRelease, at: point).map(InputEvent.mouse)
  }
}

extension Mouse {
  /// A report by its button code: 0…2 the button, 3 none, 4 Shift, 8 Alt, 16 Control, 32 motion,
  /// 64 the wheel; more are buttons that nobody has.
  init?(code: Int, isRelease: Bool, at point: Point) {
    guard (0..<128).contains(code) else { return nil }
    var modifiers: Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let isMotion = code & 32 != 0
    let button: Button? =
      switch code & 3 {
      case 0: .left
      case 1: .middle
      case 2: .right
      default: nil
      }
    let action: Action
    if code & 64 != 0 {
      if isRelease || isMotion { return nil }
      action = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][code & 3]
    } else if let button {
      action = isRelease ? .release(button) : isMotion ? .drag(button) : .press(button)
    } else if isMotion {
      action = .move
    } else {
      // The older report of a release does not say of which button.
      action = .release(.left)
    }
    self.init(action, at: point, modifiers: modifiers)
  }
}

// MARK: Answers

extension ControlSequence {
  private var answer: TerminalAnswer? {
    switch (marker, intermediate, final) {
    case (UInt8(ascii: "?"), nil, UInt8(ascii: "c")): .primaryAttributes(parameters.map { $0[0] })
    case (UInt8(ascii: ">"), nil, UInt8(ascii: "c")): .secondaryAttributes(parameters.map { $0[0] })
    case (UInt8(ascii: "?"), UInt8(ascii: "$"), UInt8(ascii: "y")):
      .mode(number(0), state: number(1))
    case (UInt8(ascii: "?"), nil, UInt8(ascii: "u")): .keyboardFlags(number(0))
    case (UInt8(ascii: "?"), nil, UInt8(ascii: "R")): cursorAnswer
    default: nil
    }
  }

  /// CPR. F3 with modifiers looks the same in some terminals; F3 is not used here, and an answer
  /// must never be a key.
  private var cursorAnswer: TerminalAnswer? {
    guard parameters.count >= 2, number(0) >= 1, number(1) >= 1 else { return nil }
    return .cursor(Point(column: number(1) - 1, row: number(0) - 1))
  }
}
