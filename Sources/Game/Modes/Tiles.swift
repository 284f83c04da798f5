// One color and 4, 6, 9 or 12 tiles, one of which is exactly it. The others come closer with every
// round in a row that was found without a fault, and stay apart for eyes that confuse red and green
// or blue and yellow. Nobody sees what others pick. A SET is refused here: hovering over a tile
// must not score. The whole match shares one streak, which follows from the scores, because all
// players see the same tiles; one player's streak cannot bring them closer, and anyone who has the
// scores can check the tiles.
// Invariant: every other tile is at least `distanceMin` from the target in every `Vision`.

import Chroma

extension Mode {
  /// One tile of several is the target.
  public static let tiles = Mode(
    name: "tiles",
    channels: [
      Channel(name: "tile", word: "tile", grid: 0...12, drawn: 1...12, unit: "", wraps: false)
    ],
    start: Guess([0]),
    draw: { draw, course in
      let target = Sliders.hsb.color([
        draw.next(in: 0...359), draw.next(in: 15...90), draw.next(in: 35...90),
      ])
      var tiles = Tiles.others(
        Tiles.count(inRound: course.round) - 1, around: target,
        distance: Tiles.distance(course), &draw)
      let place = draw.next(in: 1...tiles.count + 1)
      tiles.insert(target, at: place - 1)
      return Challenge(answer: Guess([place]), target: Swatch(target), tiles: tiles)
    },
    mix: { values, tiles in
      if values[0] == 0 { return Swatch(startColor) }
      return values[0] <= tiles.count ? Swatch(tiles[values[0] - 1]) : nil
    },
    nearestGuess: { swatch, tiles in
      Guess([(tiles.firstIndex(of: swatch.color) ?? -1) + 1])
    }
  )
  .with {
    $0.answer = .tiles
    $0.usual = (rounds: 8, seconds: 15)
    $0.isSecret = true
    $0.tolerance = { _, _ in .zero }
    $0.accuracy = { $0 == .zero ? Accuracy.best : 0 }
  }
}

/// How tiles are chosen.
enum Tiles {
  /// How far the others are from the target in the first round of a streak, in thousandths of ΔE.
  static let distanceMax = 30_000
  /// They come no nearer than this, to the target or to each other.
  static let distanceMin = 3_000
  /// From here on what is missing is not room but color: no screen shows any that is so far away.
  static let distanceCrowded = 12_000
  /// How often a random direction is tried before the distance changes a little.
  static let triesEach = 32
  /// How often one is tried at all. Of 200,000 rounds none needed a quarter of that; if one ever
  /// does, it has fewer tiles.
  static let triesMax = 1_024

  /// Two rounds each of 4, 6 and 9 tiles, then 12.
  static func count(inRound round: Int) -> Int {
    [4, 6, 9, 12][min((round - 1) / 2, 3)]
  }

  /// How far the others are from the target: 15 % nearer with every round of the streak.
  static func distance(_ course: Course) -> Int {
    let percent =
      switch course.level {
      case .easy: 150
      case .normal: 100
      case .hard: 70
      }
    var distance = distanceMax * percent / 100
    // Long before the streak is so long, the distance is as small as it gets.
    for _ in 0..<min(course.streak, 32) { distance = distance * 85 / 100 }
    return max(distance, distanceMin)
  }

  /// So many colors about that far around a target, all of them apart. When no more are found at
  /// that distance, the rest are a little nearer if it is a great one, else a little farther away.
  static func others(
    _ count: Int, around target: Color, distance: Int, _ draw: inout RandomStream
  ) -> [Color] {
    var crowd = Crowd(around: target)
    let isCrowded = distance < distanceCrowded
    var distance = distance
    var tries = 0
    while crowd.colors.count < count, tries < triesMax {
      tries += 1
      if tries % triesEach == 0 { distance = isCrowded ? distance * 8 / 7 : distance * 7 / 8 }
      let direction = [
        draw.next(in: -100...100), draw.next(in: -100...100), draw.next(in: -100...100),
      ]
      if let color = color(from: target, toward: direction, distance: distance) {
        crowd.add(color)
      }
    }
    return crowd.colors
  }

  /// The first color on a straight way out that is far enough; nil when the way ends before, or
  /// jumps too far at once.
  private static func color(
    from target: Color, toward direction: [Int], distance: Int
  ) -> Color? {
    func color(at steps: Int) -> (color: Color, distance: Int) {
      let color = moved(target, toward: direction, by: steps)
      return (color, color.difference(from: target).thousandths)
    }
    var near = 0
    var far = 512
    var best = color(at: far)
    guard best.distance >= distance else { return nil }
    while far - near > 1 {
      let middle = (near + far) / 2
      let between = color(at: middle)
      if between.distance < distance {
        near = middle
      } else {
        (far, best) = (middle, between)
      }
    }
    return best.distance <= distance * 5 / 4 + 500 ? best.color : nil
  }

  /// A color moved by hundredths of a direction, each channel within its range.
  private static func moved(_ color: Color, toward direction: [Int], by steps: Int) -> Color {
    func channel(_ value: UInt8, _ direction: Int) -> UInt8 {
      UInt8(clamping: Int(value) + direction * steps / 100)
    }
    return Color(
      red: channel(color.red, direction[0]), green: channel(color.green, direction[1]),
      blue: channel(color.blue, direction[2]))
  }

  /// Colors that are told from a target by every eye, and from each other by most.
  private struct Crowd {
    private(set) var colors: [Color] = []
    private let views: [(vision: Vision, target: Color)]

    init(around target: Color) {
      views = Vision.allCases.map { ($0, target.seen(by: $0)) }
    }

    /// Adds a color if it is apart.
    mutating func add(_ color: Color) {
      let enough = Difference(thousandths: distanceMin)
      guard colors.allSatisfy({ $0.difference(from: color) >= enough }),
        views.allSatisfy({ color.seen(by: $0.vision).difference(from: $0.target) >= enough })
      else { return }
      colors.append(color)
    }
  }
}
