// Published vectors for the digests, and what can be said of randomness.

import Glibc
import Net
import TestSupport
import Testing

@Suite("Digests")
struct DigestTests {
  @Test("SHA-256 gives the published digests")
  func digests() {
    // FIPS 180-4 as NIST gives its examples ("SHA-256 Examples", and the long one of FIPS 180-2).
    let vectors: [(message: String, digest: String)] = [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ]
    for (message, digest) in vectors {
      expect(hex(sha256(Array(message.utf8))), equals: digest, "\(message.prefix(20))")
    }
  }

  @Test("HMAC with SHA-256 gives the published codes")
  func codes() {
    // RFC 4231, section 4, cases 1, 2 and 6.
    let vectors: [(key: [UInt8], message: String, code: String)] = [
      (
        Array(repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        Array(repeating: 0xaa, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (key, message, code) in vectors {
      expect(hex(hmacSHA256(key: key, message: Array(message.utf8))), equals: code, "\(message)")
    }
  }

  @Test("an empty key is a key, and not the last one used")
  func emptyKey() {
    _ = hmacSHA256(key: [1, 2, 3], message: [])
    // Computed from the definition: an empty key is padded with zeros, as one zero byte is.
    let expected = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
    expect(hex(hmacSHA256(key: [], message: [])), equals: expected)
  }

  @Test("random bytes are as many as asked for, and never the same")
  func random() {
    expect(isEmpty: randomBytes(0))
    expect(randomBytes(16).count, equals: 16)
    expect(Set((0..<1000).map { _ in randomBytes(16) }).count, equals: 1000)
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
