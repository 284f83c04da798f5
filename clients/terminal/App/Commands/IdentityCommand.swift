// `chromatch identity`: the key that a person is known by, shown to be taken to another computer,
// and taken from one. A key never stands on a command line, where other users and a shell's history
// would see it.

import ArgumentParser
import ClientCore
import Game
import Glibc
import Server
import TerminalUI

struct IdentityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identity",
    abstract: "Show the key you are known by, bring yours here, or be forgotten.",
    discussion: """
      The program makes a key when it first starts and proves to servers that it has it, so that \
      you are the same player everywhere, without an account. Others see its tag, such as \
      47Z3-3QX1.
      """,
    subcommands: [ShowIdentity.self, ImportIdentity.self, ForgetIdentity.self])

  /// The file, or why there is none.
  fileprivate static func file() throws(Failure) -> IdentityFile {
    guard let file = IdentityFile.usual else {
      throw Failure(Words["There is no home directory to keep an identity in."])
    }
    return file
  }
}

struct ShowIdentity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print your tag and your key, as a line and as a code for cameras.")

  @Flag(help: "Only lines of text, without the code.")
  var plain = false

  @OptionGroup(title: "Screen") var language: LanguageOptions

  func run() throws {
    let secret = try IdentityCommand.file().secret()
    let hasSquare = !plain && isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb"
    let lines = PlainIdentity.lines(
      tag: secret.tag, line: secret.line(hashing: .openSSL), hasSquare: hasSquare)
    write(lines, to: STDOUT_FILENO)
  }
}

struct ImportIdentity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Become the player whose key you type, paste or pipe in.",
    discussion: """
      Reads the line that `chromatch identity show` prints on the other computer. A key that is \
      cut off or mistyped is refused and changes nothing.
      """)

  @Flag(help: "Put it in the place of another key; the old one is kept beside it.")
  var replace = false

  @OptionGroup(title: "Screen") var language: LanguageOptions

  /// A key and its header are shorter by far.
  private static let bytesMax = 4_096

  func run() throws {
    let file = try IdentityCommand.file()
    let secret = try read()
    let old = try file.take(secret, replaces: replace)
    var lines = [Words["You are \(secret.tag)."]]
    if let old { lines.append(Words["The old key is in \(old)."]) }
    write(lines, to: STDOUT_FILENO)
  }

  /// One line from a keyboard, all of it from anything else.
  private func read() throws(Failure) -> SecretKey {
    let isTyped = isatty(STDIN_FILENO) == 1
    if isTyped { write([Words["The key, 14 groups of 4 letters:"]], to: STDERR_FILENO) }
    var text = ""
    while text.utf8.count < ImportIdentity.bytesMax, let line = readLine() {
      text += "\(line) "
      if isTyped { break }
    }
    do throws(KeyLineError) {
      return try SecretKey(line: text, hashing: .openSSL)
    } catch {
      throw Failure(error.sentence)
    }
  }
}

struct ForgetIdentity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Have a server delete all that says who you are.",
    discussion: """
      Your name, ratings and places on boards go, and your matches there are nobody's in \
      particular; their records stay, without your name, and still prove that they were fair. \
      Backups of the server have your name for two weeks. Your key stays yours; if you play \
      on, the server knows you as a new player. You are asked for your tag first. Without HOST, it \
      goes to the server you used last.
      """)

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @OptionGroup(title: "Screen") var language: LanguageOptions

  func run() throws {
    let tag = try IdentityCommand.file().secret().tag
    let destination = try Destination(
      address, orKnownFor: "identity forget 192.168.1.5", by: .usual)
    let server = destination.address.shortText
    write(
      [
        Words["\(server) deletes your name, ratings and places. Your matches stay, without you."],
        Words["To go on, type your tag, \(tag):"],
      ], to: STDERR_FILENO)
    guard readLine()?.uppercased().filter({ $0 != " " }) == tag else {
      throw Failure(Words["That is not your tag. Nothing has been forgotten."])
    }
    Program.carryOut(Plan(errand: .forgetting, at: destination))
  }
}
