// Every vector, both ways: the line means what its cells say, and what it means is written as its
// canonical form, to the byte.

import TestSupport
import Testing
import Wire

@Suite("Vectors")
struct VectorTests {
  @Test(
    "a line means what its cells say and is written canonically",
    arguments: try Vectors.ofVerbs())
  func meaning(vector: Vector) {
    expect(Outcome(reading: vector.line[...], from: vector.side), equals: vector.outcome)
  }

  @Test("the grammar holds for every verb", arguments: try Vectors.ofGrammar())
  func grammar(vector: Vector) {
    expect(Outcome(reading: vector.line[...], from: vector.side).form, equals: vector.outcome)
  }

  @Test("the canonical form is exact to the byte, and only a canonical line is its own")
  func canonical() throws {
    for vector in try Vectors.ofVerbs() + Vectors.ofGrammar() {
      guard case .taken(_, _, let canonical) = vector.outcome else { continue }
      // A line is read the same from the middle of a buffer, and written behind what is there.
      let around = Array("WAS x=1\n".utf8)
      let buffer = around + vector.line + around
      let line = buffer[around.count..<(around.count + vector.line.count)]
      let message = try AnyMessage(line, from: vector.side)
      expect(Outcome(reading: canonical, from: vector.side).form, equals: vector.outcome.form)
      var written = around
      message?.encode(into: &written)
      expect(written, equals: around + Array("\(canonical)\n".utf8), "\(vector.place)")
      expect((Array(canonical.utf8) == vector.line), equals: vector.isCanonical, "\(vector.place)")
    }
  }
}
