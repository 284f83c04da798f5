// What the line mode said, kept word for word beside the tests, in Golden/. CHROMATCH_GOLDEN=write
// says it anew; the review is the diff.

import Foundation
import TestSupport
import Testing

/// Compares lines with those that are kept under a name.
func expectGolden(_ name: String, _ lines: [String]) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden").appending(path: name)
  let text = lines.joined(separator: "\n") + "\n"
  if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
    try Data(text.utf8).write(to: file)
  }
  let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  expect(text, equals: golden)
}
