// The bytes of a QR code: a text with its length and padding, cut into blocks, each with its
// Reed–Solomon remainder, and dealt out in turns (ISO/IEC 18004, clause 7). It knows nothing of
// squares. Invariant: there are exactly as many bytes as a code of that version holds.

/// What stands in a QR code.
struct QRCodewords: Equatable, Sendable {
  /// How many damaged bytes can be made good.
  enum Level: Sendable {
    /// About 7 in 100.
    case low
    /// About 15 in 100. Beyond version 5 the next smaller version holds as much at the low level.
    case medium

    /// How the format says it.
    var formatBits: Int { self == .low ? 1 : 0 }
    /// Bytes of correction in each block, by version from 1 on.
    fileprivate var correctionCounts: [Int] {
      switch self {
      case .low: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18]
      case .medium: [10, 16, 26, 18, 24]
      }
    }
    /// Blocks, by version from 1 on.
    fileprivate var blockCounts: [Int] {
      switch self {
      case .low: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4]
      case .medium: [1, 1, 1, 2, 2]
      }
    }
  }

  /// The size of the code: 1 to 10.
  let version: Int
  let level: Level
  /// All bytes in the order in which they are laid out.
  let interleaved: [UInt8]

  /// The text in the smallest version that holds it, at the higher level that this one can have.
  /// Nil if there is none.
  init?(_ text: [UInt8]) {
    for version in 1...10 {
      for level in [Level.medium, .low] where version <= level.blockCounts.count {
        let capacity = QRCodewords.dataCount(version, level)
        guard let data = QRCodewords.data(text, in: version, count: capacity) else { continue }
        self.version = version
        self.level = level
        interleaved = QRCodewords.interleave(data, version, level)
        return
      }
    }
    return nil
  }

  // MARK: Counting

  /// How many bytes a version has place for, correction and all.
  private static func count(_ version: Int) -> Int {
    var bits = (16 * version + 128) * version + 64
    if version >= 2 {
      let marks = version / 7 + 2
      bits -= (25 * marks - 10) * marks - 55
    }
    if version >= 7 { bits -= 36 }
    return bits / 8
  }

  private static func dataCount(_ version: Int, _ level: Level) -> Int {
    count(version) - level.correctionCounts[version - 1] * level.blockCounts[version - 1]
  }

  // MARK: Data

  /// Mode, length, text, end and padding; nil if that is too much.
  private static func data(_ text: [UInt8], in version: Int, count: Int) -> [UInt8]? {
    let lengthBits = version < 10 ? 8 : 16
    let room = 8 * count - 4 - lengthBits
    guard 8 * text.count <= room else { return nil }
    let byteMode = 0b0100
    var bits = QRCodewords.bits(byteMode, 4) + QRCodewords.bits(text.count, lengthBits)
    for byte in text { bits += QRCodewords.bits(Int(byte), 8) }
    bits += QRCodewords.bits(0, min(4, 8 * count - bits.count))
    bits += QRCodewords.bits(0, (8 - bits.count % 8) % 8)
    var bytes = stride(from: 0, to: bits.count, by: 8)
      .map { start in bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 } }
    for index in 0..<max(0, count - bytes.count) { bytes.append(index % 2 == 0 ? 0xec : 0x11) }
    return bytes
  }

  private static func bits(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (count - 1 - $0) & 1) }
  }

  // MARK: Correction

  private static func interleave(_ data: [UInt8], _ version: Int, _ level: Level) -> [UInt8] {
    let blockCount = level.blockCounts[version - 1]
    let corrections = level.correctionCounts[version - 1]
    let divisor = divisor(degree: corrections)
    let shortCount = data.count / blockCount
    let longBlocks = data.count % blockCount
    var blocks: [ArraySlice<UInt8>] = []
    var rest = data[...]
    for index in 0..<blockCount {
      let count = shortCount + (index < blockCount - longBlocks ? 0 : 1)
      blocks.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    let remainders = blocks.map { remainder($0, divisor) }
    let dealt = (0...shortCount)
      .flatMap { place in
        blocks.filter { place < $0.count }.map { $0[$0.startIndex + place] }
      }
    return dealt + (0..<corrections).flatMap { place in remainders.map { $0[place] } }
  }

  /// The product of (x − 2^i), without its leading 1.
  private static func divisor(degree: Int) -> [UInt8] {
    var product = Array(repeating: UInt8(0), count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        product[index] = multiply(product[index], root)
        if index + 1 < degree { product[index] ^= product[index + 1] }
      }
      root = multiply(root, 2)
    }
    return product
  }

  private static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
    var rest = Array(repeating: UInt8(0), count: divisor.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for (index, term) in divisor.enumerated() { rest[index] ^= multiply(term, factor) }
    }
    return rest
  }

  /// In the field of 256 elements that the code is made in.
  private static func multiply(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var product = 0
    for bit in stride(from: 7, through: 0, by: -1) {
      product = product << 1 ^ (product >> 7) * 0x11d
      product ^= Int(other >> bit & 1) * Int(one)
    }
    return UInt8(truncatingIfNeeded: product)
  }
}
