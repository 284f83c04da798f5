// The command `echo`: the server's own Framing and Net code and nothing above it, for suites that
// judge how it speaks WebSocket and for measurements of that. Whatever path is asked for, what
// comes in a message goes back in one of the same kind.

import ArgumentParser
import Framing
import Net

/// Echoes WebSocket messages.
struct Echo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "echo",
    abstract: "Echoes WebSocket messages, for conformance suites and measurements.",
    discussion: """
      Takes text and binary messages of up to 16 MiB, at any path, over ws and, with a \
      certificate, over wss on the same port. Runs until it is ended.
      """)

  @Option(help: "Address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "TCP port to listen on; 0 for any free one.")
  var port: UInt16

  @Option(help: "Certificate chain, PEM: answer TLS too.")
  var tlsCert: String?

  @Option(help: "The certificate's key, PEM.")
  var tlsKey: String?

  func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-cert and --tls-key go together")
    }
  }

  func run() async throws {
    let progress = Progress()
    try await progress.explaining {
      var server: TLSServer?
      if let tlsCert, let tlsKey {
        server = try TLSServer(certificatePEM: pem(tlsCert), keyPEM: pem(tlsKey))
      }
      let stage = EchoStage()
      let endpoint = try await stage.listen(Endpoint(host: host, port: port), server)
      progress.keep("echo on \(endpoint)")
      while true { try await Task.sleep(for: .seconds(3_600)) }
    }
  }

  private func pem(_ path: String) throws -> [UInt8] {
    guard let text = readFile(path) else { throw BenchError.cannotRead(path) }
    return Array(text.utf8)
  }
}

/// The queue that an echo lives on.
private actor EchoStage {
  nonisolated let executor = QueueExecutor(label: "chromatch.echo")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins to echo, and returns where.
  func listen(_ endpoint: Endpoint, _ tls: TLSServer?) throws(NetError) -> Endpoint {
    let reactor = try Reactor(executor: executor, clock: Clock(), limits: .echo)
    if let tls {
      reactor.tls = TLSService(tls, by: try Handshaker(.echo, clock: Clock()))
    }
    let port = try reactor.listen(host: endpoint.host, port: endpoint.port, backlog: 1_024)
    reactor.start(delegate: Echoing(reactor: reactor))
    return Endpoint(host: endpoint.host, port: port)
  }
}

/// Sends every message back. Confined to the queue of its reactor.
private final class Echoing: ReactorDelegate {
  private let reactor: Reactor

  init(reactor: Reactor) { self.reactor = reactor }

  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    do throws(HTTPRefusal) {
      // No suite asks for a subprotocol, and none is agreed.
      let upgrade = try WebSocketUpgrade(try request.get(), subprotocol: "")
      reactor.upgrade(upgrade, of: id, for: .messages(bytesMax: Echoing.messageBytesMax))
    } catch {
      reactor.respond(error.response(fields: [], withBody: true), to: id, keepsConnection: false)
    }
  }

  func received(_ message: WebSocketMessage, from id: SocketID) { reactor.send(message, to: id) }

  // Lines are not what this is for, and a client that does not read is not waited for.
  func received(_ line: ArraySlice<UInt8>, from id: SocketID) { reactor.close(id) }
  func refused(_ error: FramingError, from id: SocketID) { reactor.close(id) }
  func overflowed(_ id: SocketID) { reactor.abort(id) }

  func failed(_ id: SocketID, _ error: NetError) {}
  func closed(_ id: SocketID, _ reason: CloseReason) {}
  func woke() {}
  func stopped() {}

  static let messageBytesMax = 16 << 20
}

extension HandshakeLimits {
  /// Nothing is too much from a suite.
  fileprivate static let echo = HandshakeLimits(
    perSecondMax: 10_000, underWayMax: 10_000, ofOneGroupMax: 10_000,
    ofOneGroupPerSecondMax: 10_000)
}

extension ReactorLimits {
  /// Nothing is too much from a suite, but for a message that is too long.
  fileprivate static let echo = ReactorLimits(
    lineBytesMax: 1_024, headBytesMax: 8_192, messageBytesMax: Echoing.messageBytesMax,
    burstBytesMax: 1 << 40, bytesPerSecondMax: 1 << 40,
    outboxBytesMax: 8 * Echoing.messageBytesMax, connectionsMax: 10_000, fullReply: [],
    closeMillisecondsMax: 2_000, connectMillisecondsMax: 0, lingerMilliseconds: 2)
}
