// What eyes that lack one kind of cone see, shown as colors for eyes that do not. It follows
// G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
// Simulation of Color Vision Deficiency" (IEEE Transactions on Visualization and Computer Graphics
// 15, 2009), with the matrices for severity 1.0 that the authors publish, digit for digit. It is a
// model, not a pair of eyes. Invariant: grays look the same to everybody.

/// The kinds of eyes that the game keeps colors apart for, told by the kind of cone they lack.
public enum Vision: String, CaseIterable, Sendable {
  /// All three kinds of cones.
  case normal
  /// No working cones for long waves (protanopia): red is dark and mixes with green.
  case protan
  /// No working cones for medium waves (deuteranopia): red and green mix.
  case deutan
  /// No working cones for short waves (tritanopia): blue and green mix, and yellow and pink.
  case tritan
}

extension Color {
  /// How this color looks to such eyes: the model of Machado, Oliveira and Fernandes (2009) at
  /// severity 1.0, applied to linear light, clamped to what a screen can show and rounded to
  /// 8 bits. To `normal` eyes every color looks as it is, and a gray does to all.
  public func seen(by vision: Vision) -> Color {
    guard let simulation = Simulation(of: vision) else { return self }
    let light = LinearColor(self)
    return Color(
      LinearColor(
        red: simulation.red.sum(over: light),
        green: simulation.green.sum(over: light),
        blue: simulation.blue.sum(over: light)))
  }
}

/// A matrix from the light that is there to the light that is seen, a row for each channel.
///
/// As published, three of the rows miss a sum of 1 by a millionth. That is left alone: on a gray it
/// comes to less than a hundredth of an 8-bit step, so rounding brings every gray back.
private struct Simulation {
  struct Row {
    let red: Double
    let green: Double
    let blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    func sum(over light: LinearColor) -> Double {
      red * light.red + green * light.green + blue * light.blue
    }
  }

  let red: Row
  let green: Row
  let blue: Row

  /// The published matrix, or nil for eyes that need none.
  init?(of vision: Vision) {
    switch vision {
    case .normal:
      return nil
    case .protan:
      red = Row(0.152_286, 1.052_583, -0.204_868)
      green = Row(0.114_503, 0.786_281, 0.099_216)
      blue = Row(-0.003_882, -0.048_116, 1.051_998)
    case .deutan:
      red = Row(0.367_322, 0.860_646, -0.227_968)
      green = Row(0.280_085, 0.672_501, 0.047_413)
      blue = Row(-0.011_820, 0.042_940, 0.968_881)
    case .tritan:
      red = Row(1.255_528, -0.076_749, -0.178_779)
      green = Row(-0.078_411, 0.930_809, 0.147_602)
      blue = Row(0.004_733, 0.691_367, 0.303_900)
    }
  }
}
