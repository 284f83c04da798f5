// The rules of a store's rooms in etcd: whoever asks first says what they are.

#if Cluster
import ClusterWire
import StoreEtcd
import Testing

@Suite("The rules of a store", .serialized)
struct RulesTests {
  private static func ask(_ store: StoreEtcd, _ rules: String) async throws -> String {
    var answer: [UInt8]?
    try await eventually {
      answer = await withCheckedContinuation { continuation in
        store.ask(RulesQuestion(Array(rules.utf8))) { continuation.resume(returning: $0) }
      }
      return answer != nil
    }
    return String(decoding: try #require(answer), as: UTF8.self)
  }

  @Test("they are what whoever came first said")
  func first() async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    #expect(try await Self.ask(store, "JOURNAL v=3 rules=a") == "JOURNAL v=3 rules=a")
    #expect(try await Self.ask(store, "JOURNAL v=4 rules=b") == "JOURNAL v=3 rules=a")
    #expect(try await Self.ask(store, "JOURNAL v=3 rules=a") == "JOURNAL v=3 rules=a")
    await store.stop()
  }
}
#endif
