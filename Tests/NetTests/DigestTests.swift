// Published vectors for the digests, and what can be said of randomness.

import Glibc
import Net
import Testing

@Suite("Digests")
struct DigestTests {
  struct DigestVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: [UInt8]
    let digest: String
  }

  /// FIPS 180-4 as NIST gives its examples ("SHA-256 Examples", and the long one of FIPS 180-2).
  static let digestVectors: [DigestVector] = [
    DigestVector(
      testDescription: "nothing", message: [],
      digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    DigestVector(
      testDescription: "one block", message: Array("abc".utf8),
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    DigestVector(
      testDescription: "two blocks",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    DigestVector(
      testDescription: "a million times a",
      message: Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test("SHA-256 gives the published digests", arguments: digestVectors)
  func digestVector(_ vector: DigestVector) {
    #expect(hex(sha256(vector.message)) == vector.digest)
  }

  struct MACVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let key: [UInt8]
    let message: [UInt8]
    let code: String
  }

  /// RFC 4231, section 4; case 5 shows a truncated code and is given here to its 128 bits.
  static let macVectors: [MACVector] = [
    MACVector(
      testDescription: "case 1", key: Array(repeating: 0x0b, count: 20),
      message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    MACVector(
      testDescription: "case 2", key: Array("Jefe".utf8),
      message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    MACVector(
      testDescription: "case 3", key: Array(repeating: 0xaa, count: 20),
      message: Array(repeating: 0xdd, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    MACVector(
      testDescription: "case 4", key: Array(1...25),
      message: Array(repeating: 0xcd, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    MACVector(
      testDescription: "case 5", key: Array(repeating: 0x0c, count: 20),
      message: Array("Test With Truncation".utf8),
      code: "a3b6167473100ee06e0c796c2955552b"),
    MACVector(
      testDescription: "case 6", key: Array(repeating: 0xaa, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    MACVector(
      testDescription: "case 7", key: Array(repeating: 0xaa, count: 131),
      message: Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. \
        The key needs to be hashed before being used by the HMAC algorithm.
        """
        .utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test("HMAC with SHA-256 gives the published codes", arguments: macVectors)
  func macVector(_ vector: MACVector) {
    let code = hex(hmacSHA256(key: vector.key, message: vector.message))
    #expect(code.count == 64)
    #expect(code.hasPrefix(vector.code))
  }

  @Test("an empty key is a key, and not the last one used")
  func emptyKey() {
    _ = hmacSHA256(key: [1, 2, 3], message: [])
    // Computed from the definition: an empty key is padded with zeros, as one zero byte is.
    let expected = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
    #expect(hex(hmacSHA256(key: [], message: [])) == expected)
  }

  @Test("random bytes are as many as asked for, and never the same")
  func random() {
    #expect(randomBytes(0).isEmpty)
    #expect(randomBytes(16).count == 16)
    #expect(Set((0..<1000).map { _ in randomBytes(16) }).count == 1000)
  }

  @Test("OpenSSL works until the process is gone")
  func hashingAtExit() async {
    await #expect(processExitsWith: .success) {
      // What is registered before OpenSSL is first used runs after whatever it does at exit.
      atexit { precondition(sha256([]).count == 32) }
      _ = sha256([])
      exit(EXIT_SUCCESS)
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    .joined()
  }
}
