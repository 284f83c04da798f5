// What a server keeps in files: a secret for its owner only, the same every time, and certificates
// with their keys. What is wrong is said of the right file, and nothing is made in its place.

import Foundation
import Glibc
import Net
import Server
import TestSupport
import Testing

@Suite("The state directory")
final class StateDirectoryTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "chromatch-state-\(UUID())").path
  private var key: String { path + "/daily.key" }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func secret(_ name: String = "daily.key") throws -> [UInt8] {
    try StateDirectory(path).secret(name, byteCount: 32)
  }

  /// Why the key of a directory is refused.
  private func refusal() -> String? {
    #expect(throws: FileFailure.self) { try secret() }?.description
  }

  @Test("a secret is made once and kept, and only its owner may read it")
  func kept() throws {
    let first = try secret()
    try expect(first.count == 32 && secret() == first && secret("other.key") != first)
    for (item, mode) in [(path, 0o700), (key, 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: item)
      expect((attributes[.posixPermissions] as? NSNumber)?.intValue, equals: mode)
    }
    // systemd makes directories that others may list, behind a link.
    chmod(path, 0o755)
    let link = path + "-link"
    expect(symlink(path, link), equals: 0)
    defer { unlink(link) }
    try expect(StateDirectory(link).secret("daily.key", byteCount: 32), equals: first)
  }

  @Test("a file of another length is refused and stays as it is")
  func length() throws {
    _ = try StateDirectory(path)
    for count in [0, 31, 33, 4_096] {
      let bytes = Data(repeating: 7, count: count)
      try bytes.write(to: URL(filePath: key))
      chmod(key, 0o600)
      expect(refusal()?.contains("daily.key has not the 32 bytes"), equals: true)
      try expect(Data(contentsOf: URL(filePath: key)), equals: bytes)
    }
  }

  @Test("a directory that cannot be made, and a path that is a file, are named")
  func notDirectory() throws {
    let nowhere = #expect(throws: FileFailure.self) { try StateDirectory(path + "/nowhere/state") }
    expect(
      nowhere?.description.contains("cannot make \(path)/nowhere/state: No such"), equals: true)
    try Data().write(to: URL(filePath: path))
    let file = #expect(throws: FileFailure.self) { try StateDirectory(path) }
    expect(file?.description, equals: "cannot use \(path): Not a directory")
  }

  @Test("a key that others have access to is refused, and a directory they may write into")
  func open() throws {
    _ = try secret()
    for mode in [0o640, 0o604, 0o620, 0o666] {
      chmod(key, mode_t(mode))
      let octal = "0" + String(mode, radix: 8)
      expect(refusal(), equals: "others have access to \(key) (mode \(octal)): chmod 600 \(key)")
    }
    chmod(key, 0o600)
    for mode in [0o770, 0o757, 0o1777] {
      chmod(path, mode_t(mode))
      expect(refusal()?.hasPrefix("others may write into \(path) (mode "), equals: true)
      expect(refusal()?.hasSuffix("): chmod 700 \(path)"), equals: true)
    }
  }

  @Test("what is no file is refused at once: a link wherever it leads, a pipe, a directory")
  func noFile() throws {
    _ = try secret("other.key")
    for target in ["other.key", "nothing"] {
      expect(symlink(target, key), equals: 0)
      expect(refusal(), equals: "\(key) is a symbolic link")
      unlink(key)
    }
    mkfifo(key, 0o600)
    expect(refusal(), equals: "\(key) is not a regular file")
    unlink(key)
    mkdir(key, 0o700)
    expect(refusal(), equals: "\(key) is not a regular file")
  }

  @Test("what belongs to somebody else is refused", .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    _ = try secret()
    let own = "; this server runs as user 0: chown 0 "
    chown(key, 65_534, 0)
    expect(refusal(), equals: "\(key) belongs to user 65534\(own)\(key)")
    chown(path, 65_534, 0)
    expect(refusal(), equals: "\(path) belongs to user 65534\(own)\(path)")
  }
}

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

  @Test("a key that its group may read, or that a link leads to, is fine; others may not have it")
  func open() throws {
    for mode in [0o600, 0o440, 0o644, 0o660] {
      chmod(key, mode_t(mode))
      if mode & 0o026 == 0 {
        try expect(load()?.fingerprint, equals: TLSServer(made).fingerprint)
      } else {
        let octal = "0" + String(mode, radix: 8)
        expect(refusal(), equals: "others have access to \(key) (mode \(octal)): chmod 640 \(key)")
      }
    }
    chmod(key, 0o600)
    rename(key, key + ".1")
    expect(symlink("key.pem.1", key), equals: 0)
    try expect(load()?.fingerprint, equals: TLSServer(made).fingerprint)
  }

  @Test("a pipe in the place of a file is refused instead of waited for")
  func pipe() {
    for path in [key, certificate] {
      unlink(path)
      mkfifo(path, 0o600)
      expect(refusal(), equals: "\(path) is not a regular file")
    }
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
