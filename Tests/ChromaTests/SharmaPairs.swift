// Table 1 of Sharma, Wu and Dalal (2005): 34 pairs chosen to catch every way in which CIEDE2000 has
// been implemented wrongly, hues at 180° and grays above all. Four decimals, as published.

import Chroma
import Testing

struct PublishedPair: Sendable, CustomTestStringConvertible {
  let first: Lab
  let second: Lab
  let difference: Double

  init(
    _ lightness1: Double, _ a1: Double, _ b1: Double,
    _ lightness2: Double, _ a2: Double, _ b2: Double,
    _ difference: Double
  ) {
    first = Lab(lightness: lightness1, a: a1, b: b1)
    second = Lab(lightness: lightness2, a: a2, b: b2)
    self.difference = difference
  }

  var testDescription: String {
    func text(_ lab: Lab) -> String { "(\(lab.lightness), \(lab.a), \(lab.b))" }
    return "\(text(first)) to \(text(second)): \(difference)"
  }
}

let sharmaPairs = [
  PublishedPair(50.0000, 2.6772, -79.7751, 50.0000, 0.0000, -82.7485, 2.0425),
  PublishedPair(50.0000, 3.1571, -77.2803, 50.0000, 0.0000, -82.7485, 2.8615),
  PublishedPair(50.0000, 2.8361, -74.0200, 50.0000, 0.0000, -82.7485, 3.4412),
  PublishedPair(50.0000, -1.3802, -84.2814, 50.0000, 0.0000, -82.7485, 1.0000),
  PublishedPair(50.0000, -1.1848, -84.8006, 50.0000, 0.0000, -82.7485, 1.0000),
  PublishedPair(50.0000, -0.9009, -85.5211, 50.0000, 0.0000, -82.7485, 1.0000),
  PublishedPair(50.0000, 0.0000, 0.0000, 50.0000, -1.0000, 2.0000, 2.3669),
  PublishedPair(50.0000, -1.0000, 2.0000, 50.0000, 0.0000, 0.0000, 2.3669),
  PublishedPair(50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0009, 7.1792),
  PublishedPair(50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0010, 7.1792),
  PublishedPair(50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0011, 7.2195),
  PublishedPair(50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0012, 7.2195),
  PublishedPair(50.0000, -0.0010, 2.4900, 50.0000, 0.0009, -2.4900, 4.8045),
  PublishedPair(50.0000, -0.0010, 2.4900, 50.0000, 0.0010, -2.4900, 4.8045),
  PublishedPair(50.0000, -0.0010, 2.4900, 50.0000, 0.0011, -2.4900, 4.7461),
  PublishedPair(50.0000, 2.5000, 0.0000, 50.0000, 0.0000, -2.5000, 4.3065),
  PublishedPair(50.0000, 2.5000, 0.0000, 73.0000, 25.0000, -18.0000, 27.1492),
  PublishedPair(50.0000, 2.5000, 0.0000, 61.0000, -5.0000, 29.0000, 22.8977),
  PublishedPair(50.0000, 2.5000, 0.0000, 56.0000, -27.0000, -3.0000, 31.9030),
  PublishedPair(50.0000, 2.5000, 0.0000, 58.0000, 24.0000, 15.0000, 19.4535),
  PublishedPair(50.0000, 2.5000, 0.0000, 50.0000, 3.1736, 0.5854, 1.0000),
  PublishedPair(50.0000, 2.5000, 0.0000, 50.0000, 3.2972, 0.0000, 1.0000),
  PublishedPair(50.0000, 2.5000, 0.0000, 50.0000, 1.8634, 0.5757, 1.0000),
  PublishedPair(50.0000, 2.5000, 0.0000, 50.0000, 3.2592, 0.3350, 1.0000),
  PublishedPair(60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
  PublishedPair(63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630),
  PublishedPair(61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731),
  PublishedPair(35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645),
  PublishedPair(22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373),
  PublishedPair(36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146),
  PublishedPair(90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441),
  PublishedPair(90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381),
  PublishedPair(6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377),
  PublishedPair(2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082),
]
