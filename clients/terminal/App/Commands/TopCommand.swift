// `chromatch top`: who is on a server's boards, or what one has played there, in plain
// lines or as JSON.

import ArgumentParser
import ClientCore
import Game
import TerminalUI
import Wire

struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Print a board of a server, or what you have played there.",
    discussion: """
      The boards are \(names). Ratings and the days' tries are of players who have proved who \
      they are. Without HOST, it asks the server you used last.
      """)

  private static var names: String { Board.all.map(\.name).joined(separator: ", ") }

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @Option(
    help: ArgumentHelp("Which board; today's tries by default.", valueName: "board"),
    transform: { try choice($0, Board.init(name:), of: "boards", TopCommand.names) })
  var board: Board = .daily

  @Option(
    help: ArgumentHelp(
      "Over what time, of the best matches: always, week or day.", valueName: "time"),
    transform: {
      try choice($0, BoardTime.init(rawValue:), of: "times", "always, week, day")
    })
  var time: BoardTime = .always

  @Flag(help: "Your own matches instead, the newest first.")
  var past = false

  @Flag(help: "Print one line of JSON, for programs.")
  var json = false

  @OptionGroup(title: "Screen") var language: LanguageOptions

  func run() throws {
    let destination = try Destination(address, orKnownFor: "top 192.168.1.5", by: .usual)
    var plan = Plan(errand: past ? .past : .board(board, time), at: destination)
    plan.isJSON = json
    Program.carryOut(plan)
  }
}

extension Plan {
  /// Asks one thing of a server.
  init(errand: Lookup, at destination: Destination) {
    self.init(
      venue: .at(destination.address.server), intent: .browse, player: Plan.Persona(),
      screen: Screen(isPlain: true))
    remark = destination.remark
    self.errand = errand
  }
}
