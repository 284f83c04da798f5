// The colors that laws are tried on. A law over many colors is one `first` that must find nothing:
// the failure then shows the color that broke it, and the loop stays fast in debug builds.

import Chroma

/// Every fifth value of each channel, both ends included: 52³ colors.
let cube: [Color] = {
  let channels = stride(from: UInt8(0), through: 255, by: 5)
  return channels.flatMap { red in
    channels.flatMap { green in
      channels.map { blue in Color(red: red, green: green, blue: blue) }
    }
  }
}()

/// A sixtieth of the cube, spread over all of it, for laws on pairs or with slow conversions.
let sparseCube: [Color] = stride(from: 0, to: cube.count, by: 59).map { cube[$0] }

/// All 256 grays, from black to white.
let grays: [Color] = (0...255).map { Color(red: $0, green: $0, blue: $0) }

extension Color {
  /// A color written in a test; a typing error becomes an unmistakable magenta and fails the test.
  init(_ hex: StaticString) {
    self = Color(hex: hex.description) ?? Color(red: 255, green: 0, blue: 255)
  }

  /// By how much the channel that differs most differs.
  func largestChannelGap(to other: Color) -> Int {
    max(
      abs(Int(red) - Int(other.red)),
      abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}

func isClose(_ value: Double, _ expected: Double, within tolerance: Double) -> Bool {
  abs(value - expected) <= tolerance
}
