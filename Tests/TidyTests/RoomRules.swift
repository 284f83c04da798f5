// A room knows who sits in it, what they play and who looks on, and no lane: where others hear it
// is its hall's to know. This rule keeps it so, by the words that speak of lanes.

/// The folder of rooms, and what they do not speak of.
enum RoomRule {
  static let folder = "Sources/Rooms/Room"
  static let strangers: Set = [
    "lane", "lanes", "laneCount", "home", "publish", "carry", "Bulletin", "Journey", "Elsewhere",
    "Hall", "RoomEntry",
  ]
}

/// Places in rooms that know of lanes.
func roomLaneFindings(in files: [SwiftFile]) -> [Finding] {
  files.filter { $0.file.isBelow(RoomRule.folder) }
    .flatMap { file in
      file.code.filter { RoomRule.strangers.contains($0.text) }
        .map { Finding(file.path, line: $0.line, "a room knows no \($0.text)") }
    }
}
