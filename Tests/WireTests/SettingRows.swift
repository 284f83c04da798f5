// The places besides RoomSetting that name every setting of a room: the catalogue of messages,
// their vectors, the specification and the page's words. A setting that is new is added at the end
// of each, as RoomSetting has it; a person words it better afterwards.

import Foundation
import TestSupport
import Wire

/// What `make golden` adds to the contract for a setting.
enum SettingRows {
  /// The files, and what adds what they lack.
  static let files: [(path: String, complete: @Sendable (inout [String]) -> Void)] = [
    ("messages.tsv", { addFields(to: &$0) }), ("README.md", { addRows(to: &$0) }),
    ("vectors/client/create.tsv", { addColumns(to: &$0, isTold: false) }),
    ("vectors/client/config.tsv", { addColumns(to: &$0, isTold: false) }),
    ("vectors/server/room.tsv", { addColumns(to: &$0, isTold: true) }),
    ("../clients/web/words/en-later.mjs", { addWords(to: &$0) { $0 } }),
    ("../clients/web/words/de-later.mjs", { addWords(to: &$0, in: german) }),
  ]

  private static func addFields(to lines: inout [String]) {
    for verb in ["client\tCREATE\t", "client\tCONFIG\t", "server\tROOM\t"] {
      guard let line = lines.firstIndex(where: { $0.hasPrefix(verb) }) else { continue }
      var cells = lines[line].components(separatedBy: "\t")
      let keys = cells[3].split(separator: " ").map { $0.prefix { $0 != ":" } }
      for setting in RoomSetting.all where !keys.contains(where: { $0 == setting.key }) {
        cells[3] += " \(setting.key):\(type(of: setting, isTold: verb.hasPrefix("server")))?"
      }
      lines[line] = cells.joined(separator: "\t")
    }
  }

  private static func type(of setting: RoomSetting, isTold: Bool) -> String {
    switch setting.kind {
    case .mode: "mode"
    case .level: "level"
    case .names: "names"
    case .flag: isTold ? "mark" : "flag"
    case .number(let range, _):
      isTold ? "some(\(range.upperBound))" : "int(\(range.lowerBound)-\(range.upperBound))"
    case .text(let most): "text(\(most))"
    }
  }

  /// Adds the texts that the page's form has for a setting.
  private static func addWords(to lines: inout [String], in language: (String) -> String) {
    for setting in RoomSetting.all where ![.mode, .name, .names].contains(setting) {
      let key = "  \"set.\(setting.key)\": "
      guard !lines.contains(where: { $0.hasPrefix(key) }),
        let last = lines.lastIndex(where: { $0.hasPrefix("  \"set.") })
      else { continue }
      let text = language(setting.help)
      lines.insert("\(key)\"\(text.prefix(1).uppercased())\(text.dropFirst())\",", at: last + 1)
    }
  }

  @Sendable private static func german(_ text: String) -> String {
    let table = try? protocolFile("../clients/terminal/Core/Words/german.tsv")
    let line = table?.split(separator: "\n").first { $0.hasPrefix("\(text)\t") }
    return line.map { String($0.dropFirst(text.count + 1)) } ?? text
  }

  private static func addRows(to lines: inout [String]) {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("| setting | default |") }) else {
      return
    }
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    let missing = RoomSetting.all
      .filter { setting in !lines[start..<end].contains { $0.contains("`\(setting.key)`") } }
    lines.insert(contentsOf: missing.map { "| `\($0.key)` | 0 | \($0.help) |" }, at: end)
  }

  /// Adds a column. The first case has every field, the next is the first as it was before, and the
  /// last has the field and gets it wrong.
  private static func addColumns(to lines: inout [String], isTold: Bool) {
    var rows = lines.map { $0.components(separatedBy: "\t") }
    let names = rows[0]
    for setting in RoomSetting.all where !names.contains(setting.key) {
      let (said, word, wrong) = sample(of: setting)
      let place = rows[0].count - 1
      for row in rows.indices where rows[row].count > place {
        let isRead = ["canonical", "accepted"].contains(rows[row][1])
        let usual = ["1": "no", "drawn": ""][said] ?? "0"
        let absent = isTold && isRead ? usual : ""
        rows[row].insert(row == 0 ? setting.key : absent, at: place)
      }
      var before = rows[1]
      rows[1][0] += " \(setting.key)=\(said)"
      rows[1][place] = word
      before[place + 1] = "without \(setting.key), as before it came"
      rows.insert(before, at: 2)
      let empty = Array(repeating: "", count: place - 1)
      rows.insert(
        ["\(before[0]) \(setting.key)=\(wrong)", "bad-field"] + empty + ["not of its kind"],
        at: rows.count - 1)
    }
    lines = rows.map { $0.joined(separator: "\t") }
  }

  /// A value that is not the usual one, on the wire and in a cell, and one that it cannot have.
  private static func sample(
    of setting: RoomSetting
  ) -> (said: String, word: String, wrong: String) {
    switch setting.kind {
    case .flag: ("1", "yes", "2")
    case .number(let range, _):
      ("\(range.upperBound)", "\(range.upperBound)", "\(range.upperBound + 1)")
    case .names: ("drawn", "drawn", "dawn")
    case .mode, .level, .text: ("", "", "")
    }
  }
}
