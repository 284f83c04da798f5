// A certificate that lasts as long as the bench does, and how its clients take each of the four
// ways to a server. Clients trust this one certificate and no other, so what is measured is what
// was started.

import Net

/// A certificate of our own with its key, as files that a server can be given.
final class Credentials: Sendable {
  let client: TLSClient
  private let folder: TemporaryFolder

  var certificatePath: String { folder.path + "/certificate.pem" }
  private var keyPath: String { folder.path + "/key.pem" }

  /// Makes a certificate for 127.0.0.1, in a folder that goes with the value.
  init() throws {
    let made = try SelfSignedCertificate(hosts: ["127.0.0.1"])
    client = try TLSClient(trust: .pinned(try TLSServer(made).fingerprint))
    folder = try TemporaryFolder("bench")
    try writeFile(String(decoding: made.certificatePEM, as: UTF8.self), to: certificatePath)
    try writeFile(String(decoding: made.keyPEM, as: UTF8.self), to: keyPath, mode: 0o600)
  }

  /// What a program is told that is to answer TLS.
  var flags: [String] { ["--tls-cert", certificatePath, "--tls-key", keyPath] }

  func carriage(over transport: Transport) -> Carriage {
    let isWebSocket = transport == .ws || transport == .wss
    return Carriage(
      tls: transport.isSecure ? client : nil, webSocket: isWebSocket ? House.route : nil)
  }
}

extension Transport {
  var isSecure: Bool { self == .tls || self == .wss }
}
