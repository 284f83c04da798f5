// What the operator of a server does to it while it runs: keeps identities, addresses and names
// out, closes rooms and gives them and players other names. To a room it is done by the deeds that
// players have, so a journal needs no others.
// Invariant: once bans have been told to the hall, nobody whom they hold for has said HELLO, and
// nobody takes a name that they forbid. Before HELLO nothing can be said: it is not known yet
// whether a connection speaks TLS.

public import Game
package import Wire

/// Whom an operator keeps out; one reference, since a hall has it beside what each move needs.
public final class ServerBans: Sendable {
  /// Those who have proved one of these.
  let identities: Set<KeyID>
  /// Those who come from there, by `Origin.household`.
  let households: Set<UInt64>
  /// What no name, and no word of one, may look like.
  private let names: [Looks]

  /// Keeps nobody out unless told.
  public init(
    identities: Set<KeyID> = [], households: Set<UInt64> = [], names: [String] = []
  ) {
    (self.identities, self.households) = (identities, households)
    self.names = names.map { Looks(of: $0) }
  }

  /// Whether a name may be taken: neither it nor one of its words looks like one of these.
  func allows(_ name: String) -> Bool {
    if names.isEmpty { return true }
    let words = [name] + name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return !words.map { Looks(of: $0) }.contains { looks in names.contains(where: looks.isLike) }
  }
}

/// What an operator does to a room.
public enum Ruling: Hashable, Sendable {
  /// Everybody is put out, and the room is gone.
  case close
  /// The room has another name.
  case rename(String)
  /// A player of the room has another name.
  case renamePlayer(PlayerID, String)
}

/// What has become of that.
public enum RulingOutcome: Hashable, Sendable {
  case done
  case noRoom
  /// Why not, in a sentence.
  case refused(String)
}

// Keeping out.
extension Hall {
  /// Keeps these out from now on, in the place of those that were before.
  package mutating func keepOut(_ bans: ServerBans, _ turn: inout Turn) {
    self.bans = bans
    let known = connections.filter { $0.value.player != nil }.keys
    for id in known.sorted(by: { $0.number < $1.number }) { dismissBanned(id, &turn) }
    // Those who are away.
    for code in rooms.keys.sorted() {
      for seat in rooms[code]?.room.seats ?? [] {
        if let identity = players[seat.player]?.profile.identity, bans.identities.contains(identity)
        {
          vacate(seat, of: code, .banned, &turn)
        }
      }
    }
  }

  /// Closes a connection if the operator keeps out who it is, or where it comes from.
  ///
  /// - Returns: whether it is closed.
  @discardableResult
  mutating func dismissBanned(_ id: ConnectionID, _ turn: inout Turn) -> Bool {
    guard isBanned(id) else { return false }
    if let player = connections[id]?.player, case .seated(let code)? = connections[id]?.place,
      let seat = rooms[code]?.room.seats.first(where: { $0.player == player })
    {
      vacate(seat, of: code, .banned, &turn)
    }
    refuse(id, RefusalLine(code: .banned, text: "the operator of this server keeps you out"), &turn)
    close(id, .banned, &turn)
    return true
  }

  private func isBanned(_ id: ConnectionID) -> Bool {
    guard let connection = connections[id], !connection.isClosing else { return false }
    guard let bans else { return false }
    if bans.households.contains(connection.origin.household) { return true }
    let identity = connection.player.flatMap { players[$0]?.profile.identity }
    return identity.map(bans.identities.contains) == true
  }

  /// Refuses a name that the operator forbids, as people would be shown it.
  func requireAllowed(_ name: String?) throws(RefusalLine) {
    if let name, bans?.allows(name) == false {
      throw RefusalLine(code: .badField, text: "this server does not allow that name")
    }
  }
}

// Rooms.
extension Hall {
  /// Does to a room what the operator wants.
  package mutating func rule(
    _ code: RoomCode, _ ruling: Ruling, _ turn: inout Turn
  ) -> RulingOutcome {
    guard let room = rooms[code]?.room else { return .noRoom }
    switch ruling {
    case .close: shut(code, room, &turn)
    case _ where room.isPlaying: return .refused("a match is running in \(code.text)")
    case .rename(let name):
      var settings = room.settings
      settings.name = name
      touch(code, .configured(settings), &turn) { room, turn in room.configure(settings, &turn) }
    case .renamePlayer(let player, let name):
      guard room.seats.contains(where: { $0.player == player && !$0.isBot }) else {
        return .refused("no player p\(player.number) sits in \(code.text)")
      }
      guard room.settings.names == .own else {
        return .refused("nobody chooses a name in \(code.text)")
      }
      let message = ClientMessage.rename(name, nil, nil)
      touch(code, .said(player, message), &turn) { room, turn in
        _ = room.obey(message, from: player, &turn)
      }
      players[player]?.profile.show(name, nil, nil)
    }
    return .done
  }

  private mutating func shut(_ code: RoomCode, _ room: Room, _ turn: inout Turn) {
    for onlooker in room.audience.sorted(by: { $0.key < $1.key }).map(\.value) {
      _ = putOutWatcher(onlooker.player, .closed, of: code, &turn)
    }
    for seat in room.seats where !seat.isBot { vacate(seat, of: code, .closed, &turn) }
    touch(code, nil, &turn) { room, turn in room.close(&turn) }
  }

  private mutating func vacate(
    _ seat: Seat, of code: RoomCode, _ why: Departure, _ turn: inout Turn
  ) {
    let identity = players[seat.player]?.profile.identity
    touch(code, .left(seat.player, why), &turn) { room, turn in
      if why == .banned { room.ban(seat.player, identity) }
      room.vacate(seat.player, why, &turn)
    }
    if let connection = seat.connection { turn.send(.out(code, why), to: [connection]) }
  }
}
