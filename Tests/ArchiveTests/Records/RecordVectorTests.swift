// The vectors of records: examples that the rules themselves write again, the log one of them is
// in, and forgeries of it, each of which fails the check that its row names.

import Archive
import Chroma
import Framing
import Game
import Net
import TestSupport
import Testing
import Wire

@Suite("Golden vectors of records", .serialized)
struct RecordVectorTests {
  static let log = "play.example/chromatch"
  static let keySeed = [UInt8](0..<32)
  /// Where the example is among the leaves.
  static let index = 7
  static let size = 13

  @Test("the rules write the examples again, and all of them are true")
  func examples() throws {
    let example = try Self.example()
    let leaves = Self.leaves(with: example.match)
    let file = Self.kept(example, among: leaves)
    try RecordVectors.compare("match.record", with: String(decoding: file.bytes, as: UTF8.self))
    try RecordVectors.compare(
      "leaves.tsv",
      with: "INDEX\tHASH\n" + leaves.enumerated().map { "\($0)\t\(String(hex: $1))\n" }.joined())
    try RecordVectors.compare("checkpoint.txt", with: try Self.checkpoint(of: file))
    let read = try RecordVerifier.openSSL.verify(
      RecordVectors.record("match.record"), key: ed25519PublicKey(ofSeed: Self.keySeed))
    expect(read, equals: file)

    let left = try Self.left()
    try RecordVectors.compare("left.record", with: String(decoding: left.bytes, as: UTF8.self))
    try RecordVerifier.openSSL.verifySeals(of: left)
    try RecordVerifier.openSSL.verify(left.match)
    try expect(RecordFile(reading: RecordVectors.record("left.record")), equals: left)
  }

  @Test("each forgery fails the check that it has to fail, and no earlier one")
  func forgeries() throws {
    let text = try RecordVectors.text("match.record")
    let rows = try RecordVectors.table("forged.tsv")
    for row in rows {
      let (replaced, by) = (row["REPLACED"], row["BY"])
      try require(text.contains(replaced), "\(replaced) is there")
      var forged = Array(text.replacing(replaced, with: by).utf8)
      if row["ANEW"] == "yes" {
        let file = try RecordFile(reading: forged)
        forged = Self.kept(file, among: Self.leaves(with: file.match)).bytes
      }
      let fault = #expect(throws: RecordFault.self) { try RecordVerifier.openSSL.verify(forged) }
      expect(fault?.check.rawValue, equals: row["FAILS"], "\(by)")
    }
    expect(Set(rows.map { $0["FAILS"] }), equals: Set(RecordCheck.allCases.map(\.rawValue)))
  }

  @Test("a record signed by another key than the trusted one is not the log's")
  func foreignKey() throws {
    let bytes = try RecordVectors.record("match.record")
    #expect(throws: RecordFault.signature) {
      try RecordVerifier.openSSL.verify(bytes, key: [UInt8](repeating: 7, count: 32))
    }
  }
}

// How the examples are made.
extension RecordVectorTests {
  private static func player(_ number: Int) -> PlayerID { PlayerID(number: number) }

  /// Two rounds of two players, of whom one has sealed a nonce.
  private static func example() throws -> RecordFile {
    let nonce = Nonce(hex: "c0ffee")
    let seed = try require(
      MatchSeed(bytes: bytes("95ea33bcb8d5989ccb3bbd9a9ba4cd92905dce658bf3565044cff690c7b9a8be")))
    let rules = try require(
      Rules(checkedMode: .rgb, rounds: 2, seconds: 10, level: .normal))
    var scene = try RecordScene(
      rules, seed: seed,
      players: [
        .init(
          player: player(1), name: "Ada", color: Color(red: 0xff, green: 0x88, blue: 0),
          roundTrip: 41, share: Share(nonce: nonce, seal: nonce?.seal(.openSSL)),
          id: KeyID(bytes: bytes("21fe31dfa154a261626bf854046fd227"))),
        .init(player: player(2), name: "Bea", icon: .moon, roundTrip: 118),
      ])
    let moves = [
      (3_600, 2, "SET v=73,125,70"), (4_000, 2, "LOCK v=0,0,0 t=950"),
      (4_200, 1, "SET v=63,115,60"), (4_800, 2, "SET v=53,105,50"),
      (5_400, 1, "SET v=43,95,40"), (6_000, 2, "SET v=33,85,30"),
      (6_200, 1, "LOCK v=43,95,40 t=3185"), (7_100, 2, "LOCK v=40,92,37 t=4040"),
      (12_700, 2, "SET v=78,212,99"), (13_100, 2, "LOCK v=0,0,0 t=950"),
      (13_300, 1, "SET v=68,202,89"), (13_900, 2, "SET v=58,192,79"),
      (14_500, 1, "SET v=48,182,69"), (15_100, 2, "SET v=38,172,59"),
      (15_300, 1, "LOCK v=48,182,69 t=3185"), (16_200, 2, "LOCK v=45,179,66 t=4040"),
    ]
    for (at, number, line) in moves {
      scene.pass(to: at)
      try expect(scene.say(line, by: player(number), at: at))
    }
    return RecordFile(match: try scene.record(), persons: scene.persons)
  }

  /// Four players in `memory`, a bot among them: one leaves, one is put out, a round is late, a
  /// seal stays closed, a round trip turns out to be shorter.
  private static func left() throws -> RecordFile {
    let seed = try require(MatchSeed(bytes: Array(0..<32)))
    let rules = try require(Rules(checkedMode: .memory, rounds: 3, seconds: 10, level: .easy))
    var scene = try RecordScene(
      rules, room: "WAVE", seed: seed,
      players: [
        .init(
          player: player(7), name: "Ada L.", roundTrip: 90,
          share: Share(nonce: Nonce(hex: "0123456789abcdef"))),
        .init(
          player: player(8), name: "Bea", icon: .moon, roundTrip: 40,
          share: Share(seal: Nonce(hex: "c0ffee")?.seal(.openSSL))),
        .init(player: player(9), name: "Sienna", icon: .knight, isBot: true),
        .init(player: player(12), name: "Cy", icon: .note, roundTrip: 300),
      ])
    scene.pass(to: 5_000, late: 300)
    scene.measure(player(12), 280)
    try scene.say("SET v=10,20,30", by: player(7), at: 5_100)
    scene.skipNumber()
    try scene.say("LOCK v=200,50,50", by: player(9), at: 6_000)
    scene.quit(player(8), .left, at: 6_500)
    scene.pass(to: 20_000)
    scene.quit(player(12), .kicked, at: 22_000)
    scene.pass(to: 60_000)
    return RecordFile(match: try scene.record(), persons: scene.persons)
  }

  /// The leaves of the example's log: all but one stand for "match K" and LF.
  private static func leaves(with record: MatchRecord) -> [[UInt8]] {
    (0..<size)
      .map { index in
        let bytes = index == Self.index ? record.body : Array("match \(index)\n".utf8)
        return Hashing.openSSL.leaf(bytes)
      }
  }

  /// The file with its receipt, made anew.
  private static func kept(_ file: RecordFile, among leaves: [[UInt8]]) -> RecordFile {
    var tree = MerkleTree(hashing: .openSSL)
    for leaf in leaves { tree.append(leaf) }
    let root = tree.root(of: size)
    let text = Checkpoint(log: file.match.title.log, size: size, root: root).text
    var kept = file
    kept.receipt = Receipt(
      index: index, leaf: leaves[index], path: tree.path(of: index, in: size), size: size,
      root: root, signature: ed25519Signature(of: text, seed: keySeed) ?? [],
      key: ed25519PublicKey(ofSeed: keySeed) ?? [])
    return kept
  }

  /// The head as a signed note (C2SP, signed-note): the text, and a signature with a hint of the
  /// key in front of it.
  private static func checkpoint(of file: RecordFile) throws -> String {
    let receipt = try require(file.receipt)
    let head = Checkpoint(log: log, size: receipt.size, root: receipt.root)
    let hint = sha256(Array("\(log)\n".utf8) + [1] + receipt.key).prefix(4)
    return String(decoding: head.text, as: UTF8.self)
      + "\n— \(log) \(base64(hint + receipt.signature))\n"
  }
}
