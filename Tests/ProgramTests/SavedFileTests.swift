// `chromatch verify` of every file of the table that its reader and the browser's are held to.

import Foundation
import Testing

@testable import TestSupport

@Stage
@Suite("Files that people saved")
struct SavedFileTests {
  @Test("verify proves those files that hold a whole match, and says of each other what it is")
  func verify() throws {
    let table = try ContractTable("vectors/files/files.tsv")
    for row in table.rows {
      let file = protocolFolder.appending(path: "vectors/files/\(row["FILE"])").standardized.path
      let run = try PlainRun.ended(.client, ["verify", file])
      let isProved = row["PROVED"] == "yes"
      expect(run.end, equals: .exited(isProved ? 0 : 1), "\(run.scene)")
      let lines = run.text.split(separator: "\n")
      expect(lines.last?.hasPrefix(isProved ? "proved" : "not proved") == true, "\(run.scene)")
      // A refusal is one sentence.
      if row["OUTCOME"] != "read" { expect(lines.count, equals: 2, "\(run.scene)") }
      if !row["AT"].isEmpty { expect(run.text, contains: " \(row["AT"])", "\(run.scene)") }
    }
  }
}
