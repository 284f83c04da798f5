// `chromatch verify`: does a saved match follow from its seed? It reads a file and prints what it
// finds; it needs no server, and believes none.

import ArgumentParser
import Game
import Glibc
import Server
import TerminalUI
import Wire

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a saved match against its seed.",
    discussion: """
      The file holds what a client received, unchanged: every line of the server from COMMIT to \
      SEED. `nc HOST 7313 | tee match.txt` saves one. Exit status: 0 when every match in it is \
      proved fair, else 1.
      """)

  /// More than this is no transcript of an evening.
  private static let bytesMax = 64 << 20

  @Argument(help: "The file; - for standard input.")
  var file: String

  @OptionGroup(title: "Screen") var language: LanguageOptions

  func run() throws {
    let report = audit(transcript: try read(), hashing: .openSSL)
    for line in PlainAudit.lines(report) { print(line) }
    if !report.isProved { throw ExitCode(ExitStatus.failure) }
  }

  private func read() throws -> [UInt8] {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot open") }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("cannot read")
      }
      bytes += piece[..<count]
      guard bytes.count <= VerifyCommand.bytesMax else {
        throw Failure("\(file) is longer than \(VerifyCommand.bytesMax >> 20) MiB")
      }
    }
  }

  private func failure(_ what: String) -> Failure {
    Failure("\(what) \(file): \(String(cString: strerror(errno)))")
  }
}
