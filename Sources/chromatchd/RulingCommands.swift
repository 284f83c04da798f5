// `chromatchd ban`, `unban`, `close`, `rename` and `forget`: orders to a server that runs, which
// understands the words, does them and answers in a sentence.

import ArgumentParser
import Server

struct BanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ban",
    abstract: "Keep an identity, an address or a name out of a running server for good.",
    discussion: """
      "ban identity ID" takes the 32 hexadecimal digits of a player, as SEAT and TOPPED show them; \
      "ban address ADDRESS" an IPv4 address, or the /64 around an IPv6 address; "ban name WORD" \
      every name that looks like the word, or has a word that does. Without anything it lists who \
      is banned. --state, or CHROMATCH_STATE, names the server's state directory.
      """)

  @ParentCommand var server: Chromatchd
  @Argument(help: "identity ID, address ADDRESS or name WORD.") var whom: [String] = []

  func run() throws { try server.order(["ban"] + whom) }
}

struct UnbanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unban", abstract: "Let in again what ban keeps out.")

  @ParentCommand var server: Chromatchd
  @Argument(help: "What ban was told.") var whom: [String]

  func run() throws { try server.order(["unban"] + whom) }
}

struct CloseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close a room of a running server; everybody is put out.")

  @ParentCommand var server: Chromatchd
  @Argument(help: "The room's code.") var room: String

  func run() throws { try server.order(["close", room]) }
}

struct RenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a room of a running server another name, or a player in it, between matches.",
    discussion: """
      "rename HAWK Quiet room" renames the room, "rename HAWK p7 Ada" the player p7 who sits there.
      """)

  @ParentCommand var server: Chromatchd
  @Argument(help: "The room's code.") var room: String
  @Argument(help: "The player, such as p7, and the name.") var name: [String]

  func run() throws { try server.order(["rename", room] + name) }
}

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Have a running server delete all that says who a player is.",
    discussion: "The same as archive forget, which needs the server stopped.")

  @ParentCommand var server: Chromatchd
  @Argument(help: "The player's id: 32 hexadecimal digits.") var id: String

  func run() throws { try server.order(["forget", id]) }
}

extension Chromatchd {
  /// Has the server that runs do something, and prints what it says.
  fileprivate func order(_ words: [String]) throws {
    print(try ControlSocket.order(words, in: options.statePath()))
  }
}
