// The modes: their names, grids, starts and targets. The tables of the specification, its vectors
// and the golden replays have the numbers of each.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Modes")
struct ModeTests {
  @Test("a mode is found by its exact name, and everybody starts at a light gray")
  func names() throws {
    expect(Mode.all.allSatisfy { $0.isEndless == ($0.lives != nil) && Mode.named($0.name) == $0 })
    expect(Mode.all.allSatisfy { $0.name.wholeMatch(of: /[a-z]{1,16}/) != nil })
    expect(["", "RGB", "rgb ", "tile"].allSatisfy { Mode.named($0) == nil })
    expect(Mode.startColor.hex, equals: "#bcbcbc")
    for mode in Mode.all {
      let start = try require(mode.color(of: mode.start))
      expect(start.difference(from: Mode.startColor), isBelow: .whole(1))
    }
  }

  @Test(
    "every corner of a grid is on it and one step further is not",
    arguments: Mode.all.filter { $0.answer == .sliders })
  func corners(mode: Mode) {
    for corner in 0..<(1 << mode.channels.count) {
      let values = mode.channels.enumerated()
        .map { index, channel in
          corner >> index & 1 == 0 ? channel.grid.lowerBound : channel.grid.upperBound
        }
      expect(mode.color(of: Guess(values)), differsFrom: nil)
      expect(mode.color(of: Guess(values.dropLast())), equals: nil)
      expect(mode.color(of: Guess(values + [0])), equals: nil)
      for (index, channel) in mode.channels.enumerated() {
        var outside = values
        outside[index] += values[index] == channel.grid.lowerBound ? -1 : 1
        expect(!Guess(outside).isOnGrid(of: mode.channels) && mode.color(of: Guess(outside)) == nil)
      }
    }
  }

  @Test(
    "targets are on the part of the grid they are drawn from, and far from the start",
    arguments: Mode.all)
  func targets(mode: Mode) throws {
    for number in 0..<60 {
      let challenge = try mode.drawn(number)
      expect(challenge.answer.values.count, equals: mode.channels.count)
      expect(zip(challenge.answer.values, mode.channels).allSatisfy { $1.drawn.contains($0) })
      expect(mode.swatch(of: challenge.answer, among: challenge.tiles), equals: challenge.target)
      let start = try require(mode.swatch(of: mode.start))
      expect(
        mode.answer == .tiles || challenge.target.difference(from: start) >= .whole(15),
        "\(mode.name) \(number): \(challenge.target)")
      expect(challenge.tiles.isEmpty, equals: (mode.answer == .sliders))
    }
  }

  @Test("a player who hears a round knows its whole challenge", arguments: Mode.all)
  func announced(mode: Mode) throws {
    let moment = Instant(milliseconds: 0)
    for number in 0..<12 {
      let challenge = try mode.drawn(number)
      let start = RoundStart(
        round: 1, of: 1, opens: moment, closes: moment, target: challenge.target.color,
        to: challenge.target.to, start: Mode.startColor, tiles: challenge.tiles)
      let known = mode.challenge(of: start)
      // Several mixtures of ink and hues of black make one color.
      expect(known.target == challenge.target && known.tiles == challenge.tiles)
      expect(mode.difference(known.answer, in: challenge), equals: .zero)
    }
  }

  @Test("the nearest grid value goes around where the ends meet and stops where they do not")
  func wrapping() {
    let hues = [
      (0, 0), (359, 359), (360, 0), (-1, 359), (-360, 0), (-361, 359), (721, 1), (1_000, 280),
    ]
    for (value, hue) in hues {
      expect(Mode.hsb.channels[0].nearest(to: value), equals: hue)
      expect(Mode.hsb.channels[1].nearest(to: value), equals: min(max(value, 0), 100))
    }
  }
}

extension Mode {
  /// A first challenge of its own for each number.
  func drawn(_ number: Int, _ course: Course? = nil) throws -> Challenge {
    let course = course ?? Course(round: 1, streak: 0, level: .normal)
    var draw = RandomStream(
      seed: try .numbered(number), round: course.round, nonces: [.none], hashing: .openSSL)
    return challenge(&draw, course)
  }
}
