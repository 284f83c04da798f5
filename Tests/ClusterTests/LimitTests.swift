// The limits of what carries a cluster's requests and messages are those that the runbook tells.

#if Cluster
import BusNATS
import Foundation
import StoreEtcd
import TestSupport
import Testing

@Suite("Limits of store and bus")
struct LimitTests {
  static let rows: [(what: String, number: String, limit: Int)] = [
    ("requests to the store under way", "256 requests", StoreEtcd.callsMax),
    ("time for a request to the store", "2,000 ms", StoreEtcd.callMillisecondsMax),
    (
      "bytes that wait while no server of the bus is there", "1,048,576 bytes",
      BusNATS.waitingBytesMax
    ),
    ("time in which a server of the bus takes nothing", "500 ms", Int(BusNATS.writeMilliseconds)),
    (
      "messages on a subject of the bus that wait to be heard", "8,192 messages",
      BusNATS.unheardMax
    ),
    (
      "bytes on a subject of the bus that wait to be heard", "8,388,608 bytes",
      BusNATS.unheardBytesMax
    ),
  ]

  @Test("the runbook says each limit of store and bus")
  func runbook() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../deploy/CLUSTER.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    for (what, number, limit) in Self.rows {
      expect(Int(number.filter(\.isNumber)), equals: limit, "\(what)")
      expect(text, contains: "\n| \(what) | \(number) | ", "\(what)")
    }
  }
}
#endif
