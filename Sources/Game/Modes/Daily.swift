// The same five targets for everybody on one day of UTC, alone and under the same rules, so that
// all the answers of a day can be laid side by side.

extension Mode {
  /// Sliders of hue, saturation and brightness; one seed a day.
  public static let daily = Mode(name: "daily", sliders: .hsb)
    .with {
      $0.family = nil
      $0.seats = 1...1
      $0.isFixed = true
      $0.isDaily = true
    }
}
