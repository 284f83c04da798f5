// `chromatch join` and `chromatch watch`: into a room on somebody's server.

import ArgumentParser
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
      is on the server you used last.
      """)

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address

  @Argument(help: .room, transform: { try RoomCode(argument: $0) })
  var room: RoomCode?

  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "You") var selfPlay: SelfPlayOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func validate() throws {
    try address.check(with: room)
    guard room == nil, address.room == nil, address.roomAlone == nil else { return }
    throw ValidationError(
      "Which room? Add its code to the server's address, as in "
        + "`chromatch join \(address.invitation)/WAVE`.")
  }

  func run() throws {
    let alone = room == nil ? address.roomAlone : nil
    let destination = try Destination(
      alone == nil ? address : nil, orKnownFor: "join 192.168.1.5/WAVE", by: .usual)
    guard let room = room ?? address.room ?? alone else { return }
    Program.carryOut(
      Plan(
        venue: .at(destination.address), intent: .join(room, password: password.password),
        player: player.player, screen: screen.screen, selfPlay: selfPlay.selfPlay,
        remark: destination.remark))
  }
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

  @Argument(help: .host, transform: Address.init(_:))
  var address: Address?

  @Argument(help: .room, transform: { try RoomCode(argument: $0) })
  var room: RoomCode?

  @OptionGroup(title: "Room") var password: PasswordOptions
  @OptionGroup(title: "You") var player: PlayerOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  func validate() throws { try address?.check(with: room) }

  func run() throws {
    // A host may have as many letters, but nobody shouts it.
    let shouted = address?.roomAlone.flatMap { $0.text == address?.endpoint.host ? $0 : nil }
    let alone = room == nil ? shouted : nil
    let destination = try Destination(
      alone == nil ? address : nil, orKnownFor: "watch 192.168.1.5", by: .usual)
    Program.carryOut(
      Plan(
        venue: .at(destination.address),
        intent: .watch(room ?? address?.room ?? alone, password: password.password),
        player: player.player, screen: screen.screen, remark: destination.remark))
  }
}

extension Address {
  /// The room, if all of the address may be one's code.
  fileprivate var roomAlone: RoomCode? {
    self == Address(Endpoint(host: endpoint.host, port: Configuration.defaultPort))
      ? RoomCode(endpoint.host) : nil
  }

  /// Refuses two rooms at once.
  fileprivate func check(with other: RoomCode?) throws {
    if let room, let other, room != other {
      throw ValidationError(
        "The address has room \(room.text), and \(other.text) follows it: name only one.")
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
