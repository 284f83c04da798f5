// What keys and the mouse do on tiles: arrows choose one and Enter takes it; a tile's own key, or a
// press on it, takes it at once. A tile that was wrong is not taken again.

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
  mutating func pressOnTiles(_ key: Key, at now: Instant) -> [UserRequest] {
    let columns = TileKeys.columns(of: tileCount)
    switch key {
    case .left, .character("h"): return choose(by: -1, at: now)
    case .right, .tab, .character("l"): return choose(by: 1, at: now)
    case .up, .character("k"): return choose(by: -columns, at: now)
    case .down, .character("j"): return choose(by: columns, at: now)
    case .home: return choose(1, at: now)
    case .end: return choose(tileCount, at: now)
    case .enter, .character(" "): return take(tile: guess.values[0], at: now)
    case .escape: asksToLeave = true
    case .character("a"): race.showsAssist.toggle()
    case .character(let letter):
      guard let index = TileKeys.all.firstIndex(of: letter) else { break }
      return take(tile: index + 1, at: now)
    default: break
    }
    return []
  }

  private var tileCount: Int { session?.room?.match?.round?.challenge.tiles.count ?? 0 }

  /// Moves the choice on; from none to the first, and never off the tiles.
  private mutating func choose(by tiles: Int, at now: Instant) -> [UserRequest] {
    let chosen = guess.values[0]
    guard chosen > 0 else { return choose(1, at: now) }
    return choose(chosen + tiles, at: now)
  }

  private mutating func choose(_ tile: Int, at now: Instant) -> [UserRequest] {
    guard (1...max(1, tileCount)).contains(tile) else { return [] }
    return move(to: Guess([tile]), at: now)
  }

  /// Locks a tile; while the lock is frozen it is only chosen.
  mutating func take(tile: Int, at now: Instant) -> [UserRequest] {
    guard (1...max(1, tileCount)).contains(tile), !race.wrongTiles.contains(tile) else { return [] }
    let locked = lock(Guess([tile]), at: now)
    return locked.isEmpty ? choose(tile, at: now) : locked
  }
}
