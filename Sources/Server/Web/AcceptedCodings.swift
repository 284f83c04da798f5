// In which codings a browser takes a body: `Accept-Encoding`, as RFC 9110, section 12.5.3, has it.
// Of all codings it knows gzip and identity, which is none. What is not understood is not accepted.

import Framing

/// What a request says of codings.
struct AcceptedCodings: Equatable {
  /// Whether a body may be sent as gzip, and no less gladly than as it is.
  let prefersGzip: Bool
  /// Whether a body may be sent as it is.
  let takesIdentity: Bool

  init(_ fields: HTTPFields) {
    var weights: [String: Int] = [:]
    for element in fields.list("Accept-Encoding") {
      guard let (coding, weight) = AcceptedCodings.weighed(element) else { continue }
      // The same coding twice: the greater weight, whichever came first.
      weights[coding] = max(weight, weights[coding] ?? 0)
    }
    let gzip = [weights["gzip"], weights["x-gzip"]].compactMap(\.self).max() ?? weights["*"] ?? 0
    // Identity needs no mention, and then says nothing of what is liked better.
    let identity = weights["identity"] ?? weights["*"]
    takesIdentity = identity != 0
    prefersGzip = gzip > 0 && gzip >= identity ?? 0
  }

  /// A coding in lower case, and how much it is liked, in thousandths; nil for what is neither.
  /// Languages are weighed likewise.
  static func weighed(_ element: String) -> (coding: String, weight: Int)? {
    let parts = element.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.trimmingPrefix(while: isBlank).reversed().trimmingPrefix(while: isBlank) }
      .map { String($0.reversed()).lowercased() }
    switch parts.count {
    case 1: return (parts[0], weightMax)
    case 2 where parts[1].hasPrefix("q="):
      return thousandths(parts[1].dropFirst("q=".count)).map { (parts[0], $0) }
    default: return nil
    }
  }

  private static let weightMax = 1_000
  private static func isBlank(_ character: Character) -> Bool { " \t".contains(character) }

  /// Reads `0`, `1`, or either with up to three decimals, and no more than 1 (section 12.4.2).
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? parts[1] : ""
    guard ["0", "1"].contains(parts[0]), decimals.utf8.count <= 3,
      decimals.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
    return Int(parts[0] + padded).flatMap { $0 <= weightMax ? $0 : nil }
  }
}
