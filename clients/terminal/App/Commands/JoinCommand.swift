// `chromatch join` and `chromatch watch`: into a room on somebody's server.

import ArgumentParser
import ClientCore
import Net
import Server
import TerminalUI
import Wire

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Sit down in a room on a server.",
    discussion: """
      The room comes after the server (HOST ROOM) or is part of its address (HOST/ROOM, \
      chromatch://HOST/ROOM#FINGERPRINT), as the host's screen shows it. A room without a host \
      is on the server you used last. A link to the page works, too, as does the line that the \
      host's screen shows; put what has spaces or brackets in quotes.
      """)

  @Argument(help: .host)
  var host: String

  @Argument(help: .room)
  var room: String?

  @Argument(help: .hidden)
  var rest: [String] = []

  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func validate() throws {
    let (address, room) = try place.asked()
    guard room == nil, let address else { return }
    throw ValidationError(
      "Which room? Add its code to the server's address, as in "
        + "`chromatch join \(address.invitation)/WAVE`.")
  }

  func run() throws {
    let (address, room) = try place.asked()
    let destination = try Destination(
      address, orKnownFor: "join 192.168.1.5/WAVE", by: .usual)
    guard let room else { return }
    Program.carryOut(
      Plan(
        venue: .at(destination.address), intent: .join(room, password: password.password),
        player: player.player, screen: screen.screen, selfPlay: selfPlay.selfPlay,
        remark: destination.remark))
  }

  private var place: TypedPlace { TypedPlace([host] + (room.map { [$0] } ?? []) + rest) }
}

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch a room on a server, or all of them.",
    discussion: """
      Without ROOM, it shows all open rooms side by side, or the only one by itself. In plain \
      lines it picks the most interesting one. Without HOST, it goes to the server you used \
      last; a lone code in capital letters is a room there.
      """)

  @Argument(help: .host)
  var host: String?

  @Argument(help: .room)
  var room: String?

  @Argument(help: .hidden)
  var rest: [String] = []

  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func validate() throws { _ = try place?.asked() }

  func run() throws {
    let (address, room) = try place?.asked() ?? (nil, nil)
    let destination = try Destination(address, orKnownFor: "watch 192.168.1.5", by: .usual)
    Program.carryOut(
      Plan(
        venue: .at(destination.address), intent: .watch(room, password: password.password),
        player: player.player, screen: screen.screen, remark: destination.remark))
  }

  /// A host may have as many letters as a code, but nobody shouts it.
  private var place: TypedPlace? {
    host.map { TypedPlace([$0] + (room.map { [$0] } ?? []) + rest, isShoutedRoom: true) }
  }
}

/// What was typed behind the command.
struct TypedPlace {
  private let text: String
  private let isShoutedRoom: Bool

  /// - Parameter isShoutedRoom: whether a lone word is a room only in capital letters.
  init(_ words: [String], isShoutedRoom: Bool = false) {
    text = words.joined(separator: " ")
    self.isShoutedRoom = isShoutedRoom
  }

  /// The server, nil for the one that was used last, and the room on it.
  func asked() throws(ValidationError) -> (address: Address?, room: RoomCode?) {
    do throws(Invitation.Flaw) {
      let invitation = try Invitation(text)
      let isQuietWord = invitation.lone.map { $0 != $0.uppercased() } ?? false
      guard invitation.server != nil || (isShoutedRoom && isQuietWord) else {
        return (nil, invitation.room)
      }
      let address = try Address(invitation)
      return (address, address.room)
    } catch {
      throw ValidationError("\"\(text)\" leads nowhere: \(error.sentence)")
    }
  }
}

extension ArgumentHelp {
  fileprivate static var room: ArgumentHelp {
    ArgumentHelp(
      "The room's code, four or six letters or digits, unless it is in the address.",
      valueName: "room")
  }
}
