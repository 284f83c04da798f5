// What holds of every record: matches of all modes, at random, are verified; whatever is left out,
// doubled or changed in one is found; bytes that are no record do no harm.

import Archive
import Game
import Net
import TestSupport
import Testing
import Wire

@Suite("Records")
struct RecordLawTests {
  private func bytes(_ lines: [String]) -> [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }

  private func lines(_ record: MatchRecord) -> [String] {
    String(decoding: record.body, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func isTrue(_ lines: [String]) -> Bool {
    guard let file = try? RecordFile(reading: bytes(lines)) else { return false }
    return (try? RecordVerifier.openSSL.verify(file.match)) != nil
  }

  @Test("whole matches of each mode are true, and read as they were written", arguments: Mode.all)
  func honest(mode: Mode) throws {
    for seed in 0..<10 {
      let scene = try RecordScene.random(mode, seed: seed)
      let file = RecordFile(match: try scene.record(), persons: scene.persons)
      #expect(throws: Never.self) {
        try RecordVerifier.openSSL.verifySeals(of: file)
        try RecordVerifier.openSSL.verify(file.match)
      }
      try expect(RecordFile(reading: file.bytes), equals: file)
      try expect(RecordFile(reading: file.bytes).bytes, equals: file.bytes)
    }
  }

  @Test("lines come in the order in which they were written, moves among them", arguments: 0..<12)
  func written(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (writer, expected) = (RecordWriter([], bytesMax: 1 << 20), [UInt8]())
    for _ in 0..<random.int(0...60) {
      let player = PlayerID(number: random.int(0...(random.chance(12) ? .max : 9)))
      let moment = random.int(0...(random.chance(12) ? 1 << 40 : 90_000))
      let guess = Guess((0..<random.int(0...5)).map { _ in random.int(-999...999) })
      switch random.int(0...9) {
      case 0:
        RecordLine.tick(at: moment).encode(into: &expected)
        writer.append(.tick(at: moment))
      case 1:
        let lock = Command.lock(guess, claim: moment)
        RecordLine.moved(lock, by: player, at: moment).encode(into: &expected)
        writer.append(lock, by: player, at: moment)
      default:
        RecordLine.moved(.set(guess), by: player, at: moment).encode(into: &expected)
        writer.append(.set(guess), by: player, at: moment)
      }
    }
    expect(writer.finish(), equals: expected)
  }

  @Test("a line that is missing, doubled or in another place is missed", arguments: Mode.all)
  func moved(mode: Mode) throws {
    let honest = lines(try RecordScene.random(mode, seed: 1).record())
    expect(isTrue(honest))
    for index in honest.indices {
      // A slider that was moved on, and a measurement before any round, change nothing.
      let verb = honest[index].prefix { $0 != " " }
      if verb == "SET" || verb == "RTT" { continue }
      var missing = honest
      missing.remove(at: index)
      // A nonce that was sealed and is not told is one that was never given.
      expect(!isTrue(missing) || verb == "READIED", "without \(honest[index])")
      var doubled = honest
      doubled.insert(honest[index], at: index)
      expect(!isTrue(doubled), "twice \(honest[index])")
      if index > 0, honest[index - 1] != honest[index], verb != "LOCK", verb != "QUIT" {
        var swapped = honest
        swapped.swapAt(index - 1, index)
        let before = honest[index - 1].prefix { $0 != " " }
        let isHarmless = ["SET", "RTT"].contains(before)
        expect(!isTrue(swapped) || isHarmless, "\(honest[index]) before \(honest[index - 1])")
      }
    }
  }

  @Test("a changed figure of what was told is found", arguments: Mode.all)
  func changed(mode: Mode) throws {
    let honest = lines(try RecordScene.random(mode, seed: 2).record())
    let told = ["ROUND", "LOCKED", "MISSED", "BELL", "SHUT", "SCORE", "PLACE", "SEED", "COMMIT"]
    for index in honest.indices where told.contains(where: honest[index].hasPrefix) {
      var line = honest[index]
      guard let last = line.last else { continue }
      line = line.dropLast() + (last == "1" ? "2" : "1")
      var forged = honest
      forged[index] = line
      expect(!isTrue(forged), "\(line) for \(honest[index])")
    }
  }

  @Test("who is forgotten is not needed, and nobody else may take the place")
  func persons() throws {
    var file = try RecordFile(reading: RecordVectors.record("left.record"))
    try require(file.persons.count == 3)
    file.persons.removeFirst()
    try expect(RecordFile(reading: file.bytes), equals: file)
    #expect(throws: Never.self) { try RecordVerifier.openSSL.verifySeals(of: file) }
    var lying = file
    lying.persons[1].name = "Eve"
    #expect(throws: RecordFault.seal(lying.persons[1].player)) {
      try RecordVerifier.openSSL.verifySeals(of: lying)
    }
    lying = file
    lying.persons[0].id = KeyID(bytes: [UInt8](repeating: 1, count: KeyID.byteCount))
    #expect(throws: RecordFault.seal(lying.persons[0].player)) {
      try RecordVerifier.openSSL.verifySeals(of: lying)
    }
    var doubled = file
    doubled.persons.append(file.persons[0])
    #expect(throws: RecordFault.self) { try RecordFile(reading: doubled.bytes) }
  }

  @Test("bytes that are no record do no harm", arguments: 0..<8)
  func noise(seed: Int) throws {
    let scene = try RecordScene.random(Mode.all[seed % Mode.all.count], seed: seed)
    let honest = RecordFile(match: try scene.record(), persons: scene.persons).bytes
    var generator = SplitMix64(seed: UInt64(seed))
    for _ in 0..<40 {
      var bytes = honest
      for _ in 0..<generator.int(1...3) {
        let place = generator.int(0...bytes.count - 1)
        switch generator.int(0...2) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.remove(at: place)
        default: bytes.removeLast(generator.int(0...bytes.count / 2))
        }
        if bytes.isEmpty { bytes = [10] }
      }
      // What can be read at all may still be true: a record says some things that promise nothing.
      guard let file = try? RecordFile(reading: bytes) else { continue }
      expect(file.bytes, equals: bytes)
      try? RecordVerifier.openSSL.verify(file.match)
    }
    for bytes in [[], [10], Array("RECORD \n".utf8), Array("SEED\n".utf8)] {
      #expect(throws: RecordFault.line(1)) { try RecordFile(reading: bytes) }
    }
  }
}
