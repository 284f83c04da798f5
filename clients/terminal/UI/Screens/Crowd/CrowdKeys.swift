// The keys of the crowd: they switch between watching and playing along, show the field, and let a
// presenter begin and end the rounds of an open floor. To play has the keys of a race.

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
      if room.crowd.field == nil, !room.crowd.showsField, !room.amPresenting {
        hidesField = false
        act(.showField)
      } else {
        hidesField.toggle()
      }
    default: return false
    }
    return true
  }

  /// Whether a key began or ended something on an open floor. A match ends by a second press, soon
  /// after the first.
  mutating func pace(by key: Key, _ room: RoomModel) -> Bool {
    guard let match = room.pacedMatch else { return false }
    switch key {
    case .character("n") where match.isOver: act(.start)
    case .character("n") where isPaused(match): act(.next)
    case .character("e") where match.round != nil: act(.end)
    case .character("e") where isPaused(match):
      let isSure = isSureToEnd
      endAskedAt = isSure ? nil : now
      if isSure { act(.end) }
    default: return false
    }
    return true
  }

  private func isPaused(_ match: MatchState) -> Bool {
    !match.isOver && match.round == nil && !match.results.isEmpty
  }

  /// Whether a match ends by one more press.
  private var isSureToEnd: Bool {
    endAskedAt.map { now - $0 < ScreenModel.sureMilliseconds } ?? false
  }

  private static let sureMilliseconds = 3_000

  /// The keys of that.
  func paceKeys(_ room: RoomModel) -> [KeyBinding] {
    guard let match = room.pacedMatch else { return [] }
    if match.isOver { return [KeyBinding("n", Words["next match"], .character("n"))] }
    if match.round != nil { return [KeyBinding("e", Words["end the round"], .character("e"))] }
    guard isPaused(match) else { return [] }
    let end = isSureToEnd ? Words["end the match? once more"] : Words["end the match"]
    return [
      KeyBinding("n", Words["next round"], .character("n")),
      KeyBinding("e", end, .character("e")),
    ]
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
