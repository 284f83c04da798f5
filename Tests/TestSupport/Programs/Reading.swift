// What a person reads off the screen: a room's code, sliders and their values.

extension Screen {
  /// The code of the room that is shown.
  var code: String? {
    let words = text.split { $0 == " " || $0 == "\n" }
    let label = words.indices.dropLast().first { words[$0...].starts(with: ["room", "code"]) }
    return label.flatMap { words.indices.contains($0 + 2) ? String(words[$0 + 2]) : nil }
  }

  /// The row of a slider.
  func row(of slider: String) -> Int? {
    lines.firstIndex { line in
      let words = line.split(separator: " ").filter { !["▸", ">"].contains($0) }
      return words.first.map { $0 == slider } ?? false
    }
  }

  /// The value that a slider shows.
  func value(of slider: String) -> Int? {
    row(of: slider).flatMap { lines[$0].split(separator: " ").last }.flatMap { Int($0) }
  }
}
