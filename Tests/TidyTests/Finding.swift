// A finding is one place where the tree breaks a house rule, and how to say so. Rules return
// findings as values and never record them themselves: that is how each rule is itself tested.

import Foundation
import TestSupport
import Testing

/// One place where a rule is broken.
struct Finding: Equatable, Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let what: String

  init(_ path: String, line: Int = 1, _ what: String) {
    self.path = path
    self.line = line
    self.what = what
  }

  var description: String { "\(path):\(line): \(what)" }
}

/// Records every finding as an issue that points at the offending line.
func expectNone(_ findings: [Finding]) {
  for finding in findings {
    let location = SourceLocation(
      fileID: "house/" + finding.path,
      filePath: treeFolder.appending(path: finding.path).path,
      line: max(finding.line, 1),
      column: 1)
    Issue.record("\(finding.description)", sourceLocation: location)
  }
}
