// What a hand makes of a guess: one slider moved by steps, or put somewhere on its track, or the
// ends of a gradient in each other's place. Invariant: a guess on its mode's grid stays on it.

import Game

extension Guess {
  /// With a slider moved by so many steps.
  func stepped(_ slider: Int, by steps: Int, in mode: Mode) -> Guess {
    setting(slider, to: values[slider] + steps, in: mode)
  }

  /// With a slider at a fraction of its track.
  func setting(_ slider: Int, at fraction: Double, in mode: Mode) -> Guess {
    guard mode.channels.indices.contains(slider) else { return self }
    let grid = mode.channels[slider].grid
    let value = grid.lowerBound + Int((unit(fraction) * Double(grid.count - 1)).rounded())
    return setting(slider, to: value, in: mode)
  }

  /// With a slider at a value, or at the grid's value for it: around the circle where the ends of
  /// the slider meet, else its nearest end.
  func setting(_ slider: Int, to value: Int, in mode: Mode) -> Guess {
    guard mode.channels.indices.contains(slider) else { return self }
    var guess = self
    guess.values[slider] = mode.channels[slider].nearest(to: value)
    return guess
  }

  /// With the ends of a gradient in each other's place.
  func swapped(in mode: Mode) -> Guess {
    guard mode.stops == 2 else { return self }
    let count = mode.channels.count / mode.stops
    return Guess(Array(values[count...]) + values[..<count])
  }
}
