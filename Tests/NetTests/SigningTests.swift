// Published vectors for digests and signatures, everything that is no signature, and randomness.

import Glibc
import Net
import TestSupport
import Testing

@Suite("Digests")
struct DigestTests {
  @Test("SHA-256, and HMAC with it, give the published digests; an empty key is a key")
  func digests() {
    // FIPS 180-4 as NIST gives its examples ("SHA-256 Examples").
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    expect(hex(sha256([])), equals: empty)
    expect(hex(sha256(Array("abc".utf8))), equals: abc)
    expect(hex(sha256(Array(repeating: 0x61, count: 1_000_000))), equals: million)
    // RFC 4231, section 4, cases 2 and 6.
    let short = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    let long = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    let asked = Array("what do ya want for nothing?".utf8)
    expect(hex(hmacSHA256(key: Array("Jefe".utf8), message: asked)), equals: short)
    let told = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    expect(hex(hmacSHA256(key: Array(repeating: 0xaa, count: 131), message: told)), equals: long)
    // Computed from the definition: an empty key, which is not the last one used, is padded with
    // zeros, as one zero byte is.
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

@Suite("Signing")
struct SigningTests {
  /// RFC 8032, section 7.1: tests 1 and 3.
  static let vectors = [
    (
      seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
      signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
        + "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
      signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290"
        + "ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ]

  @Test("Ed25519 gives the published keys and signatures, and a changed bit verifies nothing")
  func ed25519() {
    for vector in Self.vectors {
      let (seed, message) = (bytes(vector.seed), bytes(vector.message))
      let (key, signature) = (bytes(vector.key), bytes(vector.signature))
      expect(ed25519PublicKey(ofSeed: seed), equals: key)
      expect(ed25519Signature(of: message, seed: seed), equals: signature)
      expect(isEd25519Signature(signature, of: message, key: key))
      let forged = (0..<512)
        .filter { isEd25519Signature(flipped(signature, $0), of: message, key: key) }
      let foreign = (0..<256)
        .filter { isEd25519Signature(signature, of: message, key: flipped(key, $0)) }
      expect(forged == [] && foreign == [])
      expect(!isEd25519Signature(signature, of: message + [0], key: key))
    }
  }

  @Test("what has another length is no seed, key or signature")
  func lengths() {
    let (key, signature) = (Self.vectors[0].key, Self.vectors[0].signature)
    for count in [0, 31, 33, 64] {
      let wrong = [UInt8](repeating: 1, count: count)
      expect(ed25519PublicKey(ofSeed: wrong), equals: nil)
      expect(ed25519Signature(of: [], seed: wrong), equals: nil)
      expect(!isEd25519Signature(bytes(signature), of: [], key: wrong))
    }
    for count in [0, 63, 65] {
      let wrong = [UInt8](bytes(signature + "00").prefix(count))
      expect(!isEd25519Signature(wrong, of: [], key: bytes(key)))
      expect(!isP256Signature(wrong, of: [], key: bytes(Self.p256Key)))
    }
    expect(!isP256Signature(bytes(signature), of: [], key: bytes(key)))
  }

  /// RFC 6979, A.2.5: the public key as a compressed point, and r and s with SHA-256.
  static let p256Key = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
  static let p256Signatures = [
    "sample": "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
      + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    "test": "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
      + "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
  ]

  @Test("ECDSA over P-256 takes the published signatures and no others")
  func p256() {
    let key = bytes(Self.p256Key)
    for (message, digits) in Self.p256Signatures {
      let (message, signature) = (Array(message.utf8), bytes(digits))
      expect(isP256Signature(signature, of: message, key: key))
      let forged = (0..<512)
        .filter { isP256Signature(flipped(signature, $0), of: message, key: key) }
      let foreign = (0..<264)
        .filter { isP256Signature(signature, of: message, key: flipped(key, $0)) }
      expect(forged == [] && foreign == [])
      expect(!isP256Signature(signature, of: message + [0], key: key))
    }
    // Zeros in front, and nothing but zeros, are numbers that DER writes in a way of its own.
    for zeros in 1...64 {
      let signature = [UInt8](repeating: 0, count: zeros) + [UInt8](repeating: 7, count: 64 - zeros)
      expect(!isP256Signature(signature, of: Array("test".utf8), key: key))
    }
  }

  private func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
    var bytes = bytes
    bytes[bit / 8] ^= 1 << (bit % 8)
    return bytes
  }

  private func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue).map(UInt8.init)
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
