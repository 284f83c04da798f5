// What keys and the mouse do on the wall, and when the program opens it by itself.

import ClientCore
import Game
package import Wire

extension ScreenModel {
  /// The rooms that are to be looked on in beside the session's own; none off the wall.
  package var watched: [RoomCode] { screen == .wall ? wall?.wanted ?? [] : [] }

  /// How many rooms the wall has space for.
  private var wallCapacity: Int { WallLayout(width: width, height: height).capacity }

  mutating func openWall() {
    wall = Wall(capacity: wallCapacity)
    if let session { wall?.list(session.listings, at: session.listedAt) }
  }

  mutating func fitWall() {
    let capacity = wallCapacity
    wall?.fit(capacity)
  }

  /// Shows the wall the rooms there are and the watchers in them. A player who asked for nothing
  /// but to watch, and finds one room, needs no wall and goes there at once. While there is none,
  /// the first one is waited for.
  mutating func showWall(beside watchers: [Watcher]) {
    guard screen == .wall, let session else { return }
    wall?.list(session.listings, at: session.listedAt)
    let (now, tick) = (now, setup.tickMilliseconds)
    wall?.look(at: watchers, at: now, tick: tick)
    guard isChoosingRoom, let count = wall?.rooms.count, count > 0 else { return }
    isChoosingRoom = false
    if count == 1 { enterChosen() }
  }

  var wallKeys: [KeyBinding] {
    let list = KeyBinding("Esc", Words["rooms"], .escape, Words["the list of rooms"])
    guard wall?.page.isEmpty == false else {
      return [
        KeyBinding(
          "p", Words["play"], .character("p"), Words["play now: any mode, or choose"]),
        KeyBinding("n", Words["new room"], .character("n"), Words["open a room of your own"]),
        list, ScreenModel.help,
      ]
    }
    return [
      KeyBinding(
        "←→↑↓", Words["choose"], nil, Words["choose a room (or h l k j, Home, End, a click)"],
        brief: ""),
      KeyBinding(
        "⏎", Words["watch"], .enter, Words["watch it alone (or w, another click)"]),
      KeyBinding(
        "f", Words["follow"], .character("f"),
        Words["the next player of the room; go where they go"]),
      KeyBinding("s", Words["sort"], .character("s"), Words["by players, name, round"]),
      list, ScreenModel.help,
      KeyBinding("PgUp PgDn", Words["page"], nil, Words["other rooms (or the wheel)"]),
    ]
  }

  mutating func pressOnWall(_ key: Key) {
    guard let wall else { return }
    let capacity = wallCapacity
    let columns = WallLayout(width: width, height: height).fitting(wall.rooms.count).columns
    switch key {
    case .left, .character("h"): self.wall?.choose(by: -1)
    case .right, .character("l"), .tab: self.wall?.choose(by: 1)
    case .up, .character("k"): if let index = wall.index, index >= columns { choose(-columns) }
    case .down, .character("j"):
      if let index = wall.index, index + columns < wall.rooms.count { choose(columns) }
    case .pageUp: choose(-capacity)
    case .pageDown: choose(capacity)
    case .home: self.wall?.choose(0)
    case .end: self.wall?.choose(.max)
    case .enter, .character("w"): enterChosen()
    case .character("f"): self.wall?.followNext()
    case .character("s"): self.wall?.sortNext()
    case .character("p"), .character("n"):
      guard wall.page.isEmpty else { break }
      self.wall = nil
      pressOnHome(key)
    case .escape:
      if session?.intent != .browse { act(.leave) } else { self.wall = nil }
    case .character("v"): self.wall = nil
    default: break
    }
  }

  private mutating func choose(_ places: Int) { wall?.choose(by: places) }

  private mutating func enterChosen() {
    if let choice = wall?.choice { act(.watch(choice.code, password: nil)) }
  }

  /// A click chooses, and on the chosen room it enters.
  mutating func mouseOnWall(_ action: Mouse.Action, _ control: Control) {
    switch (action, control) {
    case (.press(.left), .room(let index)):
      if wall?.index == index { return enterChosen() }
      wall?.choose(index)
    case (.wheelUp, .room): choose(-wallCapacity)
    case (.wheelDown, .room): choose(wallCapacity)
    default: break
    }
  }
}
