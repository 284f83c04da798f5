// A program that is one node of a cluster, to be killed, frozen and ended by tests:
// shard-program NODE SHARDS PORT KEYS TURN, the port and the keys those of deploy/cluster/engines;
// the node that is next by rank claims TURN milliseconds after the one before.

import Dispatch
import Glibc

#if Cluster
import BusNATS
import Rooms
import StoreEtcd

@main struct ShardProgram {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 6, let number = Int(words[1]), let shards = Int(words[2]),
      let port = Int(words[3]), let turn = Int(words[5])
    else { exit(64) }
    let (authority, certificate) = ("\(words[4])/authority.pem", "\(words[4])/node\(number).pem")
    let key = "\(words[4])/node\(number).key"
    let store = try StoreEtcd(
      StoreAddress(
        members: (1...3).map { "https://127.0.0.1:\(port + $0)" }, authority: authority,
        certificate: certificate, key: key))
    let bus = try BusNATS(
      BusAddress(
        servers: (1...3).map { "tls://127.0.0.1:\(port + 20 + $0)" }, authority: authority,
        certificate: certificate, key: key))
    let start = UInt64.random(in: 1...UInt64.max)
    var times = TenureTimes()
    times.turn = turn
    let node = ShardNode(
      Claimant(node: number, start: start), shards: shards, times: times, store: store, bus: bus)
    try await node.start()
    signal(SIGTERM, SIG_IGN)
    let ends = DispatchSource.makeSignalSource(signal: SIGTERM)
    ends.setEventHandler { @Sendable in Task { await node.leave() } }
    ends.activate()
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }
}
#else
@main struct ShardProgram {
  static func main() { exit(69) }
}
#endif
