// `chromatch verify`: does a saved match follow from its seed, and does a record from its moves? It
// reads a file and prints what it finds; it needs no server, and believes none.

import Archive
import ArgumentParser
import Game
import Net
import Server
import TerminalUI
import Wire

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a saved match, or a record of one.",
    discussion: """
      A saved match holds what a client received, unchanged: every line of the server from COMMIT \
      to SEED. `nc HOST 7313 | tee match.txt` saves one. A record begins with RECORD and also \
      holds every move and the log's signature; each is checked, and the first thing that is \
      wrong is named. Exit status: 0 when all of it is proved, else 1.
      """)

  /// More than this is no transcript of an evening.
  private static let bytesMax = 64 << 20

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The public key, 64 hexadecimal digits, that has to have signed a record.",
      valueName: "digits"))
  var key: LogKey?

  @OptionGroup(title: "Screen") var language: LanguageOptions

  func run() throws {
    let saved = SavedText(try bytes(ofFile: file, atMost: VerifyCommand.bytesMax))
    if let line = PlainSaved.line(saved.changes) { print(line) }
    let content = saved.bytes
    let isProved = RecordFile.begins(content) ? isRecord(content) : try isTranscript(content)
    if !isProved { throw ExitCode(ExitStatus.failure) }
  }

  private func isTranscript(_ bytes: [UInt8]) throws -> Bool {
    guard key == nil else { throw Failure("\(file) is no record, so no key has signed it") }
    let report = audit(transcript: bytes, hashing: .openSSL)
    for line in PlainAudit.lines(report) { print(line) }
    return report.isProved
  }

  private func isRecord(_ bytes: [UInt8]) -> Bool {
    let verifier = RecordVerifier(
      hashing: .openSSL, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
    var fault: RecordFault?
    do throws(RecordFault) { try verifier.verify(bytes, key: key?.bytes) } catch { fault = error }
    let record = try? RecordFile(reading: bytes)
    for line in PlainRecord.lines(record, fault, isTrusted: key != nil) { print(line) }
    return fault == nil
  }
}

/// The public key of a log, as it stands in a record.
struct LogKey: ExpressibleByArgument {
  let bytes: [UInt8]

  init?(argument: String) {
    let digits = argument.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count == 2 * ed25519KeyBytes, argument.utf8.count == digits.count else {
      return nil
    }
    bytes = (0..<ed25519KeyBytes).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }
}
