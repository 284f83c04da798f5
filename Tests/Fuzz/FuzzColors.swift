// Colors as players write them, and everything that can be worked out from one.

import Chroma

/// Bytes as the text of a color, and then as channels of colors, three bytes each.
@Sendable func colors(_ bytes: [UInt8]) {
  let read = Color(hexBytes: bytes)
  let text = String(validating: bytes, as: UTF8.self)
  precondition(text.flatMap { Color(hex: $0) } == read, "two readers differ")
  if let read {
    let lowered = bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    precondition(Array(read.hex.utf8) == lowered, "a color is written as another")
  }
  var previous = read ?? Color(red: 0, green: 0, blue: 0)
  for start in stride(from: 0, to: bytes.count - 2, by: 3).prefix(8) {
    let next = Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    check(next)
    check(previous, next)
    previous = next
  }
}

private func check(_ color: Color) {
  precondition(Color(hex: color.hex) == color, "a color is read as another")
  precondition(distance(HSB(nearest: color).color, color) <= 2, "off the grid of HSB")
  precondition(distance(CMYK(nearest: color).color, color) <= 1, "off the grid of CMYK")
  precondition(color.difference(from: color) == .zero, "a color differs from itself")
  precondition(!name(of: color).isEmpty, "a color has no name")
  for vision in Vision.allCases { _ = color.seen(by: vision) }
}

private func check(_ first: Color, _ second: Color) {
  // What is rounded last may round differently from the other side.
  let there = first.difference(from: second).thousandths
  let back = second.difference(from: first).thousandths
  precondition(there >= 0 && abs(there - back) <= 1, "a difference has two sizes")
  precondition(!hint(from: first, to: second).isEmpty, "a hint says nothing")
  let gradient = Gradient(from: first, to: second)
  precondition(gradient.color(at: 0, of: 4) == first && gradient.color(at: 4, of: 4) == second)
  precondition(gradient.difference(from: gradient) == .zero, "a gradient differs from itself")
  precondition(first.mixed(with: second, at: 0) == first, "the way begins elsewhere")
  precondition(first.mixed(with: second, at: 1) == second, "the way ends elsewhere")
}

/// The largest distance of a channel.
private func distance(_ first: Color, _ second: Color) -> Int {
  func apart(_ one: UInt8, _ other: UInt8) -> Int { abs(Int(one) - Int(other)) }
  return max(
    apart(first.red, second.red), apart(first.green, second.green), apart(first.blue, second.blue))
}
