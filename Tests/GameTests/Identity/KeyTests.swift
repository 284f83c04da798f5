// The keys of protocol/vectors/keys.tsv, and what no single slip of a finger gets through.

import Game
import Net
import TestSupport
import Testing

@Suite("Identity: keys as people carry them")
struct KeyTests {
  @Test(
    "a line is read and written as the vector says, and its key has that id and tag",
    arguments: try Vector.all(of: "keys.tsv"))
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
    let seed = try bytes(vector["seed"])
    guard let key = ed25519PublicKey(ofSeed: seed) else { return expect(isEmpty: seed) }
    expect(key, equals: (try bytes(vector["key"])))
    let id = KeyID(of: try require(PublicKey(bytes: key)), hashing: .openSSL)
    expect(String(hex: id.bytes) == vector["id"] && id.tag == vector["tag"])
    expect(KeyID(bytes: id.bytes), equals: id)
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

  @Test(
    "whichever one letter is mistyped, a key is refused, and cut off it says how many are there")
  func oneSlip() throws {
    let line = try require(SecretKey(seed: Array(0..<32))).line(hashing: .openSSL)
    let letters = Array(line)
    for place in letters.indices where letters[place] != "-" {
      for letter in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where letter != letters[place] {
        let slip = String(letters[..<place] + [letter] + letters[(place + 1)...])
        #expect(throws: KeyLineError.mistyped) { try SecretKey(line: slip, hashing: .openSSL) }
      }
    }
    for count in letters.indices {
      let cut = letters[..<count]
      #expect(throws: KeyLineError.cutOff(letters: cut.count { $0 != "-" })) {
        try SecretKey(line: String(cut), hashing: .openSSL)
      }
    }
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
