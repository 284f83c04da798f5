// Certificates and keys from files: what is wrong is said of the right one of the two, and a key is
// taken only where nobody else could have it.

import Foundation
import Glibc
import Net
import Server
import TestSupport
import Testing

@Suite("Certificates from files")
final class TLSSourceTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "chromatch-tls-\(UUID())").path
  private var certificate: String { folder + "/certificate.pem" }
  private var key: String { folder + "/key.pem" }
  private let made: SelfSignedCertificate

  init() throws {
    made = try SelfSignedCertificate(hosts: ["localhost"])
    mkdir(folder, 0o700)
    try write(made.certificatePEM, to: certificate, mode: 0o644)
    try write(made.keyPEM, to: key, mode: 0o600)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, mode)
  }

  private func load() throws -> TLSServer? {
    try TLSSource.files(certificate: certificate, key: key).load(hosts: [])
  }

  private func refusal() -> String? {
    #expect(throws: TLSSource.Failure.self) { try load() }?.description
  }

  @Test(
    "a key that its group may read, or that a link leads to, is fine", arguments: [0o600, 0o440])
  func taken(mode: Int) throws {
    chmod(key, mode_t(mode))
    try expect(load()?.fingerprint, equals: TLSServer(made).fingerprint)
    rename(key, key + ".1")
    expect(symlink("key.pem.1", key), equals: 0)
    try expect(load()?.fingerprint, equals: TLSServer(made).fingerprint)
  }

  @Test(
    "a key that others may read, or their group may write, is refused", arguments: [0o644, 0o660])
  func open(mode: Int) {
    chmod(key, mode_t(mode))
    let octal = "0" + String(mode, radix: 8)
    expect(refusal(), equals: "others have access to \(key) (mode \(octal)): chmod 640 \(key)")
  }

  @Test("a pipe in the place of a file is refused instead of waited for", arguments: [true, false])
  func pipe(isKey: Bool) {
    let path = isKey ? key : certificate
    unlink(path)
    mkfifo(path, 0o600)
    expect(refusal(), equals: "\(path) is not a regular file")
  }

  @Test("what is wrong with the key or the certificate is said of that one")
  func bad() throws {
    let block = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
    let other = try SelfSignedCertificate(hosts: ["localhost"])
    for (bytes, why) in [
      ([], "no private key in PEM form"), (Array(block.utf8), "the private key cannot be"),
      (other.keyPEM, "the private key does not belong to"),
    ] {
      try write(bytes, to: key, mode: 0o600)
      expect(refusal()?.hasPrefix("\(key): \(why)"), equals: true)
    }
    try write([], to: certificate, mode: 0o644)
    expect(refusal(), equals: "\(certificate): no certificate in PEM form")
  }
}
