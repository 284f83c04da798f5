// What is drawn over and over: the frames that a match is made of, each as the next step of a
// script. A scene says what happens between two frames; that is not measured.

import Game
import TerminalUI

/// A kind of frame.
enum DrawScene: String, CaseIterable, Sendable {
  case race, slider, clock
  case wheel, loupe, brightness
  case wall, update

  /// How the table calls it.
  var label: String {
    switch self {
    case .race: "race painted whole"
    case .slider: "slider dragged"
    case .clock: "clock ticks"
    case .wheel: "wheel painted whole"
    case .loupe: "loupe dragged"
    case .brightness: "brightness moves"
    case .wall: "wall painted whole"
    case .update: "wall, somebody moved"
    }
  }

  /// Whether the terminal shows nothing known before each of these frames.
  var isWhole: Bool { [.race, .wheel, .wall].contains(self) }

  /// From one frame to the next, in milliseconds: 60 a second while something is held, ten where
  /// only time or others change the picture.
  private var pauseMilliseconds: Int {
    switch self {
    case .clock, .wall, .update: 100
    default: 16
    }
  }

  /// Where the mouse takes hold.
  private static let gripColumn = 12

  /// Somebody on whose screen this can be seen; nil if the script does not fit the screens.
  func guest(columns: Int, rows: Int) -> (guest: DrawGuest, row: Int)? {
    let seated: DrawGuest?
    switch self {
    case .race, .slider, .clock: seated = .racing(.rgb, columns: columns, rows: rows)
    case .wheel, .loupe, .brightness: seated = .racing(.hsb, columns: columns, rows: rows)
    case .wall, .update: seated = .watching(columns: columns, rows: rows)
    }
    guard var guest = seated else { return nil }
    var row = 0
    if [.wheel, .loupe, .brightness].contains(self) { guest.type("m") }
    if [.slider, .loupe].contains(self) {
      guard let found = guest.grip(column: DrawScene.gripColumn) else { return nil }
      row = found
    }
    return (guest, row)
  }

  /// Goes on to the next frame.
  ///
  /// - Parameter row: where the mouse took hold, counted from 1.
  func step(_ index: Int, of guest: inout DrawGuest, row: Int) {
    guest.wait(pauseMilliseconds)
    switch self {
    case .race, .clock, .wheel, .wall: break
    case .slider:
      let span = 40
      let place = index % (2 * span)
      guest.drag(to: DrawScene.gripColumn + min(place, 2 * span - place), row)
    case .loupe:
      // Near most of the time, and now and then across the wheel.
      let (right, down) = ((index + index / 9 * 5) % 19, (index / 3 + index / 9 * 4) % 10)
      guest.drag(to: 6 + right, row + 1 + down)
    case .brightness: guest.type(index / 40 % 2 == 0 ? "[" : "]")
    case .update: guest.moveInWatchedRoom(index)
    }
  }
}

extension DrawGuest {
  fileprivate mutating func drag(to column: Int, _ row: Int) {
    type("\u{1b}[<32;\(column);\(row)M")
  }
}
