// Plain words for a color, for screen readers, assist and terminals without color. The words follow
// bands of OKLab lightness, chroma and hue chosen by eye; they are a help for talking, not a
// standard, and no rule of the game may depend on them. Every color has exactly one name.

/// A spoken name such as "strong azure blue", "grayish green", "brown" or "dark gray": an adjective
/// for lightness and strength, unless both are ordinary, and a word for the hue.
public func name(of color: Color) -> String {
  let (manner, hue) = nameParts(of: color)
  return manner.map { "\($0) \(hue)" } ?? hue
}

/// The adjective of a color's name, nil where there is none, and its word for the hue; so that a
/// translation can put them together in its own way.
public func nameParts(of color: Color) -> (manner: String?, hue: String) {
  let lab = OKLab(color)
  guard !lab.looksGray else { return (nil, grayName(lightness: lab.lightness)) }
  let manner = adjective(lightness: lab.lightness, chroma: lab.chroma)
  return (manner.isEmpty ? nil : manner, hueName(lab))
}

extension OKLab {
  /// Whether no hue is worth a word: hardly any chroma, or too dark for the eye to find it.
  var looksGray: Bool { chroma < 0.02 || lightness < 0.15 }
}

/// The word for the hue alone. Some hues change their word with lightness: dark orange is brown.
func hueName(_ lab: OKLab) -> String {
  let band = hueBands.first { lab.hue < $0.end } ?? hueBands[0]
  if let dark = band.dark, lab.lightness < dark.below { return dark.name }
  if let light = band.light, lab.lightness >= light.from { return light.name }
  return band.name
}

private func grayName(lightness: Double) -> String {
  switch lightness {
  case ..<0.20: "black"
  case ..<0.50: "dark gray"
  case ..<0.72: "gray"
  case ..<0.96: "light gray"
  default: "white"
  }
}

private func adjective(lightness: Double, chroma: Double) -> String {
  switch (lightness, chroma) {
  case (..<0.40, ..<0.09): "dark grayish"
  case (..<0.40, ..<0.115): "dark"
  case (..<0.40, _): "deep"
  case (..<0.80, ..<0.09): "grayish"
  case (..<0.80, ..<0.115): ""
  case (_, ..<0.09): "pale"
  case (_, ..<0.115): "light"
  case (_, ..<0.19): "strong"
  default: "vivid"
  }
}

/// One arc of the hue circle, from the end of the band before it to `end` in degrees of OKLab.
private struct HueBand {
  let end: Double
  let name: String
  var dark: (name: String, below: Double)?
  var light: (name: String, from: Double)?
}

private let hueBands = [
  HueBand(end: 12, name: "rose", light: ("pink", 0.72)),
  HueBand(end: 38, name: "red", light: ("pink", 0.75)),
  HueBand(end: 78, name: "orange", dark: ("brown", 0.60)),
  HueBand(end: 116, name: "yellow", dark: ("olive", 0.70)),
  HueBand(end: 134, name: "yellow green"),
  HueBand(end: 158, name: "green"),
  HueBand(end: 185, name: "blue green"),
  HueBand(end: 215, name: "cyan", dark: ("teal", 0.60)),
  HueBand(end: 238, name: "sky blue"),
  HueBand(end: 260, name: "azure blue"),
  HueBand(end: 285, name: "blue"),
  HueBand(end: 303, name: "violet"),
  HueBand(end: 320, name: "purple"),
  HueBand(end: 338, name: "magenta", dark: ("purple", 0.60)),
  HueBand(end: 360, name: "rose", light: ("pink", 0.72)),
]
