// What programs are told as JSON: the fields of a line with their types, whatever the text in them.

import Foundation
import TestSupport
import Testing
import Wire

@Suite("JSON")
struct JSONTests {
  private func message(_ line: String) throws -> ServerMessage {
    try require(try ServerMessage.decode(Array(line.utf8)[...]))
  }

  @Test("numbers, flags, texts and lists of a line keep their types, and marks are always there")
  func types() throws {
    guard
      case .listed(let room) = try message(
        "LISTED room=WAVE name=A%20%22b%22 mode=rgb seats=4 taken=2 watchers=7 state=playing "
          + "round=3 of=5 icons=star,moon rated=1"),
      case .topped(let row) = try message(
        "TOPPED place=3 id=21fe31dfa154a261626bf854046fd227 tag=47Z3-3QX1 name=Ada icon=moon "
          + "color=#ff8800 value=-12 off=88"),
      case .played(let match) = try message(
        "PLAYED index=0 mode=sorting of=1 total=0 at=1767225600500")
    else { throw Unexpected() }
    expect(
      "\(JSON(rooms: [room]))",
      equals: #"{"rooms":[{"room":"WAVE","name":"A \"b\"","mode":"rgb","seats":4,"taken":2,"#
        + #""watchers":7,"state":"playing","round":3,"of":5,"pass":false,"icons":["star","moon"],"#
        + #""rated":true,"exact":false,"bots":0,"known":false,"quick":false,"crowd":false,"#
        + #""present":false}]}"#)
    expect(
      "\(JSON(board: [row], ratesHouseholds: true))",
      equals: #"{"rows":[{"place":3,"id":"21fe31dfa154a261626bf854046fd227","tag":"47Z3-3QX1","#
        + ##""name":"Ada","icon":"moon","color":"#ff8800","value":-12,"off":88,"colors":[],"##
        + #""bot":false}],"home":true}"#)
    expect(
      "\(JSON(past: [match]))",
      equals: #"{"matches":[{"index":0,"mode":"sorting","of":1,"total":0,"at":1767225600500,"#
        + #""first":false}]}"#)
    expect("\(JSON(past: []))", equals: #"{"matches":[]}"#)
  }

  @Test("any text is a string that another reader reads as the same, on one line")
  func texts() throws {
    let scalars = (0...0x2100).compactMap { Unicode.Scalar(UInt32($0)) }
    for text in scalars.map({ "a\($0)b" }) + ["", "\"\\\u{1F3F4}\r\n", "𝕏"] {
      let json: JSON = ["text": JSON(text)]
      expect(!json.line.dropLast().contains(UInt8(ascii: "\n")))
      let read = try JSONDecoder().decode([String: String].self, from: Data(json.line))
      expect(read["text"].map { Array($0.utf8) }, equals: Array(text.utf8))
    }
  }

  @Test("a row has all keys of its line, and none beyond the catalog")
  func vectors() throws {
    for row in try Catalog.rows() where ["LISTED", "TOPPED", "PLAYED"].contains(row.verb) {
      for vector in try Vectors.of(row) {
        guard case .taken(_, _, let canonical) = vector.outcome else { continue }
        let text: JSON =
          switch try message(canonical) {
          case .listed(let room): JSON(rooms: [room])
          case .topped(let line): JSON(board: [line], ratesHouseholds: false)
          case .played(let match): JSON(past: [match])
          default: throw Unexpected()
          }
        let object = try JSONSerialization.jsonObject(with: Data(text.line)) as? [String: Any]
        let rows = object?.values.compactMap { $0 as? [[String: Any]] }
        let members = try require(rows?.first?.first, "\(vector.place)")
        let said = canonical.split(separator: " ").dropFirst()
          .compactMap { field in
            field.split(separator: "=").first.map(String.init)
          }
        expect(Set(said).isSubset(of: members.keys), equals: true, "\(vector.place)")
        expect(Set(members.keys).isSubset(of: row.keys), equals: true, "\(vector.place)")
      }
    }
  }

  private struct Unexpected: Error {}
}
