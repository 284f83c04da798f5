// From the screen to light and to the spaces that describe an eye, and back. Expected numbers come
// from the standards and from an independent implementation, not from this one.

import Chroma
import TestSupport
import Testing

struct LightTests {
  @Test(
    arguments: [
      // 10 is the last on the straight part of the curve, 188 half the light of white.
      (0, 0.0), (1, 0.000_303_526_984), (10, 0.003_035_269_835), (11, 0.003_346_535_764),
      (128, 0.215_860_500_114), (188, 0.502_886_458_033), (254, 0.991_102_097_114), (255, 1.0),
    ] as [(UInt8, Double)])
  func channelsBecomeLightByTheStandardCurve(channel: UInt8, light: Double) {
    let linear = LinearColor(Color(red: channel, green: 0, blue: channel))
    expect(isClose(linear.red, light, within: 1e-12))
    expect(linear.green, equals: 0)
    expect(linear.blue, equals: linear.red)
  }

  @Test(
    arguments: [
      ("#ff0000", 0.212_639), ("#00ff00", 0.715_169), ("#0000ff", 0.072_192),
      ("#000000", 0), ("#ffffff", 1), ("#bcbcbc", 0.502_886),
    ] as [(String, Double)])
  func luminanceIsTheYOfTheLight(hex: String, luminance: Double) throws {
    expect(isClose(try #require(Color(hex: hex)).luminance, luminance, within: 1e-6))
  }

  @Test(
    arguments: [
      ("#ffffff", 100, 0, 0), ("#ff0000", 53.2371, 80.0901, 67.2033),
      ("#00ff00", 87.7355, -86.1816, 83.1866), ("#0000ff", 32.3009, 79.1953, -107.8555),
      ("#265c9e", 38.7851, 6.0141, -40.9710), ("#bcbcbc", 76.2461, 0, 0),
      ("#010101", 0.2742, 0, 0),
    ] as [(String, Double, Double, Double)])
  func labIsRelativeToD65(hex: String, lightness: Double, a: Double, b: Double) throws {
    let lab = Lab(try require(Color(hex: hex)))
    expect(isClose(lab.lightness, lightness, within: 1e-4))
    expect(isClose(lab.a, a, within: 1e-4))
    expect(isClose(lab.b, b, within: 1e-4))
  }

  /// The table of XYZ and OKLab pairs in Ottosson's article, given to three decimals.
  @Test(
    arguments: [
      ((0.950, 1.000, 1.089), (1.000, 0.000, 0.000)),
      ((1.000, 0.000, 0.000), (0.450, 1.236, -0.019)),
      ((0.000, 1.000, 0.000), (0.922, -0.671, 0.263)),
      ((0.000, 0.000, 1.000), (0.153, -1.415, -0.449)),
    ] as [((Double, Double, Double), (Double, Double, Double))])
  func okLabMatchesThePublishedTable(
    xyz: (Double, Double, Double), expected: (Double, Double, Double)
  ) {
    let lab = OKLab(LinearColor(XYZ(x: xyz.0, y: xyz.1, z: xyz.2)))
    expect(isClose(lab.lightness, expected.0, within: 1e-3))
    expect(isClose(lab.a, expected.1, within: 1e-3))
    expect(isClose(lab.b, expected.2, within: 1e-3))
  }

  @Test func graysHaveNoColorInAnySpace() {
    let tinted = grays.first { gray in
      let (lab, okLab) = (Lab(gray), OKLab(gray))
      return lab.a != 0 || lab.b != 0 || okLab.chroma > 1e-7
    }
    expect(tinted, equals: nil)
    expect(isClose(OKLab(Color("#ffffff")).lightness, 1, within: 1e-7))
  }

  @Test func everyColorComesBackFromEverySpace() {
    expect(grays.first { Color(LinearColor($0)) != $0 }, equals: nil)
    expect(cube.first { Color(LinearColor(XYZ(LinearColor($0)))) != $0 }, equals: nil)
    expect(cube.first { Color(Lab($0)) != $0 }, equals: nil)
    expect(cube.first { Color(OKLab($0)) != $0 }, equals: nil)
  }

  @Test func hueStaysWithinOneTurn() {
    expect(OKLab(lightness: 0.5, a: 0.1, b: -1e-18).hue, equals: 0)
    expect(OKLab(lightness: 0.5, a: -0.1, b: -0.0).hue, equals: 180)
  }

  @Test func whatNoScreenShowsIsClampedAndNeverTraps() {
    expect(Color(LinearColor(red: 2, green: -1, blue: 0.5)).hex, equals: "#ff00bc")
    expect(Color(LinearColor(red: .infinity, green: -.infinity, blue: .nan)).hex, equals: "#ff0000")
    expect(Color(Lab(lightness: 200, a: 0, b: 0)).hex, equals: "#ffffff")
    expect(Color(Lab(lightness: -5, a: 0, b: 0)).hex, equals: "#000000")
    expect(Color(Lab(lightness: .nan, a: 0, b: 0)).hex, equals: "#000000")
    expect(Color(OKLab(lightness: 2, a: 0, b: 0)).hex, equals: "#ffffff")
    expect(Color(OKLab(lightness: .infinity, a: -.infinity, b: .nan)).hex, equals: "#000000")
  }
}
