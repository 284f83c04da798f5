// What the framing tests share: a generator that a seed repeats exactly, and a framer driven over a
// stream that has been cut into pieces.

import Framing

/// SplitMix64 (Steele, Lea and Flood, 2014): small, seeded, the same on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// What came out of a stream: its lines, and the refusal that ended it, if one did.
struct Outcome: Equatable {
  var lines: [[UInt8]] = []
  var refusal: FramingError?

  init(_ lines: [String], _ refusal: FramingError? = nil) {
    self.lines = lines.map { Array($0.utf8) }
    self.refusal = refusal
  }

  /// Feeds the pieces one after the other and drains the framer after each, as a lane does.
  init(of pieces: [ArraySlice<UInt8>], lineBytesMax: Int) {
    var framer = LineFramer(lineBytesMax: lineBytesMax)
    for piece in pieces {
      framer.receive(piece)
      do {
        while let line = try framer.next() { lines.append(Array(line)) }
      } catch {
        if refusal == nil { refusal = error }
      }
    }
  }

  /// The same stream whole, cut in two at every point, and byte by byte.
  static func ofEveryCut(_ bytes: [UInt8], lineBytesMax: Int) -> [Outcome] {
    let whole = Outcome(of: [bytes[...]], lineBytesMax: lineBytesMax)
    let halves = bytes.indices.map { point in
      Outcome(of: [bytes[..<point], bytes[point...]], lineBytesMax: lineBytesMax)
    }
    let drip = Outcome(of: bytes.indices.map { bytes[$0...$0] }, lineBytesMax: lineBytesMax)
    return [whole] + halves + [drip]
  }
}
