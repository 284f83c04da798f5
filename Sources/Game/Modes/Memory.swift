// The target is seen for three seconds and then has to be remembered. Nobody sees where the others
// stand: their colors, or how warm they are, would give the target away.

extension Mode {
  /// Sliders of hue, saturation and brightness, for a target that hides after 3 s.
  public static let memory = Mode(name: "memory", sliders: .hsb)
    .with {
      $0.family = $0.name
      $0.hidesAfter = 3_000
      $0.isSecret = true
    }
}
