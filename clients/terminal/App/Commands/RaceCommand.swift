// `chromatch race`: against the ghosts of a kept match, of a server or from a file. A file is raced
// on a server of one's own, which keeps it for that beside the races of others.

import Archive
import ArgumentParser
import ClientCore
import Game
import Server
import TerminalUI
import Wire

struct RaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "race",
    abstract: "Race a match again, against its ghosts.",
    discussion: """
      The targets are those of the match, and its best seven players are there as ghosts: they \
      move and lock as they did then, at the same moments. Their locks ring the bell, yours do \
      not. Nothing of a ghost race is rated or on a board.

      A number, which the last screen of a match says, is that of a match that a server keeps. \
      Without HOST it asks the server you used last. A file is a record, as `chromatch replay 7 \
      --save FILE` writes it; it is checked before, and raced here.
      """)

  @Argument(
    help: ArgumentHelp("The number of a match, or a file with its record.", valueName: "match"))
  var match: String

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  /// The number of a match; nil for a file.
  private var index: Int? {
    match.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(match) : nil
  }

  func validate() throws {
    if index == nil, address != nil {
      throw ValidationError(
        "\"\(match)\" is a file; only a match with a number comes from a server.")
    }
  }

  func run() throws {
    guard let index else { return try race(SavedText(bytes(ofFile: match, atMost: 2 << 20)).bytes) }
    let destination = try Destination(address, orKnownFor: "race 7 192.168.1.5", by: .usual)
    race(index, at: .at(destination.address), destination.remark)
  }

  private func race(_ record: [UInt8]) throws {
    guard RecordFile.begins(record) else {
      throw Failure("\(match) is no record: it has no moves to race against.")
    }
    do throws(RecordFault) {
      let verifier = RecordVerifier(hashing: .openSSL) { _, _, _ in false }
      let file = try RecordFile(reading: record)
      try verifier.verifySeals(of: file)
      try verifier.verify(file.match)
    } catch {
      throw Failure("\(match): \(PlainRecord.words(error)).")
    }
    race(0, at: .own(OwnServer.Settings(raced: record)))
  }

  private func race(_ index: Int, at venue: Plan.Venue, _ remark: String? = nil) {
    let race = Intent.create(RoomWishes(), bots: [], ghost: index)
    Program.carryOut(
      Plan(
        venue: venue, intent: race, player: player.player, screen: screen.screen,
        selfPlay: selfPlay.selfPlay, isEager: true, intentIfAlone: race, remark: remark))
  }
}
