// How a move is known again: its number is the color that the sliders make. The server passes
// colors on untouched, so a client that gets a MOVE knows which SET it shows, without help from the
// server. Invariant: numbers up to 2^24 and colors are one to one.

import Game

/// A move's number, as 24 bits of color.
enum MoveMark {
  // Multiplying by an odd number is one to one on 24 bits. It scatters neighbors, so that lines are
  // as long, and colors as different, as those of real players.
  private static let scatter: UInt32 = 0x9e_3779
  private static let gather = inverse(of: scatter)
  private static let mask: UInt32 = 0xff_ffff

  /// The sliders of an RGB room that say which move this is.
  static func guess(of sequence: Int) -> Guess {
    let bits = Int(UInt32(truncatingIfNeeded: sequence) &* scatter & mask)
    return Guess([bits >> 16, bits >> 8 & 0xff, bits & 0xff])
  }

  /// Which move makes a color, given as `0xrrggbb`.
  static func sequence(of color: UInt32) -> Int { Int(color &* gather & mask) }

  /// The number that undoes a multiplication by `odd`, modulo 2^32 and so modulo 2^24: each of
  /// Newton's steps doubles the bits that are right, from the three that `odd` itself has.
  private static func inverse(of odd: UInt32) -> UInt32 {
    var inverse = odd
    for _ in 1...4 { inverse = inverse &* (2 &- odd &* inverse) }
    return inverse
  }
}
