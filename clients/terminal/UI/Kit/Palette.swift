// The fixed palettes of terminals, and the entry nearest to a color by CIEDE2000: exactly, not by a
// coarser table. A whole frame asks for few different colors, so a small cache in front of the
// search carries the speed. Invariant: the same color gives the same entry on every run.

import Chroma

/// Some entries of a terminal's palette.
struct Palette: Sendable {
  private struct Shade: Sendable {
    let index: UInt8
    let color: Color
    let lab: Lab
  }

  /// In order of lightness.
  private let entries: [Shade]

  private init(_ colors: [(index: UInt8, color: Color)]) {
    entries =
      colors
      .map { Shade(index: $0.index, color: $0.color, lab: Lab($0.color)) }
      .sorted { ($0.lab.lightness, $0.index) < ($1.lab.lightness, $1.index) }
  }

  static let empty = Palette([])

  /// Entries 16…255 as xterm defines them (256colres.pl) and everyone else copies them.
  static let cubeAndGrays = Palette(
    (16...255).map { index in (UInt8(index), xtermColor(at: index)) })

  /// Entries 0…15 as in xterm's default resources; a theme may show anything else.
  static let sixteen = Palette(
    sixteenHex.enumerated()
      .compactMap { index, hex in
        Color(hex: hex).map { (UInt8(index), $0) }
      })

  /// A gray of the sixteen that is not another entry: the one between black and white, or the light
  /// one.
  static func grayBetween(other entry: UInt8?) -> UInt8 { entry == 8 ? 7 : 8 }

  private static let sixteenHex = [
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
  ]

  private static func xtermColor(at index: Int) -> Color {
    guard index < 232 else { return Color(gray: UInt8(8 + 10 * (index - 232))) }
    func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
    let cube = index - 16
    return Color(red: level(cube / 36), green: level(cube / 6 % 6), blue: level(cube % 6))
  }

  /// The color of an entry; black where the palette has no such entry.
  func color(at index: UInt8) -> Color {
    entries.first { $0.index == index }?.color ?? Color(gray: 0)
  }

  /// CIEDE2000 divides the difference in lightness by at most this (S_L at L̄ = 0 or 100), so two
  /// colors are never nearer than their lightnesses divided by it.
  private static let lightnessScaleMax = 1.7471

  /// The entry with the least CIEDE2000 from a color, the first of equals; 0 if there is no entry.
  ///
  /// Walks away from the color's own lightness both ways, until nothing lighter or darker could be
  /// nearer than the best so far.
  func nearest(to color: Color) -> UInt8 {
    let lab = Lab(color)
    var best = (index: UInt8(0), distance: Double.infinity)
    func isWorthATry(_ entry: Shade) -> Bool {
      abs(entry.lab.lightness - lab.lightness) <= best.distance * Palette.lightnessScaleMax
    }
    func consider(_ entry: Shade) {
      let distance = ciede2000(entry.lab, lab)
      if (distance, entry.index) < (best.distance, best.index) {
        best = (entry.index, distance)
      }
    }
    let split = entries.firstIndex { $0.lab.lightness >= lab.lightness } ?? entries.endIndex
    var (lighter, darker) = (split, split - 1)
    while true {
      let triesLighter = lighter < entries.endIndex && isWorthATry(entries[lighter])
      let triesDarker = darker >= 0 && isWorthATry(entries[darker])
      if triesLighter {
        consider(entries[lighter])
        lighter += 1
      }
      if triesDarker {
        consider(entries[darker])
        darker -= 1
      }
      if !triesLighter && !triesDarker { return best.index }
    }
  }
}

/// Palette entries that have been looked up lately. Each color has one slot that it shares with
/// others, so the memory is fixed and a look-up is one comparison.
struct PaletteCache: Sendable {
  private let palette: Palette
  /// The color in the upper 24 bits, its entry in the lower 8.
  private var slots: [UInt32]

  private static let slotsLog2 = 12
  /// White as entry 255, which is a dark gray in one palette and absent from the other.
  private static let empty = UInt32.max

  init(_ palette: Palette) {
    self.palette = palette
    slots = Array(repeating: PaletteCache.empty, count: 1 << PaletteCache.slotsLog2)
  }

  mutating func nearest(to color: Color) -> UInt8 {
    let packed = color.packed
    let slot = Int((packed &* 0x9e37_79b1) >> UInt32(32 - PaletteCache.slotsLog2))
    if slots[slot] >> 8 == packed && slots[slot] != PaletteCache.empty {
      return UInt8(truncatingIfNeeded: slots[slot])
    }
    let index = palette.nearest(to: color)
    slots[slot] = packed << 8 | UInt32(index)
    return index
  }
}

extension Color {
  /// The three channels as one number, red on top.
  var packed: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The color of such a number; what is above its channels does not count.
  init(packed: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 16), green: UInt8(truncatingIfNeeded: packed >> 8),
      blue: UInt8(truncatingIfNeeded: packed))
  }
}
