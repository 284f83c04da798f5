// Cyan, magenta, yellow and black on the grid that players slide on: whole percents, and the plain
// (1 − ink)(1 − black) form, which is arithmetic and not a printing press (no profile, no paper).
// All arithmetic is in whole numbers. Invariant: every value of `CMYK` lies on the grid.

/// A color by four inks, as whole percents.
public struct CMYK: Hashable, Sendable {
  /// The amounts of the grid, in percent.
  public static let percents = 0...100

  /// Percent, 0…100; takes red away.
  public let cyan: Int
  /// Percent, 0…100; takes green away.
  public let magenta: Int
  /// Percent, 0…100; takes blue away.
  public let yellow: Int
  /// Percent, 0…100; takes all light away.
  public let black: Int

  /// The value on the grid, or nil off it.
  public init?(cyan: Int, magenta: Int, yellow: Int, black: Int) {
    guard CMYK.percents.contains(cyan), CMYK.percents.contains(magenta),
      CMYK.percents.contains(yellow), CMYK.percents.contains(black)
    else { return nil }
    self.cyan = cyan
    self.magenta = magenta
    self.yellow = yellow
    self.black = black
  }

  /// The grid value for a color, with as much black as it bears (1 − its largest channel) rounded
  /// to the grid, then for each ink the amount that comes closest. A gray is black ink alone, a
  /// color made with one ink at 0 is made again exactly, and no channel of any color moves by more
  /// than 1. Colors made of all four inks may move by that 1: black takes the others' place.
  public init(nearest color: Color) {
    let largest = Int(max(color.red, color.green, color.blue))
    let isGray = color.red == color.green && color.green == color.blue
    let black = roundedQuotient(100 * (255 - largest), 255)
    // What is left of a channel without colored ink, in hundredths.
    let paper = 255 * (100 - black)
    func ink(_ channel: UInt8) -> Int {
      let missing = paper - 100 * Int(channel)
      return missing > 0 && !isGray ? roundedQuotient(100 * missing, paper) : 0
    }
    cyan = ink(color.red)
    magenta = ink(color.green)
    yellow = ink(color.blue)
    self.black = black
  }

  /// The 8-bit color, each channel rounded half up.
  public var color: Color {
    func channel(_ ink: Int) -> UInt8 {
      UInt8(roundedQuotient(255 * (100 - ink) * (100 - black), 10_000))
    }
    return Color(red: channel(cyan), green: channel(magenta), blue: channel(yellow))
  }
}
