// Swift source with everything that is not code blanked out, and the tokens of what is left. It is
// a small lexer, not a parser: it knows comments (nested), string literals (raw, multi-line,
// interpolated: the interpolated part is code), `#/…/#` patterns and backticked names. It does not
// know bare `/…/` patterns, which the house does not use. Invariant: blanking keeps every byte
// offset and every newline, so lines can be counted afterwards.

/// Blanks comments and the contents of literals in Swift source.
struct CodeBlanker {
  private static let commentStart = Array("/*".utf8)
  private static let commentEnd = Array("*/".utf8)
  private static let tripleQuote = Array("\"\"\"".utf8)

  private let source: [UInt8]
  private var code: [UInt8]
  private var position = 0

  private init(_ source: [UInt8]) {
    self.source = source
    code = source
  }

  /// The source with comments and literal contents replaced by spaces.
  static func codeOnly(_ source: [UInt8]) -> [UInt8] {
    var blanker = CodeBlanker(source)
    while blanker.position < source.count {
      blanker.readCode()
      blanker.position += 1  // A closing parenthesis that closes nothing: not ours to judge.
    }
    return blanker.code
  }

  /// Reads code to the end or to the parenthesis that closes an interpolation.
  private mutating func readCode() {
    var parentheses = 0
    while position < source.count {
      let byte = source[position]
      if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "/") {
        blankLine()
      } else if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
        blankComment()
      } else if byte == UInt8(ascii: "\"") {
        readString(hashes: 0)
      } else if byte == UInt8(ascii: "#") {
        readAfterHashes()
      } else if byte == UInt8(ascii: "`") {
        readBacktickedName()
      } else {
        if byte == UInt8(ascii: "(") { parentheses += 1 }
        if byte == UInt8(ascii: ")") {
          if parentheses == 0 { return }
          parentheses -= 1
        }
        position += 1
      }
    }
  }

  private func at(_ offset: Int) -> UInt8? {
    position + offset < source.count ? source[position + offset] : nil
  }

  private func isNext(_ bytes: [UInt8]) -> Bool {
    source[position] == bytes[0] && source[position...].starts(with: bytes)
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where position < source.count {
      if source[position] != UInt8(ascii: "\n") { code[position] = UInt8(ascii: " ") }
      position += 1
    }
  }

  private mutating func blankLine() {
    while position < source.count, source[position] != UInt8(ascii: "\n") { blank() }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if isNext(Self.commentStart) {
        depth += 1
        blank(2)
      } else if isNext(Self.commentEnd) {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && position < source.count
  }

  private mutating func readAfterHashes() {
    var hashes = 0
    while at(hashes) == UInt8(ascii: "#") { hashes += 1 }
    let next = at(hashes)
    position += hashes
    if next == UInt8(ascii: "\"") {
      readString(hashes: hashes)
    } else if next == UInt8(ascii: "/") {
      let closing = Array("/".utf8) + Array(repeating: UInt8(ascii: "#"), count: hashes)
      blank()
      while position < source.count, !isNext(closing) { blank() }
      blank(closing.count)
    }
  }

  private mutating func readString(hashes: Int) {
    let pounds = Array(repeating: UInt8(ascii: "#"), count: hashes)
    let quote = [UInt8(ascii: "\"")]
    // `#"""#` is one quotation mark, not the start of a multi-line literal.
    let isMultiline =
      isNext(Self.tripleQuote)
      && (hashes == 0 || !restOfLine(after: 1).contains(quote + pounds))
    let closing = (isMultiline ? Self.tripleQuote : quote) + pounds
    let escape = Array("\\".utf8) + pounds
    position += isMultiline ? 3 : 1
    while position < source.count {
      if isNext(closing) {
        position += closing.count
        return
      }
      if !isMultiline && source[position] == UInt8(ascii: "\n") { return }
      guard isNext(escape) else {
        blank()
        continue
      }
      blank(escape.count)
      if at(0) == UInt8(ascii: "(") {
        position += 1
        readCode()
        position += 1
      } else {
        blank()
      }
    }
  }

  private func restOfLine(after offset: Int) -> ArraySlice<UInt8> {
    source[(position + offset)...].prefix { $0 != UInt8(ascii: "\n") }
  }

  /// A backticked name becomes one word that is no keyword: `` `import` `` reads `_import_`.
  private mutating func readBacktickedName() {
    repeat {
      if !SwiftToken.isWordByte(source[position]) { code[position] = UInt8(ascii: "_") }
      position += 1
      if at(0) == UInt8(ascii: "`") {
        code[position] = UInt8(ascii: "_")
        position += 1
        return
      }
    } while position < source.count && source[position] != UInt8(ascii: "\n")
  }
}

/// A word (name, keyword or number) or one byte of punctuation.
struct SwiftToken: Equatable, Sendable {
  let text: String
  /// Counted from 1.
  let line: Int

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Splits text into tokens; white space separates and is dropped.
  static func tokens(of text: [UInt8]) -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    var line = 1
    var position = 0
    while position < text.count {
      let byte = text[position]
      let start = position
      position += 1
      if isWordByte(byte) {
        while position < text.count, isWordByte(text[position]) { position += 1 }
      } else if byte <= UInt8(ascii: " ") {
        if byte == UInt8(ascii: "\n") { line += 1 }
        continue
      }
      let word = String(decoding: text[start..<position], as: UTF8.self)
      tokens.append(SwiftToken(text: word, line: line))
    }
    return tokens
  }
}

/// A Swift file with its code in tokens.
struct SwiftFile: Sendable {
  let file: TreeFile
  /// The tokens of the code alone.
  let code: [SwiftToken]
  /// The tokens of the whole text, comments and literals included.
  var text: [SwiftToken] { SwiftToken.tokens(of: file.bytes) }

  init(_ file: TreeFile) {
    self.file = file
    code = SwiftToken.tokens(of: CodeBlanker.codeOnly(file.bytes))
  }

  init(_ path: String, _ text: String) { self.init(TreeFile(path, text)) }

  var path: String { file.path }
}
