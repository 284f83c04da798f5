// One plain sentence on how to get from a guess to the target: hue, strength and lightness, at most
// the two that matter most. It says which way and roughly how far, never a number; like names, it
// is a help for people and no rule may depend on it.

/// What a guess lacks, for example "a little more blue, and stronger"; "a match" below ΔE 1.
public func hint(from yours: Color, to target: Color) -> String {
  let texts = hints(from: yours, to: target)
    .map { hint in
      let comparative = hint.way == "more" ? "more \(hint.hue ?? "")" : hint.way
      return hint.amount.isEmpty ? comparative : "\(hint.amount) \(comparative)"
    }
  return texts.isEmpty ? "a match" : texts.joined(separator: ", and ")
}

/// One thing to change, in words that a translation can put together in its own way.
public struct Hint: Hashable, Sendable {
  /// "a little", "" or "much".
  public let amount: String
  /// "lighter", "darker", "stronger", "weaker", "grayer" or "more", of a hue.
  public let way: String
  /// The hue to go to, where the way is "more".
  public let hue: String?
}

/// What a guess lacks, at most two things; none below ΔE 1.
public func hints(from yours: Color, to target: Color) -> [Hint] {
  guard yours.difference(from: target) >= Difference(thousandths: 1_000) else { return [] }
  let changes = changes(from: OKLab(yours), to: OKLab(target))
  let sizes = changes.map(\.size).sorted(by: >)
  // Whatever is largest gets said, however small it is; the next only if it shows.
  let leastSize = max(sizes[1], min(sizes[0], Change.leastSize))
  return changes.filter { $0.size >= leastSize }
    .prefix(2)
    .map(\.hint)
}

/// One thing to change: how, and by how much on the scale of OKLab lightness.
private struct Change {
  /// Smaller changes than this stay unsaid beside a larger one: an eye hardly finds them.
  static let leastSize = 0.02

  let size: Double
  let way: String
  var hue: String?

  var hint: Hint {
    let amount =
      switch size {
      case ..<0.06: "a little"
      case ..<0.25: ""
      default: "much"
      }
    return Hint(amount: amount, way: way, hue: hue)
  }
}

/// The changes in hue, strength and lightness, in this order; at least two of them.
private func changes(from yours: OKLab, to target: OKLab) -> [Change] {
  // OKLab gives chroma too little weight against lightness; doubling it is the usual correction.
  let strength = 2 * (target.chroma - yours.chroma)
  let lightness = target.lightness - yours.lightness
  let toLightness = Change(size: abs(lightness), way: lightness > 0 ? "lighter" : "darker")
  let less = target.looksGray ? "grayer" : "weaker"
  let toStrength = Change(size: abs(strength), way: strength > 0 ? "stronger" : less)

  if target.looksGray { return [toStrength, toLightness] }
  if yours.looksGray {
    return [Change(size: abs(strength), way: "more", hue: hueName(target)), toLightness]
  }
  let turn = shorterTurn(from: yours.hue, to: target.hue)
  // ΔH² = Δa² + Δb² − ΔC²: what is left of the distance once chroma has had its share.
  let (a, b, chroma) = (target.a - yours.a, target.b - yours.b, target.chroma - yours.chroma)
  let hueSize = 2 * max(0, a * a + b * b - chroma * chroma).squareRoot()
  let toHue = Change(size: hueSize, way: "more", hue: landmark(past: yours.hue, turn: turn))
  return [toHue, toStrength, toLightness]
}

/// The turn in degrees from one hue to another by the shorter way, −180…180.
private func shorterTurn(from: Double, to: Double) -> Double {
  let turn = to - from
  return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
}

/// The hue word to aim for: of those that lie past the middle of the turn, the one nearest to its
/// end. So a green guess at a slightly bluer green hears "more cyan", not "more green".
private func landmark(past hue: Double, turn: Double) -> String {
  let landmarks: [(name: String, hue: Double)] = [
    ("red", 29), ("yellow", 110), ("green", 142), ("cyan", 195), ("blue", 264), ("magenta", 328),
  ]
  let direction: Double = turn < 0 ? -1 : 1
  var best = (name: "", overshoot: Double.infinity)
  for landmark in landmarks {
    let ahead = ((landmark.hue - hue) * direction + 360).truncatingRemainder(dividingBy: 360)
    let overshoot = abs(ahead - abs(turn))
    if ahead > abs(turn) / 2, overshoot < best.overshoot {
      best = (landmark.name, overshoot)
    }
  }
  return best.name
}
