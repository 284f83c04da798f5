// The form of a room's settings: what it asks for, what it says cannot be, and that it never asks
// for what the server's ranges do not hold.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("The settings of a room")
struct RoomFormTests {
  static func view(
    _ mode: Mode = .hsb, seats: Int = 5, password: Bool = false, rated: Bool = false
  ) -> RoomView {
    RoomView(
      name: "here", rules: .usual(of: mode), seats: seats, isListed: true, hasPassword: password,
      isRated: rated)
  }

  static let changes: [(field: RoomForm.Field, steps: Int, wishes: RoomWishes)] = [
    (.mode, 1, RoomWishes(mode: .cmyk)), (.mode, 3, RoomWishes(mode: .tiles)),
    (.rounds, 3, RoomWishes(rounds: 8)), (.rounds, 99, RoomWishes(rounds: 20)),
    (.seconds, -1, RoomWishes(seconds: 25)), (.seconds, -99, RoomWishes(seconds: 5)),
    (.level, 1, RoomWishes(level: .hard)), (.seats, 9, RoomWishes(seats: 8)),
    (.seats, -9, RoomWishes(seats: 3)), (.listed, -1, RoomWishes(isListed: false)),
    (.rated, 1, RoomWishes(isRated: true)), (.assisted, 1, RoomWishes(isAssisted: true)),
    (.delay, 12, RoomWishes(delay: 12)), (.delay, 99, RoomWishes(delay: 30)),
    (.exact, 1, RoomWishes(isExact: true)),
  ]

  @Test(arguments: changes.indices)
  func onlyWhatIsDifferentIsAskedFor(index: Int) {
    let change = Self.changes[index]
    var form = RoomForm(Self.view(), taken: 3)
    expect(form.change, equals: nil, "nothing is different yet")
    form.field = change.field
    form.change(by: change.steps)
    expect(form.change, equals: .config(change.wishes, opens: false))
    expect(form.problem, equals: nil)
  }

  @Test func passwordsAreTypedTakenAwayAndKept() {
    var form = RoomForm(Self.view(password: true), taken: 2)
    expect(form.text(of: .password).value, equals: "as it is")
    form.field = .password
    for letter in "h l".unicodeScalars { form.type(letter) }
    expect(form.change, equals: .config(RoomWishes(password: "h l"), opens: false))
    for _ in 0..<3 { form.rubOut() }
    expect(form.text(of: .password).value, equals: "none")
    expect(form.change, equals: .config(RoomWishes(), opens: true))
    form.change(by: 1)
    expect(form.change, equals: nil, "as it was")
    for letter in String(repeating: "x", count: 99).unicodeScalars { form.type(letter) }
    expect(form.text(of: .password).value.count, equals: RoomSettings.passwordCharactersMax)
  }

  /// How many steps lead from one mode to a later one.
  private static func steps(from mode: Mode, to other: Mode) -> Int {
    Mode.all.drop { $0 != mode }.prefix { $0 != other }.count
  }

  @Test func whatTheServerWouldRefuseIsSaidBefore() {
    var form = RoomForm(Self.view(), taken: 3)
    form.change(by: Self.steps(from: form.rules.mode, to: .daily))
    expect(form.problem, equals: "3 sit here, and daily takes 1 at most.")
    form = RoomForm(Self.view(password: true), taken: 3)
    form.field = .rated
    form.change(by: 1)
    expect(form.problem, equals: "A rated room has no password.")
    form.field = .password
    form.change(by: -1)
    expect(form.problem, equals: nil)
    form.field = .listed
    form.change(by: -1)
    expect(form.problem, equals: "A rated room must be listed.")
    expect(form.remark, equals: form.problem)
  }

  @Test func whateverIsChosenTheServersRangesHoldIt() {
    var dice = SplitMix64(seed: 11)
    for start in Mode.all {
      var form = RoomForm(
        Self.view(start, seats: start.seats.upperBound), taken: start.seats.lowerBound)
      for _ in 0..<400 {
        form.choose(by: dice.roll(-2..<3))
        form.change(by: dice.roll(-9..<10))
        if dice.roll(0..<5) == 0 { form.type(Unicode.Scalar(UInt8(dice.roll(0..<128)))) }
        if dice.roll(0..<5) == 0 { form.rubOut() }
        let rules = form.rules
        expect(
          Rules(
            checkedMode: rules.mode, rounds: rules.rounds, seconds: rules.seconds,
            level: rules.level, isAssisted: rules.isAssisted), differsFrom: nil)
        expect(rules.mode.seats, contains: form.seats)
        expect(RoomSettings.delayRange, contains: form.delay)
      }
    }
  }
}

extension RoomForm {
  /// For a room with rules that are not the usual ones.
  fileprivate init(taken: Int, level: Level, isAssisted: Bool) {
    var view = RoomFormTests.view()
    view.rules.level = level
    view.rules.isAssisted = isAssisted
    self.init(view, taken: taken)
  }
}
