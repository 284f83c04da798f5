// `chromatch find`: the games of this network, a line each or as JSON, and the command that leads
// there. It joins none of them.

import ArgumentParser
import Discovery
import Glibc
import TerminalUI
import Wire

struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "List the games on this network.",
    discussion: """
      Looks for rooms and servers that are announced (DNS-SD), tries whether they answer, and \
      prints a line for each: the name; of a room its mode, taken seats and state, of a server \
      how many rooms and players it has; and the command that leads there. Names are what the \
      hosts say of themselves. Needs Avahi: its daemon and libavahi-compat-libdnssd1.
      """)

  @Option(
    help: ArgumentHelp(
      "How long to look, 1 to 60, and until what was found is known, but for 10 s more at most.",
      valueName: "seconds"))
  var seconds = 3

  @Flag(help: "Print one line of JSON, for programs.")
  var json = false

  func validate() throws {
    guard (1...60).contains(seconds) else {
      throw ValidationError("--seconds \(seconds) is not from 1 to 60.")
    }
  }

  func run() throws {
    LocalNetwork.hush()
    Program.run([SIGINT, SIGTERM, SIGHUP]) { Finder(seconds: seconds, isJSON: json) }
  }
}

/// Looks around, and says what there is.
private actor Finder: SignaledRun {
  private let seconds: Int
  private let isJSON: Bool

  init(seconds: Int, isJSON: Bool) { (self.seconds, self.isJSON) = (seconds, isJSON) }

  func run() async -> Int32 {
    guard let network = LocalNetwork(tell: { _ in }) else {
      return complain(.noLibrary)
    }
    await network.look()
    try? await Task.sleep(for: .seconds(seconds))
    // What was found may not have said yet what it is, or been tried.
    let end = ContinuousClock.now + .seconds(10)
    while await !network.view.isSettled, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(100))
    }
    let view = await network.view
    guard view.isWorking else { return complain(.noDaemon) }
    write(isJSON ? [json(view).description] : lines(view), to: STDOUT_FILENO)
    return ExitStatus.fine
  }

  nonisolated func take(_ signal: Int32) { exit(ExitStatus.signal(signal)) }

  private func complain(_ why: NetworkAbsence) -> Int32 {
    write(["chromatch: Cannot look for games on this network: \(why)."], to: STDERR_FILENO)
    return ExitStatus.failure
  }

  private func json(_ view: NearbyView) -> JSON {
    ["games": JSON(list: view.games.map(\.json)), "unreadable": JSON(view.unreadableCount)]
  }

  private func lines(_ view: NearbyView) -> [String] {
    var lines = view.games.map { game in
      let verb = game.announcement.code == nil ? "play" : "join"
      return "\(game.name): \(game.news)  chromatch \(verb) \(game.address)"
    }
    if lines.isEmpty { lines = ["There is no game on this network."] }
    if view.unreadableCount > 0 {
      lines.append("What \(view.unreadableCount) more say of themselves cannot be understood.")
    }
    return lines
  }
}
