// Lists of which one row is chosen: by the arrows, by a row's own digit, or from the ends.

import Game

/// Keys on a list of which one row is chosen.
enum Menu {
  enum Pick {
    case choose(Int)
    case take(Int)
    case goBack
    case nothing
  }

  /// - Parameter count: how many rows there are, the first of them taken by the key 1.
  static func press(_ key: Key, chosen: Int, of count: Int) -> Pick {
    switch key {
    case .up, .left, .character("k"), .character("h"):
      return .choose((chosen + count - 1) % count)
    case .down, .right, .tab, .character("j"), .character("l"):
      return .choose((chosen + 1) % count)
    case .home: return .choose(0)
    case .end: return .choose(count - 1)
    case .enter, .character(" "): return .take(chosen)
    case .escape: return .goBack
    case .character(let digit):
      guard let number = Int(String(digit)), (1...count).contains(number) else { return .nothing }
      return .take(number - 1)
    default: return .nothing
    }
  }
}
