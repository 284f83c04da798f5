// What people are given to come to a game by: every vector, and any text at all.

import Foundation
import TestSupport
import Testing
import Wire

@Suite("Invitations")
struct InvitationTests {
  @Test("an invitation is read as the vectors say, and what is none has its reason")
  func vectors() throws {
    let table = try ContractTable("vectors/invitations.tsv")
    let keys = ["scheme", "host", "port", "room", "stage", "fingerprint", "lone"]
    expect(table.columns, equals: ["TEXT", "OUTCOME", "WHAT"] + keys + ["REASON"])
    for row in table.rows {
      let text = String(decoding: try Vectors.bytes(row["TEXT"]), as: UTF8.self)
      let what = String(decoding: try Vectors.bytes(row["WHAT"]), as: UTF8.self)
      do throws(Invitation.Flaw) {
        let found = try Invitation(text)
        expect(row["OUTCOME"], equals: "read", "\(row.place)")
        expect(found.meaning, equals: keys.map { row[$0] }, "\(row.place) \(row["REASON"])")
      } catch {
        expect(error.word, equals: row["OUTCOME"], "\(row.place) \(row["REASON"])")
        expect(error.what, equals: what, "\(row.place)")
      }
    }
    expect(table.rows.count, isAbove: 150)
  }

  @Test("any text is an invitation or has a reason, and a cut fingerprint is never left out")
  func random() throws {
    let whole = "chromatch://play.example/WAVE#SHA256:" + String(repeating: "0f", count: 32)
    for length in whole.indices {
      let cut = String(whole[..<length])
      let hasSign = cut.contains("#")
      expect((try? Invitation(cut)) == nil || !hasSign, "\(cut)")
    }
    let pieces = [
      "#", "/", "WAVE", " ", "–", "%20", "%25", "%ff", "%", ":", "://", "http://", "chromatch://",
      "host", "[", "]", "::1", ":7", "?", "&", ".", "“", "\u{200b}", "Ｗ", "SHA256:", "0f0f", "ß",
      "\u{0}", "🙂", "stage",
    ]
    var generator = SplitMix64(seed: 47)
    var readCount = 0
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...7, using: &generator))
        .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }.joined()
      if (try? Invitation(text)) != nil { readCount += 1 }
    }
    expect(readCount, isAbove: 100)
  }
}

extension Invitation {
  /// What a vector says of it, in the order of its columns.
  fileprivate var meaning: [String] {
    [
      server?.scheme.rawValue ?? "", server?.host ?? "", server.map { "\($0.port)" } ?? "",
      room?.text ?? "", isStage ? "yes" : "no", fingerprint ?? "", lone ?? "",
    ]
  }
}

extension Invitation.Flaw {
  /// The part that is none.
  fileprivate var what: String {
    switch self {
    case .noCode(let text), .otherScheme(let text), .badHost(let text), .badPort(let text),
      .brackets(let text), .badFingerprint(let text):
      text
    case .twoRooms(_, let other): other.text
    case .nothing, .tooLong, .noHost, .needsTLS: ""
    }
  }
}
