// What the check of a saved transcript found, in plain lines: one for each match, one for each line
// that is missing or wrong, and what it comes to. It finds nothing itself.

import ClientCore
import Game
package import Wire

/// What a transcript proves, in words.
package enum PlainAudit {
  /// The lines to print, the last of them what it comes to.
  package static func lines(_ report: TranscriptReport) -> [String] {
    let matches = report.findings.map { finding in
      let room = finding.room.map { Words[" of room \($0.text)"] } ?? ""
      return Words["match \(finding.match)\(room): \(words(finding.verdict))"]
    }
    return matches + report.faults.map(words) + [sum(report)]
  }

  private static func words(_ verdict: Verdict?) -> String {
    switch verdict {
    case .verified: Words["fair: all of it follows from the seed promised before"]
    case .unknown: Words["not proved: the promise of its seed is not in the transcript"]
    case .mismatch(let flaw): Words["NOT FAIR: \(flaw.sentence(\.wire))"]
    case nil: Words["not proved: its seed is not in the transcript"]
    }
  }

  private static func words(_ fault: TranscriptReport.Fault) -> String {
    switch fault {
    case .unreadable(let line): Words["line \(line): this is no line of a server"]
    case .gap(let line, let missing):
      Words[
        "line \(line): events \(missing.lowerBound) to \(missing.upperBound) are missing before it"]
    case .repeated(let line, let number): Words["line \(line): event \(number) came before"]
    }
  }

  private static func sum(_ report: TranscriptReport) -> String {
    if report.isProved { return Words["proved"] }
    return report.findings.isEmpty
      ? Words["not proved: there is no match in it"] : Words["not proved"]
  }
}
