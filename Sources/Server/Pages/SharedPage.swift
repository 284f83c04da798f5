// The pages that people share links of: a match, its picture, and a room. A path is one of them in
// its one form, or none. It does not say whether there is such a match or room.

import Wire

/// What a shared link leads to.
enum SharedPage: Hashable, Sendable {
  /// `/m/7`: a match, by its number in the log.
  case match(Int)
  /// `/m/7.png`: its mosaic.
  case picture(Int)
  /// `/r/WAVE`: a room.
  case room(RoomCode)

  /// No log has a match of more digits.
  private static let digitsMax = 15

  init?(path: String) {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.count == 3, steps[0].isEmpty else { return nil }
    switch steps[1] {
    case "m":
      let isPicture = steps[2].hasSuffix(".png")
      let digits = isPicture ? steps[2].dropLast(".png".count) : steps[2]
      guard digits.utf8.count <= Self.digitsMax, let index = Int(digits), index >= 0,
        "\(index)" == digits
      else { return nil }
      self = isPicture ? .picture(index) : .match(index)
    case "r":
      guard let code = RoomCode(String(steps[2])) else { return nil }
      self = .room(code)
    default: return nil
    }
  }

  /// Which match it is about, if it is about one.
  var match: Int? {
    switch self {
    case .match(let index), .picture(let index): index
    case .room: nil
    }
  }
}
