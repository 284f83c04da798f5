// What a server keeps from one start to the next: the same secret every time, for its owner only,
// and a clear failure instead of a new one when the file is not what it was.

import Foundation
import Glibc
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

  @Test("a file of another length is refused and stays as it is", arguments: [0, 31, 33, 4_096])
  func length(count: Int) throws {
    _ = try StateDirectory(path)
    let bytes = Data(repeating: 7, count: count)
    try bytes.write(to: URL(filePath: key))
    chmod(key, 0o600)
    expect(refusal()?.contains("daily.key has not the 32 bytes"), equals: true)
    try expect(Data(contentsOf: URL(filePath: key)), equals: bytes)
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
