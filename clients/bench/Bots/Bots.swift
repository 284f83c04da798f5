// The command `bots`: whole matches, end to end, by as many bots as there is room for.

import ArgumentParser
import Game
import Net
import Wire

/// Plays full games and measures how many come to their end.
struct Bots: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bots",
    abstract: "Has bots play full matches over real connections, and counts those that end.",
    discussion: """
      Bots connect, open rooms, play with the hand of the server's own bots, and begin anew when a \
      match is over. A match lasts as long as for people: rooms make matches a second, not speed.
      """)

  @Option(help: "How many rooms.", in: 1...10_000)
  var rooms = 500

  @Option(help: "Bots in each room.", in: Rules.seatsRange)
  var players = 2

  @Option(help: "Rounds of a match.", in: Rules.roundsRange)
  var rounds = 3

  @Option(help: "How well they play.", in: Skill.levels)
  var level = 4

  @Option(help: "Connect over tcp, tls, ws or wss.", transform: transport(named:))
  var over = Transport.ws

  @Flag(help: "Have the server keep journals and matches, and measure how soon a match is kept.")
  var keeping = false

  @Option(help: "Seconds to measure.", in: 1...3_600)
  var seconds = 60

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      let connections = rooms * players
      try raiseDescriptorLimit(toHold: connections)
      let credentials = try Credentials()
      let folder = keeping ? try StateFolder() : nil
      let child = try await ChildProcess.server(
        connections: connections, over: over, credentials,
        flags: server.flags + (folder.map { ["--state", $0.path] } ?? []))
      defer { child.stop() }
      let report = try await play(child, over.carriage(credentials), machine, progress)
      print(report.table)
      try server.write(report.json)
    }
  }

  private func play(
    _ child: ChildProcess, _ carriage: Carriage, _ machine: Machine, _ progress: Progress
  ) async throws -> BotReport {
    guard let skill = Skill(level: level) else { throw ExitCode.failure }
    let stage = BotStage()
    progress.say("bots: \(grouped(rooms)) rooms")
    do {
      try await stage.begin(
        at: House(side: .server, endpoint: child.endpoint, carriage: carriage), rooms: rooms,
        seats: players, skill: skill,
        wishes: RoomWishes(mode: .rgb, rounds: rounds, seats: players, name: "bots"))
      let begin = BotReport.Reading(try usage(child), await stage.count())
      for second in 1...seconds {
        try await Task.sleep(for: .seconds(1))
        let count = await stage.count()
        progress.say("bots: \(second)/\(seconds) s, \(grouped(count.matches)) matches")
      }
      let end = BotReport.Reading(try usage(child), await stage.count())
      await stage.clear()
      return BotReport(
        machine: machine, rooms: rooms, players: players, transport: over, begin: begin, end: end)
    } catch {
      await stage.clear()
      throw error
    }
  }

  private func usage(_ child: ChildProcess) throws -> ProcessMeter.Usage {
    guard let usage = try ProcessMeter(pid: child.pid).usage() else {
      throw BenchError.noSuchProcess(child.pid)
    }
    return usage
  }
}
