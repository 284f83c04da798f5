// The keys of protocol/vectors/keys.tsv, and what no single slip of a finger gets through.

import Game
import Identity
import Net
import TestSupport
import Testing

@Suite("Identity: keys as people carry them")
struct KeyTests {
  @Test("a line is read and written as the vector says", arguments: try Vector.all(of: "keys.tsv"))
  func line(_ vector: Vector) throws {
    let read = Result { () throws(KeyLineError) in
      try SecretKey(line: vector["LINE"], hashing: .openSSL)
    }
    let outcome =
      switch read {
      case .success(let key) where key.line(hashing: .openSSL) == vector["LINE"]: "canonical"
      case .success: "accepted"
      case .failure(let error): name(of: error)
      }
    if let key = try? read.get() {
      let line = key.line(hashing: .openSSL)
      expect(key.seed, equals: (try bytes(vector["seed"])))
      try expect(SecretKey(line: line, hashing: .openSSL), equals: key)
    }
    expect(outcome, equals: vector["OUTCOME"])
  }

  private func name(of error: KeyLineError) -> String {
    switch error {
    case .cutOff: "cut-off"
    case .tooLong: "too-long"
    case .noLetter: "no-letter"
    case .mistyped: "mistyped"
    case .otherVersion: "other-version"
    }
  }

  @Test("a key has its id and its tag", arguments: try Vector.all(of: "keys.tsv"))
  func identity(_ vector: Vector) throws {
    let seed = try bytes(vector["seed"])
    guard let key = ed25519PublicKey(ofSeed: seed) else { return expect(isEmpty: seed) }
    expect(key, equals: (try bytes(vector["key"])))
    let id = KeyID(of: try require(PublicKey(bytes: key)), hashing: .openSSL)
    expect(String(hex: id.bytes) == vector["id"] && id.tag == vector["tag"])
    expect(KeyID(bytes: id.bytes), equals: id)
  }

  @Test("whichever one letter is mistyped, the key is refused")
  func oneSlip() throws {
    let line = try require(SecretKey(seed: Array(0..<32))).line(hashing: .openSSL)
    for place in line.indices where line[place] != "-" {
      for letter in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where letter != line[place] {
        let slip = line.replacingCharacters(at: place, with: letter)
        #expect(throws: KeyLineError.mistyped) { try SecretKey(line: slip, hashing: .openSSL) }
      }
    }
  }

  @Test("however much of a key is missing, it says how many letters there are")
  func everyCut() throws {
    let line = try require(SecretKey(seed: Array(32..<64))).line(hashing: .openSSL)
    for count in 0..<line.count {
      let letters = line.prefix(count).count { $0 != "-" }
      #expect(throws: KeyLineError.cutOff(letters: letters)) {
        try SecretKey(line: String(line.prefix(count)), hashing: .openSSL)
      }
    }
  }

  @Test("what cannot be a key is none")
  func noKeys() {
    for count in 0..<70 {
      expect((SecretKey(seed: Array(repeating: 1, count: count)) != nil), equals: (count == 32))
      let bytes = Array(repeating: UInt8(3), count: count)
      expect((PublicKey(bytes: bytes) != nil), equals: (count == 32 || count == 33))
      expect((KeyID(bytes: bytes) != nil), equals: (count == 16))
    }
    expect(PublicKey(bytes: Array(repeating: 4, count: 33)), equals: nil)
  }

  @Test("a point under which one signature fits every text is no key")
  func smallOrder() throws {
    // R is the neutral point and S is 0.
    let signature: [UInt8] = [1] + Array(repeating: 0, count: 63)
    for low in UInt8.min...UInt8.max {
      for filling: UInt8 in [0, 0xff] {
        for last: UInt8 in [0, 0x7f, 0x80, 0xff] {
          let point = [low] + [UInt8](repeating: filling, count: 30) + [last]
          let isForged = (UInt8.min...15)
            .contains { text in
              isEd25519Signature(signature, of: [text], key: point)
            }
          if isForged { expect(PublicKey(bytes: point), equals: nil, "\(String(hex: point))") }
        }
      }
    }
  }

  @Test("each key below the prime is taken, and none from the prime on")
  func canonical() {
    for low in UInt8.min...UInt8.max {
      let largest = [low] + [UInt8](repeating: 0xff, count: 30)
      for last: UInt8 in [0x7f, 0xff] {
        let isKey = PublicKey(bytes: largest + [last]) != nil
        expect(isKey, equals: low < 0xec, "\(low) \(last)")
      }
      for last: UInt8 in [0x7e, 0xfe] {
        expect(PublicKey(bytes: largest + [last]) != nil, "\(low) \(last)")
      }
    }
  }
}

extension String {
  fileprivate func replacingCharacters(at place: Index, with letter: Character) -> String {
    self[..<place] + String(letter) + self[index(after: place)...]
  }
}
