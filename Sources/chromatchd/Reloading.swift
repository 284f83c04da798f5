// Reading certificate and web pages again while the server runs. What cannot be used is told and
// changes nothing.

import Logging
import Net
import Server

extension ServerOptions {
  /// Reads the files again; if they cannot be used, what was read before stays.
  func reload(
    _ server: Server, announcedBy announcer: Announcer?, _ why: String, _ log: Logger
  ) async {
    do {
      let tls = try tlsServer()
      await server.reload(website: try website(), tls: tls)
      await announcer?.shows(try announced(tls))
      log.info(
        "reloaded",
        metadata: ["why": "\(why)", "certificate": "\(tls.map { "\($0.fingerprint)" } ?? "none")"])
      log.flaws(of: tls)
    } catch {
      log.error("not reloaded", metadata: ["why": "\(why)", "error": "\(error)"])
    }
  }
}

/// Asks for a reload whenever the files of a certificate have changed.
///
/// - Parameter known: what their signature was before they were read, so that no change is missed
///   between the two.
func watch(
  _ source: TLSSource, since known: [FileSignature]?, for signals: Signals
) -> Task<Void, any Error> {
  Task {
    var known = known
    while known != nil {
      try await Task.sleep(for: .seconds(2))
      let now = source.signature
      if now != known { signals.add(.reload(why: "the certificate's files have changed")) }
      known = now
    }
  }
}
