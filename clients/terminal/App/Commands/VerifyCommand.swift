// `chromatch verify`: does a saved match follow from its seed, and does a record from its moves? It
// reads a file or a picture and prints what it finds; it needs no server, and believes none.

import Archive
import ArgumentParser
import ClientCore
import Game
import Net
import Server
import TerminalUI
import Wire

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a saved match, a record of one, or a picture of its mosaic.",
    discussion: """
      A saved match holds what a client received, unchanged: every line of the server from COMMIT \
      to SEED. `nc HOST 7313 | tee match.txt` saves one. A record begins with RECORD and also \
      holds every move and the log's signature; each is checked, and the first thing that is \
      wrong is named. A picture of a mosaic holds one or the other. Exit status: 0 when all of it \
      is proved, else 1.
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The public key, 64 hexadecimal digits, that has to have signed a record.",
      valueName: "digits"))
  var key: LogKey?

  @Option(
    name: .customLong("of"),
    help: ArgumentHelp(
      "The record of the match that this record of a ghost race copies.", valueName: "file"))
  var original: String?

  @Flag(help: "Print one line of JSON, for programs.")
  var json = false

  @OptionGroup(title: "Screen") var language: LanguageOptions

  func run() throws {
    let content = try bytes(ofFile: file, atMost: SavedFile.bytesMax)
    let saved: SavedFile
    do throws(SavedFault) {
      saved = try SavedFile(reading: content, inflate: zlibInflated)
    } catch {
      say(
        [error.sentence, Words["not proved"]],
        or: ["proved": JSON(false), "error": JSON(error.sentence)])
      throw ExitCode(ExitStatus.failure)
    }
    if !json, let line = PlainSaved.line(saved.changes) { print(line) }
    let isProved =
      try saved.record.map { try follows($0, saved.bytes) } ?? isTranscript(saved.bytes)
    if !isProved { throw ExitCode(ExitStatus.failure) }
  }

  private func say(_ lines: [String], or answer: JSON) {
    for line in json ? [answer.description] : lines { print(line) }
  }

  private func isTranscript(_ bytes: [UInt8]) throws -> Bool {
    guard key == nil else { throw Failure("\(file) is no record, so no key has signed it") }
    guard original == nil else { throw Failure("\(file) is no record, so it copies none") }
    let report = audit(transcript: bytes, hashing: .openSSL)
    say(PlainAudit.lines(report), or: report.json)
    return report.isProved
  }

  private func follows(_ record: RecordFile, _ bytes: [UInt8]) throws -> Bool {
    let verifier = RecordVerifier(
      hashing: .openSSL, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
    var fault: RecordFault?
    do throws(RecordFault) { try verifier.verify(bytes, key: key?.bytes) } catch { fault = error }
    let copy = try fault == nil ? isCopy(record.match, verifier) : nil
    say(
      PlainRecord.lines(record, fault, isTrusted: key != nil, copy),
      or: PlainRecord.json(record, fault, isTrusted: key != nil, copy))
    return fault == nil && copy.map { (try? $0.get()) != nil } != false
  }

  /// Whether a record copies the one that was named; nil where none was.
  private func isCopy(
    _ match: MatchRecord, _ verifier: RecordVerifier
  ) throws -> Result<Void, CopyFault>? {
    guard let original else { return nil }
    let content = try bytes(ofFile: original, atMost: SavedFile.bytesMax)
    let saved: SavedFile
    do throws(SavedFault) {
      saved = try SavedFile(reading: content, inflate: zlibInflated)
    } catch { throw Failure("\(original): \(error.sentence)") }
    guard let copied = saved.record else {
      throw Failure("\(original) is no record, so nothing copies it")
    }
    do throws(RecordFault) { try verifier.verify(copied.match) } catch {
      throw Failure("\(original): \(PlainRecord.words(error))")
    }
    do throws(CopyFault) { try match.verifyCopy(of: copied.match, .openSSL) } catch {
      return .failure(error)
    }
    return .success(())
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
