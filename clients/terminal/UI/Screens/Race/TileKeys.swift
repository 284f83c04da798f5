// What keys and the mouse do on tiles: arrows choose one and Enter takes it; a tile's own key, or a
// press on it, takes it at once. A tile that was wrong is not taken again.

import ClientCore
import Game

/// The keys that tiles are taken by, the first of them tile 1.
enum TileKeys {
  static let all: [Unicode.Scalar] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-", "="]

  /// How many tiles stand side by side.
  static func columns(of count: Int) -> Int {
    switch count {
    case ...4: 2
    case ...9: 3
    default: 4
    }
  }
}

extension ScreenModel {
  mutating func pressOnTiles(_ key: Key) {
    let columns = TileKeys.columns(of: tileCount)
    switch key {
    case .left, .character("h"): choose(by: -1)
    case .right, .tab, .character("l"): choose(by: 1)
    case .up, .character("k"): choose(by: -columns)
    case .down, .character("j"): choose(by: columns)
    case .home: choose(1)
    case .end: choose(tileCount)
    case .enter, .character(" "): take(tile: guess.values[0])
    case .escape: leaveRace()
    case .character("a"): race.showsAssist.toggle()
    case .character(let letter):
      if let index = TileKeys.all.firstIndex(of: letter) { take(tile: index + 1) }
    default: break
    }
  }

  private var tileCount: Int { session?.room?.match?.round?.challenge.tiles.count ?? 0 }

  /// Moves the choice on; from none to the first, and never off the tiles.
  private mutating func choose(by tiles: Int) {
    choose(guess.values[0] > 0 ? guess.values[0] + tiles : 1)
  }

  private mutating func choose(_ tile: Int) {
    if (1...max(1, tileCount)).contains(tile) { move(to: Guess([tile])) }
  }

  /// Locks a tile; while the lock is frozen it is only chosen.
  mutating func take(tile: Int) {
    guard (1...max(1, tileCount)).contains(tile), !race.wrongTiles.contains(tile) else { return }
    if canLock { lock(Guess([tile])) } else { choose(tile) }
  }
}
