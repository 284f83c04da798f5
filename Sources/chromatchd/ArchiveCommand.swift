// `chromatchd archive`: what an administrator does with the matches that a server has kept.
// Checking, copying and printing boards read, beside a running server; rebuilding, restoring and
// forgetting write, and are refused while a server has the archive.

import Archive
import ArchiveSQLite
import ArgumentParser
import Game
import Glibc
import Net
import Server
import Wire

struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Check, copy, restore or rebuild what a server has kept, or forget a player.",
    discussion: """
      --state, or CHROMATCH_STATE, names the server's state directory; the archive is in its \
      folder "archive", or "shared-archive" where --cluster names the file of a node. Checking, \
      copying and printing boards only read, also while the server runs; restoring, rebuilding \
      and forgetting need it stopped. At a node, forgetting has all nodes forget.
      """,
    subcommands: [
      Check.self, Top.self, Backup.self, Restore.self, Export.self, Rebuild.self, Forget.self,
    ])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say whether the archive is whole: records, what stands beside them, and boards.")

    @ParentCommand var server: Chromatchd

    func run() throws {
      let inspection = try server.options.archiveFolder()
        .inspect(hashing: .openSSL, on: Day(of: now()))
      for fault in inspection.faults { print(fault) }
      print(
        "\(count(inspection.matches, "match", "matches")), "
          + "\(count(inspection.records, "record", "records")), "
          + "\(count(inspection.players, "player", "players")): "
          + (inspection.faults.isEmpty ? "all is well" : "NOT whole"))
      if !inspection.faults.isEmpty { throw ExitCode.failure }
    }
  }

  struct Top: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a board: place, points or rating, tag and name, best first.",
      discussion: "The boards are \(boards.joined(separator: ", ")).")

    @ParentCommand var server: Chromatchd

    @Argument(help: "Which one, such as best-rgb.")
    var board: String

    @Option(
      help: "Over what time, of matches: always, week or day.",
      transform: { word in
        guard let time = BoardTime(rawValue: word) else {
          throw ValidationError("\"\(word)\" is none of the times: always, week, day")
        }
        return time
      })
    var time: BoardTime = .always

    private static let boards = Board.all.map(\.name)

    func run() throws {
      guard let board = Board(name: board) else {
        throw ValidationError(
          "there is no board \(board); there are \(Self.boards.joined(separator: ", "))")
      }
      let today = Day(of: now())
      let rows = try server.options.archiveReader()
        .top(board, Span(time, of: board, on: today), on: today, for: .anybody)
      for row in rows {
        let match = row.match.map { ", match \($0)" } ?? ""
        print("\(row.place). \(row.value) \(row.profile.id.tag) \(row.profile.name)\(match)")
      }
      if rows.isEmpty { print("nobody is on it") }
    }
  }

  struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make all that follows from records again: results, players, ratings and boards.")

    @ParentCommand var server: Chromatchd

    func run() throws {
      let archive = try server.options.archive()
      let mended = try archive.rebuild(hashing: .openSSL)
      if mended > 0 {
        print("\(count(mended, "match", "matches")) kept otherwise than on record: mended")
      }
      print("ratings and boards made again from \(count(try archive.size(), "match", "matches"))")
    }
  }

  struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete all that says who a player is; the records stay, without the name.")

    @ParentCommand var server: Chromatchd

    @Argument(help: "The player's id: 32 hexadecimal digits.")
    var id: String

    func run() async throws {
      guard let player = KeyID(hex: id) else {
        throw ValidationError("\"\(id)\" is no id: that has 32 hexadecimal digits")
      }
      if let node = try server.options.clusterNode() { return try await forget(player, at: node) }
      let archive = try server.options.archive()
      let name = try archive.profile(of: player)?.name
      guard try archive.forget(player, on: Day(of: now())) else {
        throw Failure("nobody with the id \(id) is in the archive")
      }
      print("forgotten: \(name ?? id); backups have the name for \(ArchiveFolder.backupDays) days")
    }

    /// Other nodes may know a player whom this one does not know yet.
    private func forget(_ player: KeyID, at node: ClusterNode) async throws {
      let archive = try MatchArchive(
        in: StateDirectory(server.options.statePath()), limits: ServerLimits(),
        sharedBy: server.options.clusterFile()?.readSecret())
      guard await archive.forget(player, on: Day(of: now()), at: node) else {
        throw Failure(
          "not forgotten: the store cannot be reached, or this archive has missed what others keep")
      }
      print(
        "forgotten by all nodes: \(id); backups have the name for \(ArchiveFolder.backupDays) days")
    }
  }
}

extension ServerOptions {
  func archiveFolder() throws -> ArchiveFolder {
    ArchiveFolder(MatchArchive.path(in: try statePath(), isShared: try clusterFile() != nil))
  }

  /// The log that the archive's matches are in.
  func log() throws -> MatchLog {
    if let secret = try clusterFile()?.readSecret() { return MatchLog(sharedBy: secret) }
    return try MatchLog(in: StateDirectory(statePath()))
  }

  /// The archive, to be read.
  func archiveReader() throws -> SQLiteReader { try archiveFolder().reader() }

  /// The archive, to be written.
  fileprivate func archive() throws -> SQLiteArchive {
    // A mistyped directory must not have an archive made there.
    _ = try archiveReader()
    let (archive, opening) = try archiveFolder().open(now: now())
    for sentence in opening.sentences { print(sentence) }
    return archive
  }
}

func now() -> Instant { Instant(milliseconds: Int(Clock().milliseconds())) }

/// A number of things.
func count(_ number: Int, _ one: String, _ many: String) -> String {
  "\(number) \(number == 1 ? one : many)"
}
