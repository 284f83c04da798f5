// That memory which is free goes back to the system, wherever it lies.

import Glibc
import TestSupport
import Testing

@testable import Net

@Suite("The process's memory")
struct ProcessMemoryTests {
  // In a process of its own, because it is the memory of the whole process that is looked at.
  @Test(
    "what lies free between pieces in use goes back",
    .disabled(if: isSanitized, "a sanitizer has an allocator of its own"))
  func givesBack() async {
    await #expect(processExitsWith: .success) {
      ProcessMemory.limitArenas(to: 1)
      let pieceBytes = 16 << 10
      var pieces = (0..<8_192)
        .map { _ in
          let piece = UnsafeMutableRawPointer.allocate(byteCount: pieceBytes, alignment: 16)
          memset(piece, 1, pieceBytes)
          return piece
        }
      // All but every eighth, so that none of it lies at an end.
      for (index, piece) in pieces.enumerated() where !index.isMultiple(of: 8) {
        piece.deallocate()
      }
      pieces = []
      let before = residentBytes()
      expect(ProcessMemory.giveBack())
      expect(before - residentBytes(), isAbove: 64 << 20)
    }
  }
}
