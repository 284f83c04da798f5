// What `--cluster` needs beside the server: the real store and the real bus, in a program that was
// built with the trait `Cluster`; in any other, one sentence that says so.

import ArgumentParser
import Cluster
import Rooms

#if Cluster
import Engines
// Public, since public types conform to its protocols here.
public import Server

extension StoreEtcd: ClusterStore {}
extension BusNATS: ClusterBus {}

/// etcd and NATS, as one node reaches them.
struct RealEngines: ClusterEngines {
  let store: StoreEtcd
  let bus: BusNATS
  /// Looks at each server of the bus, by its address.
  private let watches: [String: BusNATS]
  let news: AsyncStream<EngineNews>
  /// So many things that nobody has listened to yet are kept.
  private static let newsMax = 64

  /// Opens both; neither has to be there yet.
  init(_ file: ClusterFile) throws {
    func address(_ servers: [String]) -> EngineAddress {
      EngineAddress(
        servers, authority: file.authority, certificate: file.certificate, key: file.key)
    }
    store = try StoreEtcd(address(file.store))
    watches = try Dictionary(
      Set(file.bus).map { ($0, try BusNATS(address([$0]), isWatch: true)) },
      uniquingKeysWith: { one, _ in one })
    let (news, teller) = AsyncStream.makeStream(
      of: EngineNews.self, bufferingPolicy: .bufferingOldest(Self.newsMax))
    self.news = news
    bus = try BusNATS(address(file.bus)) { news in
      switch news {
      case .there(let server): teller.yield(.busThere(server: server))
      case .away(let why): teller.yield(.busAway(why: why))
      case .refused(let what): teller.yield(.busRefused(what: what))
      }
    }
  }

  func figures() async -> EngineFigures {
    let counts = await store.counts
    var figures = EngineFigures()
    (figures.answered, figures.declined) = (counts.answered, counts.declined)
    (figures.unanswered, figures.unreadable) = (counts.unanswered, counts.unreadable)
    figures.overflowed = counts.overflowed
    (figures.lost, figures.refused) = (await bus.lost, await bus.refused)
    (figures.unheard, figures.isBusThere) = (await bus.unheard, await bus.isConnected)
    figures.engines = await store.membersThere
    for (server, watch) in watches { figures.engines[server] = await watch.isConnected }
    return figures
  }

  func stop() async {
    for watch in watches.values { await watch.stop() }
    await bus.stop()
    await store.stop()
  }
}
#else
import Server
#endif

extension Signals {
  /// Has a node stop when another process is it.
  func follow(_ node: inout ClusterNode?) {
    node?.whenReplaced = { self.add(.stop(why: "another process is this node")) }
  }
}

extension ServerOptions {
  /// The node's file; nil where the server is none.
  ///
  /// - Throws: what is wrong with it, or that this program cannot be a node.
  func clusterFile() throws -> ClusterFile? {
    guard let path = clusterPath else { return nil }
    #if Cluster
    let missing = EngineLibraries.missing
    if !missing.isEmpty {
      throw ValidationError(
        "--cluster \(path): a node needs \(missing.joined(separator: " and ")): "
          + "apt-get install \(missing.joined(separator: " "))")
    }
    return try ClusterFile(at: path)
    #else
    throw ValidationError(
      "--cluster \(path): this chromatchd was built without the trait Cluster; "
        + "build it with swift build --traits Cluster")
    #endif
  }

  /// The node that the server is to be; nil where it is none.
  func clusterNode() throws -> ClusterNode? {
    #if Cluster
    return try clusterFile()
      .map { file in
        ClusterNode(number: file.node, address: file.address, over: try RealEngines(file))
      }
    #else
    _ = try clusterFile()
    return nil
    #endif
  }
}
