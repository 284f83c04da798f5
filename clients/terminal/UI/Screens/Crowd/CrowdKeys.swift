// The keys of the crowd: they switch between watching and playing along, and show the field. To
// play has the keys of a race.

import ClientCore
import Game
import Wire

extension ScreenModel {
  /// Whether a key of looking on was about those who play along.
  mutating func pressBesideCrowd(_ key: Key, _ room: RoomModel) -> Bool {
    switch key {
    case .character("p") where room.role == .watcher:
      looksOn = false
      act(.playAlong)
    case .character("f") where room.showableField:
      if room.crowd.field == nil, !room.crowd.showsField {
        hidesField = false
        act(.showField)
      } else {
        hidesField.toggle()
      }
    default: return false
    }
    return true
  }

  /// The keys of looking on that are about those who play along.
  func crowdKeys(_ room: RoomModel) -> [KeyBinding] {
    let play = KeyBinding(
      "p", Words["play along"], .character("p"),
      Words["play along without a seat; Esc goes back to watching"])
    let field = KeyBinding(
      "f", Words["field"], .character("f"), Words["see everybody who plays along, or hide them"])
    let isPlaying = room.amAlong && !looksOn
    return (room.mayPlayAlong && !isPlaying ? [play] : []) + (room.showableField ? [field] : [])
  }
}

extension RoomModel {
  /// Whether the viewer can have the field. A viewer with a cell would lose the cell by asking.
  var showableField: Bool {
    role == .watcher && settings.hasCrowd
      && (crowd.cell == nil || crowd.showsField || crowd.field != nil)
  }
}
