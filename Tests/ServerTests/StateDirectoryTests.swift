// What a server keeps from one start to the next: the same secret every time, for its owner only,
// and a clear failure instead of a new one when the file is not what it was.

import Foundation
import Glibc
import Server
import Testing

@Suite("The state directory")
struct StateDirectoryTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "chromatch-state-\(UUID())").path

  private func removed<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body()
  }

  @Test("a secret is made once and kept")
  func kept() throws {
    try removed {
      let first = try StateDirectory(path).secret("daily.key", byteCount: 32)
      #expect(first.count == 32)
      #expect(try StateDirectory(path).secret("daily.key", byteCount: 32) == first)
      #expect(try StateDirectory(path).secret("other.key", byteCount: 32) != first)
    }
  }

  @Test("only its owner may read it")
  func permissions() throws {
    try removed {
      _ = try StateDirectory(path).secret("daily.key", byteCount: 32)
      for (item, mode) in [(path, 0o700), (path + "/daily.key", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: item)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
      }
    }
  }

  @Test("a file of another length is refused and stays as it is", arguments: [0, 31, 33, 4_096])
  func length(count: Int) throws {
    try removed {
      let directory = try StateDirectory(path)
      let bytes = Data(repeating: 7, count: count)
      try bytes.write(to: URL(filePath: path + "/daily.key"))
      chmod(path + "/daily.key", 0o600)
      let failure = #expect(throws: FileFailure.self) {
        try directory.secret("daily.key", byteCount: 32)
      }
      #expect(failure?.description.contains("daily.key has not the 32 bytes") == true)
      #expect(try Data(contentsOf: URL(filePath: path + "/daily.key")) == bytes)
    }
  }

  @Test("a directory that cannot be made is named")
  func nowhere() {
    let failure = #expect(throws: FileFailure.self) {
      try StateDirectory(path + "/nowhere/state")
    }
    #expect(failure?.description.contains("cannot make \(path)/nowhere/state: No such") == true)
  }

  @Test("a path that is a file is named")
  func notDirectory() throws {
    try removed {
      try Data().write(to: URL(filePath: path))
      let failure = #expect(throws: FileFailure.self) {
        try StateDirectory(path)
      }
      #expect(failure?.description == "cannot use \(path): Not a directory")
    }
  }

  /// Why the key of a directory is refused.
  private func refusal() -> String? {
    let failure = #expect(throws: FileFailure.self) {
      try StateDirectory(path).secret("daily.key", byteCount: 32)
    }
    return failure?.description
  }

  @Test("a key that others have access to is refused", arguments: [0o640, 0o604, 0o620, 0o666])
  func openKey(mode: Int) throws {
    try removed {
      _ = try StateDirectory(path).secret("daily.key", byteCount: 32)
      chmod(path + "/daily.key", mode_t(mode))
      let octal = "0" + String(mode, radix: 8)
      #expect(
        refusal() == "others have access to \(path)/daily.key (mode \(octal)): "
          + "chmod 600 \(path)/daily.key")
    }
  }

  @Test("a directory that others may write into is refused", arguments: [0o770, 0o757, 0o1777])
  func openDirectory(mode: Int) throws {
    try removed {
      _ = try StateDirectory(path).secret("daily.key", byteCount: 32)
      chmod(path, mode_t(mode))
      #expect(refusal()?.hasPrefix("others may write into \(path) (mode ") == true)
      #expect(refusal()?.hasSuffix("): chmod 700 \(path)") == true)
    }
  }

  @Test("a directory that others may list, or one behind a link, is fine: systemd makes such")
  func usual() throws {
    try removed {
      let secret = try StateDirectory(path).secret("daily.key", byteCount: 32)
      chmod(path, 0o755)
      let link = path + "-link"
      #expect(symlink(path, link) == 0)
      defer { unlink(link) }
      #expect(try StateDirectory(link).secret("daily.key", byteCount: 32) == secret)
    }
  }

  @Test("a key behind a link is refused, whatever it leads to")
  func link() throws {
    try removed {
      _ = try StateDirectory(path).secret("other.key", byteCount: 32)
      for target in ["other.key", "nothing"] {
        #expect(symlink(target, path + "/daily.key") == 0)
        #expect(refusal() == "\(path)/daily.key is a symbolic link")
        unlink(path + "/daily.key")
      }
    }
  }

  @Test("what is no file is refused at once, a pipe too")
  func pipe() throws {
    try removed {
      _ = try StateDirectory(path)
      mkfifo(path + "/daily.key", 0o600)
      #expect(refusal() == "\(path)/daily.key is not a regular file")
      unlink(path + "/daily.key")
      mkdir(path + "/daily.key", 0o700)
      #expect(refusal() == "\(path)/daily.key is not a regular file")
    }
  }

  @Test("what belongs to somebody else is refused", .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    try removed {
      _ = try StateDirectory(path).secret("daily.key", byteCount: 32)
      let own = "; this server runs as user 0: chown 0 "
      chown(path + "/daily.key", 65_534, 0)
      #expect(refusal() == "\(path)/daily.key belongs to user 65534\(own)\(path)/daily.key")
      chown(path, 65_534, 0)
      #expect(refusal() == "\(path) belongs to user 65534\(own)\(path)")
    }
  }
}
