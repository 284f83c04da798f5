// What kinds of picture a round can be, by what its mode is made of and never by its name: two
// colors side by side, two gradients, or tiles. Also the tracks of sliders, which are the mode's
// own colors.

import Chroma
import ClientCore
import Game

/// How a race is drawn.
enum RaceLook {
  /// The target and one's own color, side by side.
  case pair
  /// The target's gradient above one's own.
  case gradient
  /// The target above the tiles that may be it.
  case tiles
}

extension Mode {
  /// How a race in this mode is drawn.
  var look: RaceLook {
    switch answer {
    case .tiles: .tiles
    case .sliders: swatch(of: start)?.to == nil ? .pair : .gradient
    }
  }

  /// How many colors the sliders make: the ends of a gradient are two.
  var stops: Int { look == .gradient ? 2 : 1 }

  /// The colors of a slider's track, one for each value of its grid: what the slider would make,
  /// the others standing where they do. A hue is kept strong and bright enough to be told from the
  /// next.
  func track(of index: Int, around guess: Guess) -> [Color] {
    var guess = guess
    if channels[index].wraps {
      for (other, channel) in channels.enumerated() where !channel.wraps {
        guess.values[other] = max(guess.values[other], channel.grid.upperBound * 2 / 5)
      }
    }
    let isAtEnd = index >= channels.count / stops
    return channels[index].grid
      .map { value in
        guess.values[index] = value
        let swatch = swatch(of: guess)
        return (isAtEnd ? swatch?.to : swatch?.color) ?? Mode.startColor
      }
  }
}

extension Channel {
  /// What stands beside a slider: its name without the number of its stop, which is said above.
  var label: String {
    // By bytes: it is asked for in every frame, and numbers are ASCII.
    String(Substring(name.utf8.prefix { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }))
  }
}

/// The ends of a gradient.
enum Stops {
  /// One of them, with something about it.
  static func named(_ stop: Int, _ what: String) -> String {
    stop == 0 ? Words["left \(what)"] : Words["right \(what)"]
  }

  /// A stop's color.
  static func color(_ stop: Int, of swatch: Swatch) -> Color {
    stop == 0 ? swatch.color : swatch.to ?? swatch.color
  }
}
