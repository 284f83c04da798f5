// What a node asks of its cluster's store and says over its bus, as the server sees them. The
// server names no engine: a program hands in real ones, a test others.

public import Cluster
public import Net

/// A cluster's store. Nobody waits for it.
public protocol ClusterStore: Sendable {
  /// Asks. `answered` is called once, from anywhere, with nil when nothing was answered.
  func ask<Request: StoreRequest>(
    _ request: Request, answered: @escaping @Sendable (Request.Response?) -> Void)
}

/// A cluster's bus. Nobody waits for it.
public protocol ClusterBus: Sendable {
  /// Sends bytes to all listeners of a subject; they may be lost, and come twice.
  func say(_ bytes: [UInt8], on subject: String)

  /// Listens to subjects from now on, where `*` stands for any word. What one sender says comes in
  /// order; what this node says is heard, too.
  ///
  /// - Throws: that nothing will ever be heard.
  func listen(
    _ subject: String, _ hear: @escaping @Sendable (_ subject: String, _ bytes: [UInt8]) -> Void
  ) async throws(NetError)

  /// Returns when what was said has left, or after a moment; for a node that is about to stop.
  func flush() async
}

/// Both, as one node reaches them.
public protocol ClusterEngines: Sendable {
  /// The kind of store.
  associatedtype Store: ClusterStore
  /// The kind of bus.
  associatedtype Bus: ClusterBus

  /// The store.
  var store: Store { get }
  /// The bus.
  var bus: Bus { get }

  /// What an operator should know of them, as it happens; for one who listens.
  var news: AsyncStream<EngineNews> { get }

  /// How requests and messages have fared so far.
  func figures() async -> EngineFigures

  /// Ends everything. Nothing may be asked or said any more.
  func stop() async
}

/// What an operator should know of a cluster's engines.
public enum EngineNews: Equatable, Sendable {
  /// A server of the bus is there, at this address.
  case busThere(server: String)
  /// None is there, for this reason.
  case busAway(why: String)
  /// A server of the bus does not let this node say or hear something.
  case busRefused(what: String)
}
