// What a server keeps from one start to the next: the same secret every time, for its owner only,
// and a clear failure instead of a new one when the file is not what it was.

import Foundation
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
      let failure = #expect(throws: StateDirectory.Failure.self) {
        try directory.secret("daily.key", byteCount: 32)
      }
      #expect(failure?.description.contains("daily.key has not the 32 bytes") == true)
      #expect(try Data(contentsOf: URL(filePath: path + "/daily.key")) == bytes)
    }
  }

  @Test("a directory that cannot be made is named")
  func nowhere() {
    let failure = #expect(throws: StateDirectory.Failure.self) {
      try StateDirectory(path + "/nowhere/state")
    }
    #expect(failure?.description.contains("cannot make \(path)/nowhere/state: No such") == true)
  }

  @Test("a path that is a file is named")
  func notDirectory() throws {
    try removed {
      try Data().write(to: URL(filePath: path))
      let failure = #expect(throws: StateDirectory.Failure.self) {
        try StateDirectory(path).secret("daily.key", byteCount: 32)
      }
      #expect(failure?.description.contains("cannot read \(path)/daily.key") == true)
    }
  }
}
