// Reading certificate and web pages again while the server runs. What cannot be used is told and
// changes nothing.

import Logging
import Net
import Server

extension ServerOptions {
  /// Reads the files again; if they cannot be used, what was read before stays.
  func reload(_ server: Server, _ why: String, _ log: Logger) async {
    do {
      let tls = try tlsServer()
      await server.reload(website: try website(), tls: tls)
      log.info(
        "reloaded",
        metadata: ["why": "\(why)", "certificate": "\(tls.map { "\($0.fingerprint)" } ?? "none")"])
    } catch {
      log.error("not reloaded", metadata: ["why": "\(why)", "error": "\(error)"])
    }
  }

  /// Asks for a reload whenever the files of the certificate have changed since this was called.
  /// Called before they are read, so that no change is missed between the two.
  func watchCertificate(for signals: Signals) throws -> Task<Void, any Error> {
    let source = try tlsSource()
    let first = source.signature
    return Task {
      var known = first
      while known != nil {
        try await Task.sleep(for: .seconds(2))
        let now = source.signature
        if now != known { signals.add(.reload(why: "the certificate's files have changed")) }
        known = now
      }
    }
  }
}
