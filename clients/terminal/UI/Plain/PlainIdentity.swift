// A person's key in lines: what `chromatch identity` prints, and why a text is no key.

import ClientCore
package import Game

extension KeyLineError {
  /// What is wrong, as a sentence for the player who typed it.
  package var sentence: String {
    let count = SecretKey.letterCount
    switch self {
    case .cutOff(let letters):
      return Words["The key ends too early: it has \(letters) of \(count) letters."]
    case .tooLong(let letters):
      return Words["The key is too long: it has \(letters) letters, not \(count)."]
    case .noLetter(let character):
      return Words["The key is mistyped: no key has a \(String(character))."]
    case .mistyped: return Words["The key is mistyped: its letters do not fit together."]
    case .otherVersion(let version):
      return Words["The key is written in version \(version); this program reads version 1."]
    }
  }
}

/// A key and whose it is.
package enum PlainIdentity {
  /// The tag, the line, and for a screen the same letters as a square for cameras.
  package static func lines(tag: String, line: String, hasSquare: Bool) -> [String] {
    let text = [
      Words["You are \(tag)."],
      Words["Anyone who has this key can play as you. Keep a copy, and show it to nobody."],
      "", line,
    ]
    guard hasSquare, let code = QRCode(line.filter { $0 != "-" }) else { return text }
    return text + [""] + square(code)
  }

  /// Dark on light whatever the theme, two squares to a character, with the margin that readers
  /// need.
  private static func square(_ code: QRCode) -> [String] {
    let margin = 4
    let edge = code.size + 2 * margin
    func shade(_ column: Int, _ row: Int) -> Int {
      code.isDark(column - margin, row - margin) ? 16 : 231
    }
    return stride(from: 0, to: edge, by: 2)
      .map { row in
        (0..<edge)
          .map { "\u{1b}[38;5;\(shade($0, row));48;5;\(shade($0, row + 1))m▀" }.joined()
          + "\u{1b}[m"
      }
  }
}
