// The limits of what carries a cluster's requests and messages are those that the runbook tells.

#if Cluster
import Engines
import Rooms
import TestSupport
import Testing

@Suite("Limits of store and bus")
struct LimitTests {
  static let rows = [
    LimitRow(
      "requests to the store under way", StoreEtcd.callsMax, "requests",
      "they are not sent, and asked again"),
    LimitRow(
      "time for a request to the store", StoreEtcd.callMillisecondsMax, "ms", "it is given up"),
    LimitRow(
      "bytes that wait while no server of the bus is there", BusNATS.waitingBytesMax, "bytes",
      "they are lost, and counted"),
    LimitRow(
      "time in which a server of the bus takes nothing", Int(BusNATS.writeMilliseconds), "ms",
      "the next server is tried"),
    LimitRow(
      "messages on a subject of the bus that wait to be heard", BusNATS.unheardMax, "messages",
      "more are lost, and counted"),
    LimitRow(
      "bytes on a subject of the bus that wait to be heard", BusNATS.unheardBytesMax, "bytes",
      "more are lost, and counted"),
  ]

  @Test("the golden table of nodes has each limit of store and bus")
  func goldenTable() throws {
    try expectTable(
      Self.rows.map(\.line), of: "deploy/CLUSTER.md", below: "## Limits", isWhole: false)
  }
}
#endif
