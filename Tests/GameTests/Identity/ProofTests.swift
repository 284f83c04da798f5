// The proofs of protocol/vectors/identity.tsv, good and bad, and when a challenge holds.

import Game
import Net
import TestSupport
import Testing

@Suite("Identity: proofs")
struct ProofTests {
  @Test("a proof is judged as the vector says", arguments: try Vector.all(of: "identity.tsv"))
  func proof(_ vector: Vector) throws {
    guard let key = PublicKey(bytes: try bytes(vector["key"])) else {
      return expect(vector["OUTCOME"], equals: "bad")
    }
    let server = ServerName(log: vector["log"], key: try bytes(vector["server"]))
    let (nonce, binding) = (try bytes(vector["nonce"]), try binding(vector["bind"]))
    let text = ProofText(to: server, nonce: nonce, key: key, on: binding)
    expect(text.text, equals: vector["TEXT"])

    let challenge = ProofRequest(for: key, nonce: nonce, until: Instant(milliseconds: 10))
    func judge(_ kind: Binding.Kind, at now: Int) throws(ProofError) {
      try challenge.judge(
        (try? bytes(vector["sig"])) ?? [], boundTo: kind, on: binding, to: server,
        at: Instant(milliseconds: now), .openSSL)
    }
    if vector["OUTCOME"] == "good" {
      try judge(binding.kind, at: 9)
    } else {
      #expect(throws: ProofError.badSignature) { try judge(binding.kind, at: 9) }
    }
    #expect(throws: ProofError.late) { try judge(binding.kind, at: 10) }
    for kind in Binding.Kind.allCases where kind != binding.kind && kind != .open {
      #expect(throws: ProofError.boundElsewhere(kind)) { try judge(kind, at: 0) }
    }
  }

  @Test("a proof that is bound to nothing proves nobody, whichever end says so")
  func unbound() throws {
    let seed = Array(UInt8(0)..<32)
    let key = try require(ed25519PublicKey(ofSeed: seed).flatMap { PublicKey(bytes: $0) })
    let server = ServerName(log: "here/chromatch", key: Array(repeating: 7, count: 32))
    let challenge = ProofRequest(for: key, nonce: seed, until: Instant(milliseconds: 10))
    for (kind, binding) in [
      (Binding.Kind.open, Binding.open), (.address, .open), (.open, .address("127.0.0.1:7313")),
    ] {
      let text = ProofText(to: server, nonce: seed, key: key, on: binding)
      let signature = try require(ed25519Signature(of: text.bytes, seed: seed))
      #expect(throws: ProofError.unbound) {
        try challenge.judge(
          signature, boundTo: kind, on: binding, to: server, at: Instant(milliseconds: 0), .openSSL)
      }
    }
  }

  private func binding(_ text: String) throws -> Binding {
    let parts = text.split(separator: ":", maxSplits: 1)
    switch parts[0] {
    case "tls": return .tls(try bytes(String(parts[1])))
    case "web": return .web(origin: String(parts[1]))
    default: return .address(String(parts[1]))
    }
  }
}
