// What a terminal answers when it is asked about itself, still without judgement: that is
// Detection's. The names are those of xterm's ctlseqs.

package import Chroma

/// An answer to a question of ours.
package enum TerminalAnswer: Equatable, Sendable {
  /// DA1, which every terminal answers: its class and features.
  case primaryAttributes([Int])
  /// DA2: its kind and version, by the number.
  case secondaryAttributes([Int])
  /// XTVERSION: its name and version, in its own words.
  case version(String)
  /// DECRQSS: a setting as a control sequence would make it, such as `0;48:2::1:2:3m`; nil if the
  /// terminal calls the question invalid.
  case setting(String?)
  /// XTGETTCAP: whether it has a terminfo capability.
  case capability(name: String, isPresent: Bool)
  /// DECRPM: the state of a private mode; 0 unknown, 1 set, 2 reset, 3 and 4 for ever so.
  case mode(Int, state: Int)
  /// The flags of kitty's keyboard protocol that are on.
  case keyboardFlags(Int)
  /// OSC 11: the background color of its theme.
  case background(Color)
  /// CPR: where the cursor is.
  case cursor(Point)
}

extension TerminalAnswer {
  /// What a device control string says, without its introducer and terminator; nil if nothing that
  /// was asked.
  init?(deviceControl body: [UInt8]) {
    let text = String(decoding: body, as: UTF8.self)
    if text.hasPrefix(">|") {
      self = .version(String(text.dropFirst(2)))
    } else if text.hasPrefix("1$r") {
      self = .setting(String(text.dropFirst(3)))
    } else if text.hasPrefix("0$r") {
      self = .setting(nil)
    } else if text.hasPrefix("1+r") || text.hasPrefix("0+r") {
      let name = text.utf8.dropFirst(3).prefix { $0 != UInt8(ascii: "=") }
      guard let name = TerminalAnswer.textInHex(name) else { return nil }
      self = .capability(name: name, isPresent: text.hasPrefix("1"))
    } else {
      return nil
    }
  }

  /// What an operating system command says; nil if nothing that was asked.
  init?(operatingSystemCommand body: [UInt8]) {
    let text = String(decoding: body, as: UTF8.self)
    guard text.hasPrefix("11;"), let color = TerminalAnswer.color(text.dropFirst(3)) else {
      return nil
    }
    self = .background(color)
  }

  private static func textInHex(_ digits: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = digits
    while let high = rest.popFirst(), let low = rest.popFirst() {
      guard let high = hexValue(high), let low = hexValue(low) else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes.isEmpty || digits.count % 2 == 1 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// XParseColor's `rgb:r/g/b` and `rgba:r/g/b/a`, one to four hexadecimal digits a channel.
  private static func color(_ text: Substring) -> Color? {
    guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else {
      return nil
    }
    let channels = text[text.index(after: colon)...].split(separator: "/").prefix(3).map(channel)
    guard channels.count == 3, let red = channels[0], let green = channels[1],
      let blue = channels[2]
    else { return nil }
    return Color(red: red, green: green, blue: blue)
  }

  /// A channel of so many digits, scaled to 0…255.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count) else { return nil }
    var value = 0
    for digit in digits.utf8 {
      guard let digit = hexValue(digit) else { return nil }
      value = value << 4 | digit
    }
    let largest = 1 << (4 * digits.utf8.count) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }

  private static func hexValue(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
    default: nil
    }
  }
}
