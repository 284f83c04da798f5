// What a person reads off the screen: a room's code, final standings, sliders and their values.

/// A line of the final standings.
struct Standing: Equatable {
  var place: Int
  var name: String
  var total: Int
}

extension Screen {
  /// The code of the room that is shown.
  var code: String? {
    let words = text.split { $0 == " " || $0 == "\n" }
    let label = words.indices.dropLast().first { words[$0...].starts(with: ["room", "code"]) }
    return label.flatMap { words.indices.contains($0 + 2) ? String(words[$0 + 2]) : nil }
  }

  /// The standings as they are shown, for the players of these tests.
  var standings: [Standing] {
    lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.firstIndex(where: { ["Ada", "Bob"].contains($0) }), name >= 2,
        let place = Int(words[name - 2]), let total = words.last.flatMap({ Int($0) })
      else { return nil }
      return Standing(place: place, name: words[name], total: total)
    }
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
