// What commands answer programs, in JSON: boards and past matches as a server's `/api` has them,
// the games of a network, and what the check of a saved match found. It finds nothing itself, and
// is the same in every language.

package import Archive
package import ClientCore
import Game
package import Wire

extension Found {
  /// What was found.
  package var json: JSON {
    switch lookup {
    case .board: JSON(board: rows, ratesHouseholds: ratesHouseholds)
    case .past: JSON(past: matches)
    case .forgetting: ["forgotten": JSON(true)]
    }
  }
}

extension NearbyGame {
  /// A game, of which null says whether it answers while that is not known.
  package var json: JSON {
    let known: [(key: String, value: JSON)] = [
      (key: "name", value: JSON(name)), (key: "address", value: JSON(address)),
      (key: "answers", value: reach == .asking ? .null : JSON(reach == .open)),
    ]
    switch announcement.offer {
    case .room(let room):
      let state = room.isPlaying ? ListedState.playing : .waiting
      return JSON(
        object: known + [
          (key: "mode", value: JSON(room.mode)), (key: "taken", value: JSON(room.taken)),
          (key: "seats", value: JSON(room.seats)), (key: "state", value: JSON(state.rawValue)),
        ])
    case .server(let rooms, let players):
      return JSON(
        object: known + [
          (key: "rooms", value: JSON(rooms)), (key: "players", value: JSON(players)),
        ])
    }
  }
}

extension TranscriptReport {
  /// What a transcript proves.
  package var json: JSON {
    let matches = findings.map { finding -> JSON in
      [
        "room": finding.room.map { JSON($0.text) } ?? .null, "match": JSON(finding.match),
        "verdict": JSON(Self.word(finding.verdict)),
      ]
    }
    return [
      "proved": JSON(isProved), "matches": JSON(list: matches),
      "faults": JSON(list: faults.map(Self.json)),
    ]
  }

  private static func word(_ verdict: Verdict?) -> String {
    switch verdict {
    case .verified: "fair"
    case .mismatch: "unfair"
    case .unknown: "no-promise"
    case nil: "no-seed"
    }
  }

  private static func json(_ fault: Fault) -> JSON {
    switch fault {
    case .unreadable(let line): ["line": JSON(line), "fault": JSON("unreadable")]
    case .gap(let line, let missing):
      [
        "line": JSON(line), "fault": JSON("gap"), "from": JSON(missing.lowerBound),
        "to": JSON(missing.upperBound),
      ]
    case .repeated(let line, let number):
      ["line": JSON(line), "fault": JSON("repeated"), "n": JSON(number)]
    }
  }
}

extension PlainRecord {
  /// What the check of a record found, as `lines` says it: which checks it has passed, and the
  /// first that it has not.
  package static func json(
    _ file: RecordFile, _ fault: RecordFault?, isTrusted: Bool, _ copy: Result<Void, CopyFault>?
  ) -> JSON {
    let title = file.match.title
    let passed = RecordCheck.allCases.prefix { $0 != fault?.check }
    let players = file.persons.map { person -> JSON in
      ["who": JSON(person.player.wire), "name": JSON(person.name)]
    }
    return [
      "proved": JSON(fault == nil && copy?.isProved != false), "log": JSON(title.log),
      "room": JSON(title.room.text), "match": JSON(title.match),
      "index": file.receipt.map { JSON($0.index) } ?? .null, "players": JSON(list: players),
      "passed": JSON(list: passed.map { JSON($0.rawValue) }),
      "failed": fault.map { JSON($0.check.rawValue) } ?? .null, "trusted": JSON(isTrusted),
      "copy": copy.map { JSON($0.isProved) } ?? .null,
    ]
  }
}
