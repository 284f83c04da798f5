// What tests start as a process of its own, to be killed:
//
//     test-program keep FOLDER           keeps matches: the index of each, one a line
//     test-program keep FOLDER BALLAST   the same; when the disk is full it says "full", deletes
//                                        that file, says "again" with the next match, and ends

import Glibc

@main
struct TestProgram {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    switch words.first {
    case "keep" where words.count > 1:
      try await ArchiveProgram.run(in: words[2], ballast: words.count > 2 ? words[3] : nil)
    default: exit(64)
    }
  }
}
