// What the check of a record found, in plain lines: what it is, a line for each check that it has
// passed, the first thing that is wrong, and what it comes to. It checks nothing itself.

package import Archive
import ClientCore
import Game
import Wire

/// What a record proves, in words.
package enum PlainRecord {
  /// The lines to print, the last of them what it comes to.
  ///
  /// - Parameters:
  ///   - file: the record; nil if it cannot be read.
  ///   - fault: the first thing that is wrong with it; nil if nothing is.
  ///   - isTrusted: whether the signature was compared with a key that the user gave.
  ///   - copy: whether it copies the match that the user gave, if they gave one.
  package static func lines(
    _ file: RecordFile?, _ fault: RecordFault?, isTrusted: Bool,
    _ copy: Result<Void, CopyFault>? = nil
  ) -> [String] {
    let passed = RecordCheck.allCases.prefix { $0 != fault?.check }
    return (file.map(introduction) ?? [])
      + passed.compactMap { check in file.map { words(check, $0, isTrusted) } }
      + [
        copy.map(words), fault.map(words),
        fault == nil && copy?.isProved != false ? Words["proved"] : Words["not proved"],
      ]
      .compactMap(\.self)
  }

  private static func introduction(_ file: RecordFile) -> [String] {
    let title = file.match.title
    let persons = file.persons.map { Words["\($0.player.wire) is \($0.name)"] }
    let copies = title.ghost.map { [Words["a ghost race of match \($0) of that log"]] } ?? []
    return [Words["match \(title.match) of room \(title.room.text), from the log \(title.log)"]]
      + copies + persons
  }

  private static func words(
    _ check: RecordCheck, _ file: RecordFile, _ isTrusted: Bool
  ) -> String {
    switch check {
    case .lines: return Words["lines: each has its only form and stands in its place"]
    case .seals: return Words["names: each is the one that was sealed"]
    case .leaf: return Words["leaf: the log has the hash of this match"]
    case .path:
      let (index, size) = (file.receipt?.index ?? 0, file.receipt?.size ?? 0)
      return Words["path: it is match \(index + 1) of \(size) in the log"]
    case .signature:
      let key = String(hex: file.receipt?.key ?? [])
      return isTrusted
        ? Words["signature: the log's key has signed it"]
        : Words["signature: the key \(key) has signed it; is that the log's? --key checks it"]
    case .rules: return Words["rules: they are the ones that this program knows"]
    case .fairness: return Words["fairness: all of it follows from the seed promised before"]
    case .replay: return Words["replay: all that was told follows from the moves"]
    }
  }

  private static func words(_ copy: Result<Void, CopyFault>) -> String {
    switch copy {
    case .success: Words["ghosts: each did what its player did, at the same moments"]
    case .failure(.other): Words["WRONG: it copies another match, or none"]
    case .failure(.ghost(let player)):
      Words["WRONG: the ghost \(player.wire) did something else than its player"]
    }
  }

  /// What is wrong with a record.
  package static func words(_ fault: RecordFault) -> String {
    switch fault {
    case .line(let line):
      Words["WRONG: line \(line) does not have its only form, or does not stand in its place"]
    case .seal(let player): Words["WRONG: what is said of \(player.wire) is not what was sealed"]
    case .leaf: Words["WRONG: the log's hash of this match is missing, or is another one"]
    case .path: Words["WRONG: the path does not lead from this match to the root of the log"]
    case .signature: Words["WRONG: the key has not signed the log, or is not the log's"]
    case .rules(let edition):
      Words["UNKNOWN: it has rules \(edition), and this program can only judge \(Rules.edition)"]
    case .fairness(.mismatch(let flaw)): Words["NOT FAIR: \(flaw.sentence(\.wire))"]
    case .fairness: Words["WRONG: the match has no end, or no promise"]
    case .replay(let line): Words["WRONG: line \(line) does not follow from the moves before it"]
    }
  }
}

extension Result<Void, CopyFault> {
  /// Whether it copies that match.
  var isProved: Bool { if case .success = self { true } else { false } }
}
