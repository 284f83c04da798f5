// The programs of this build as files, as the loader sees them: nothing is left to be bound or
// written while they run, and libraries come from nowhere but the Swift runtime's own folder and,
// in builds for tests, the program's.

import Foundation
import Testing

@Suite("Program files")
struct ProgramFileTests {
  @Test(
    "are bound at once and read-only from then on", arguments: [Program.server, .client, .bench])
  func hardened(_ program: Program) throws {
    let file = try ELFFile(program.path)
    #expect(file.isPositionIndependent)
    #expect(file.segments.contains { $0.kind == ELFFile.Segment.readOnlyAfterRelocation })
    #expect(file.isBoundAtOnce)
    for folder in try file.runPath where folder != "$ORIGIN" {
      #expect(FileManager.default.fileExists(atPath: "\(folder)/libswiftCore.so"), "\(folder)")
    }
  }
}

/// What elf(5) says of a program, as far as these tests ask.
private struct ELFFile {
  struct Segment {
    static let loaded = 1
    static let dynamic = 2
    static let readOnlyAfterRelocation = 0x6474_e552

    let kind: Int
    let offset: Int
    let address: Int
    let count: Int
  }

  private let bytes: [UInt8]
  let segments: [Segment]
  /// The entries of the dynamic section, by tag.
  private let entries: [Int: [Int]]

  /// - Throws: `Missed` if it is no program for 64 bits, little end first.
  init(_ path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
      throw Missed(description: "\(path) is no ELF file of this kind")
    }
    self.bytes = bytes
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (start, size, count) = (number(32, 8), number(54, 2), number(56, 2))
    segments = (0..<count)
      .map { start + $0 * size }
      .map {
        Segment(
          kind: number($0, 4), offset: number($0 + 8, 8), address: number($0 + 16, 8),
          count: number($0 + 32, 8))
      }
    let dynamic = segments.first { $0.kind == Segment.dynamic }
    let places = dynamic.map { Array(stride(from: $0.offset, to: $0.offset + $0.count, by: 16)) }
    entries = Dictionary(
      (places ?? []).map { (number($0, 8), [number($0 + 8, 8)]) }, uniquingKeysWith: +)
  }

  var isPositionIndependent: Bool { bytes[16] == 3 }

  /// `DF_BIND_NOW` in `DT_FLAGS`, or `DF_1_NOW` in `DT_FLAGS_1`.
  var isBoundAtOnce: Bool {
    (entries[30]?.first ?? 0) & 8 != 0 || (entries[0x6fff_fffb]?.first ?? 0) & 1 != 0
  }

  /// `DT_RPATH` and `DT_RUNPATH`: where libraries are looked for before the system's folders.
  var runPath: [String] {
    get throws {
      let texts = entries[5]?.first
      let segment = segments.first { segment in
        segment.kind == Segment.loaded
          && texts.map { (segment.address..<segment.address + segment.count).contains($0) } == true
      }
      guard let texts, let segment else { throw Missed(description: "no texts") }
      let start = texts - segment.address + segment.offset
      return ((entries[15] ?? []) + (entries[29] ?? []))
        .flatMap { offset in
          String(decoding: bytes[(start + offset)...].prefix { $0 != 0 }, as: UTF8.self)
            .split(separator: ":").map(String.init)
        }
    }
  }
}
