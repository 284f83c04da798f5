// Which names people cannot tell apart. Letters are compared as Unicode's UTS 39 does it, by what
// they look like: a Cyrillic А is an A, `rn` is an m, and what nobody sees is nothing. Knows no
// seats and no rules for names. The table is generated from ICU's. Linking ICU costs 36 MB of
// packages, 4.6 MB of memory and 3.6 ms at each start, and two servers could differ by its version;
// reading the table takes 2 ms once, a comparison 20 µs.
// Invariant: a name that looks like another does so in upper and in lower case.

/// What a name looks like.
struct Looks {
  /// As it stands, then in lower case: `Ian` and `lan` look alike, and `IAN` is `ian` again.
  private let asItStands: String
  /// In lower case first, so that letters keep their case whatever they look like: ΖΟΗ is ζοη.
  private let inLowerCase: String

  init(of name: String) {
    asItStands = Looks.skeleton(of: Looks.skeleton(of: name).lowercased())
    inLowerCase = Looks.skeleton(of: name.lowercased())
  }

  /// Whether people may take one for the other.
  func isLike(_ other: Looks) -> Bool {
    asItStands == other.asItStands || asItStands == other.inLowerCase
      || inLowerCase == other.asItStands || inLowerCase == other.inLowerCase
  }

  /// The letters that a text seems to be made of. Strings are equal when they are canonically
  /// equivalent, so no normal form is needed.
  private static func skeleton(of text: String) -> String {
    var skeleton = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.isDefaultIgnorableCodePoint || properties.isWhitespace { continue }
      if let letters = LookAlikes.genuine.letters(for: scalar) {
        skeleton.append(contentsOf: letters)
      } else {
        skeleton.append(scalar)
      }
    }
    return String(skeleton)
  }
}

/// The characters that look like others, made of the table when a name is first compared.
///
/// A word of the table is `step:letters*count` with all numbers in base 36. The character is `step`
/// after the end of the last word, 0 if left out; what it looks like follows, with dots between.
/// With a count, so many neighbors look like as many neighbors of one letter.
struct LookAlikes {
  static let genuine = LookAlikes(LookAlikeTable.text)

  /// In ascending order.
  private var characters: [UInt32] = []
  /// Where the letters of each character end; they begin where those before them end.
  private var ends: [UInt16] = []
  private var letters: [Unicode.Scalar] = []

  init(_ text: StaticString) {
    var next: UInt32 = 0
    text.withUTF8Buffer { bytes in
      for word in bytes.split(separator: UInt8(ascii: " ")) {
        var number: UInt32 = 0
        var targets: [UInt32] = []
        var count: UInt32?
        func take() {
          if count != nil { count = number } else { targets.append(number) }
          number = 0
        }
        for byte in word {
          switch byte {
          case UInt8(ascii: ":"):
            next += number
            number = 0
          case UInt8(ascii: "."): take()
          case UInt8(ascii: "*"):
            take()
            count = 0
          case UInt8(ascii: "a")...: number = number * 36 + UInt32(byte - UInt8(ascii: "a")) + 10
          default: number = number * 36 + UInt32(byte - UInt8(ascii: "0"))
          }
        }
        take()
        for step in 0..<(count ?? 1) {
          characters.append(next)
          letters += targets.compactMap { Unicode.Scalar($0 + step) }
          ends.append(UInt16(letters.count))
          next += 1
        }
      }
    }
  }

  /// What a character looks like; nil for one that looks like itself.
  func letters(for scalar: Unicode.Scalar) -> ArraySlice<Unicode.Scalar>? {
    var (low, high) = (0, characters.count)
    while low < high {
      let middle = (low + high) / 2
      if characters[middle] < scalar.value { low = middle + 1 } else { high = middle }
    }
    guard low < characters.count, characters[low] == scalar.value else { return nil }
    return letters[(low > 0 ? Int(ends[low - 1]) : 0)..<Int(ends[low])]
  }
}
