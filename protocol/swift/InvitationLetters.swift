// The letters of an invitation: what chats and mails do to them, undone, and where one part of it
// ends. What the parts mean is in Invitation.swift.

/// A text as a list of Unicode scalars.
struct Letters {
  let list: [Unicode.Scalar]

  init(_ list: some Sequence<Unicode.Scalar>) { self.list = Array(list) }

  init(_ text: String) { list = Array(text.unicodeScalars) }

  var text: String { String(String.UnicodeScalarView(list)) }

  func starts(with text: String) -> Bool { list.starts(with: text.unicodeScalars) }

  /// Where a text first stands in it.
  func index(of text: String) -> Int? {
    list.indices.first { list[$0...].starts(with: text.unicodeScalars) }
  }

  /// All of it up to the first of these letters.
  func prefix(before ends: String) -> Letters {
    Letters(list.prefix { !ends.unicodeScalars.contains($0) })
  }

  /// Its parts, empty ones as well.
  func split(_ letter: Unicode.Scalar) -> [Letters] {
    list.split(separator: letter, omittingEmptySubsequences: false).map { Letters($0) }
  }

  /// Its words, which single spaces divide.
  var words: [Letters] { list.split(separator: " ").map { Letters($0) } }

  /// Without what stands before and behind and is not so.
  private func trimmed(
    before: (Unicode.Scalar) -> Bool, behind: (Unicode.Scalar) -> Bool
  ) -> Letters {
    let rest = list.drop(while: before)
    let end = rest.lastIndex { !behind($0) }.map { $0 + 1 } ?? rest.startIndex
    return Letters(rest[..<end])
  }
}

// What is undone.
extension Letters {
  /// One kind of space, dash and letter, and nothing that nobody sees.
  var plain: Letters {
    var plain: [Unicode.Scalar] = []
    for scalar in list {
      // The wide letters of East Asian keyboards.
      let isWide = (0xff01...0xff5e).contains(scalar.value)
      let letter = isWide ? Unicode.Scalar(scalar.value - 0xfee0) ?? scalar : scalar
      let category = letter.properties.generalCategory
      if category == .format { continue }
      if letter.properties.isWhitespace {
        if plain.last != " " { plain.append(" ") }
      } else {
        plain.append(category == .dashPunctuation || letter == "\u{2212}" ? "-" : letter)
      }
    }
    return Letters(plain).trimmed(before: { $0 == " " }, behind: { $0 == " " })
  }

  /// Without escapes; those of escapes are undone, too. What is no UTF-8 stays escaped.
  var decoded: Letters {
    var text = self
    for _ in 0..<3 { text = text.decodedOnce }
    return text.plain
  }

  private var decodedOnce: Letters {
    var decoded: [Unicode.Scalar] = []
    var index = 0
    while index < list.count {
      let start = index
      var bytes: [UInt8] = []
      while let byte = byte(at: index) {
        bytes.append(byte)
        index += 3
      }
      if bytes.isEmpty {
        decoded.append(list[index])
        index += 1
      } else if let text = String(validating: bytes, as: UTF8.self) {
        decoded += text.unicodeScalars
      } else {
        decoded += list[start..<index]
      }
    }
    return Letters(decoded)
  }

  /// The byte that an escape stands for.
  private func byte(at index: Int) -> UInt8? {
    guard index + 2 < list.count, list[index] == "%" else { return nil }
    let digits = list[(index + 1)...(index + 2)]
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt8(Letters(digits).text, radix: 16)
  }

  /// Without the command that it was to be typed behind.
  var withoutCommand: Letters {
    let words = words
    let lower = words.map { $0.text.lowercased() }
    let commands = ["join", "watch", "play"]
    let last = lower.indices.dropLast(2)
      .last {
        lower[$0] == "chromatch" && commands.contains(lower[$0 + 1])
      }
    return last.map { Letters(words[($0 + 2)...].map(\.text).joined(separator: " ")) } ?? self
  }

  /// Without quotes, brackets and the punctuation of a sentence around it.
  var withoutSurroundings: Letters {
    var text = self
    let isBracketed = starts(with: "[") && list.firstIndex(of: "]") == list.count - 1
    if isBracketed, !list.contains(":") { text = Letters(list.dropFirst().dropLast()) }
    text = text.trimmed(before: \.surroundsBefore, behind: \.surroundsBehind)
    if text.starts(with: "//") { text = Letters(text.list.dropFirst(2)) }
    guard !text.list.contains("[") else { return text }
    return text.trimmed(before: { _ in false }, behind: { $0 == "]" }).trimmedBehind
  }

  /// Without the punctuation of a sentence behind it.
  var trimmedBehind: Letters {
    trimmed(before: { _ in false }, behind: \.surroundsBehind)
  }

  /// From its first letter or digit to its last.
  var trimmedToWord: Letters {
    trimmed(before: { !$0.isWordy }, behind: { !$0.isWordy })
  }
}

// What stands in it.
extension Letters {
  /// The first scheme with what stands behind it.
  var link: (scheme: Letters, body: Letters)? {
    var place = 0
    while place + 2 < list.count {
      guard list[place...].starts(with: "://".unicodeScalars) else {
        place += 1
        continue
      }
      let name = list[..<place].reversed().prefix(while: \.isOfScheme).reversed()
      let scheme = name.drop { !$0.isLetter }
      if !scheme.isEmpty { return (Letters(scheme), Letters(list[(place + 3)...])) }
      place += 1
    }
    return nil
  }

  /// Whether it is meant to be a fingerprint.
  var isPin: Bool {
    var run = 0
    for scalar in list {
      run = scalar.isHexDigit || scalar == ":" ? run + 1 : 0
      if run == 32 { return true }
    }
    return hashName != nil
  }

  /// What stands behind the name of the hash; nil without one.
  private var hashName: Letters? {
    let text = Letters(list.drop { !$0.isWordy })
    let lower = Letters(text.list.map(\.lowercased))
    guard let name = ["sha256", "sha-256"].first(where: lower.starts(with:)) else { return nil }
    return Letters(text.list.dropFirst(name.unicodeScalars.count))
  }

  /// The fingerprint in its one form.
  var fingerprint: String {
    get throws(Invitation.Flaw) {
      let digits = (hashName ?? self).list.filter(\.isWordy)
      guard digits.count == 64, digits.allSatisfy(\.isHexDigit) else {
        throw .badFingerprint(text)
      }
      return "SHA256:" + Letters(digits.map(\.lowercased)).text
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("a"..."z").contains(lowercased) }
  var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isHexDigit: Bool { isDigit || ("a"..."f").contains(lowercased) }
  fileprivate var isOfScheme: Bool { isLetter || isDigit || "+.-".unicodeScalars.contains(self) }

  /// The same letter of ASCII in lower case.
  fileprivate var lowercased: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 0x20) : self
  }

  /// Whether it is a letter or a digit of any script.
  var isWordy: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private var isBracket: Bool {
    switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: true
    default: false
    }
  }

  /// Whether it ends a link in a text.
  var endsLink: Bool { isBracket || " \"'`<>|\\^,;、。".unicodeScalars.contains(self) }

  private var isAround: Bool { isBracket || " \"'`<>*_~,;.!?、。…".unicodeScalars.contains(self) }
  fileprivate var surroundsBefore: Bool { isAround && self != "[" }
  fileprivate var surroundsBehind: Bool { isAround && self != "]" }
}
