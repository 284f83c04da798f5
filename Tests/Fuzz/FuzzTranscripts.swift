// Saved transcripts, as anybody may bring one to be audited: any bytes are read to a report.

import Game
import Wire

/// Bytes as a saved transcript: its report depends on its lines alone, and blames no line that is
/// not there.
@Sendable func transcripts(_ bytes: [UInt8]) {
  let report = audit(transcript: bytes, hashing: .mixing)
  let newline = UInt8(ascii: "\n")
  let lineCount = bytes.count { $0 == newline }
  for fault in report.faults {
    switch fault {
    case .unreadable(let line), .repeated(let line, _), .gap(let line, _):
      precondition((1...max(1, lineCount)).contains(line), "no such line")
    }
  }
  let cut = Array(bytes[..<(bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0)])
  precondition(audit(transcript: cut, hashing: .mixing) == report, "a line that never ended counts")
  let other = audit(transcript: cut + Array("CONFETTI\r\n".utf8), hashing: .mixing)
  precondition(other == report, "an unknown verb counts")
}

extension Hashing {
  /// 32 bytes that depend on every byte: no cryptography, but fast, and the seeds' own promises are
  /// of this kind. FNV-1a, then SplitMix64 (Steele, Lea and Flood, 2014).
  fileprivate static let mixing = Hashing(
    sha256: { digest($0) }, hmac: { digest($0 + [0xff] + $1) })

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return (0..<4)
      .flatMap { _ in
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        word ^= word >> 31
        return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      }
  }
}
