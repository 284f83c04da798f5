// How somebody proves who they are, and what that is good for: a challenge, one answer to it in
// time, and then the player has an identity wherever they sit. Signatures are checked by a function
// that was handed in; what a connection is bound to is told by the edge. Checking costs a lane a
// tenth of a millisecond, so both verbs count as many lines, for the connection and for its
// address. A ban applies to a connection, its seat and its proved identity, never to an address. It
// keeps an identity out of rooms for known players only; elsewhere its owner can come unknown or
// with a new key.
// Invariant: a player has an identity only after a proof on that very connection, and keeps it; no
// identity has two seats in a rated room.

import Game
import Wire

extension Hall {
  /// Asks for the proof that somebody owns a key. A newer question takes the place of an older one.
  mutating func challenge(
    _ key: PublicKey, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    guard players[caller.player]?.profile.identity == nil else {
      throw RefusalLine(code: .notNow, text: "you have proved who you are")
    }
    let nonce = secrets.bytes("challenge")
    let end = turn.now + limits.proofMilliseconds
    connections[caller.id]?.challenge = ProofRequest(for: key, nonce: nonce, until: end)
    turn.send(.challenge(nonce: nonce, name), to: [caller.id])
  }

  /// Takes the answer to the last challenge, which is used up by it.
  mutating func prove(
    _ signature: [UInt8], boundTo kind: Binding.Kind, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    guard let connection = connections[caller.id], let challenge = connection.challenge else {
      throw RefusalLine(code: .notNow, text: "IDENTIFY first; each CHALLENGE is answered once")
    }
    connections[caller.id]?.challenge = nil
    do throws(ProofError) {
      try challenge.judge(
        signature, boundTo: kind, on: connection.binding, to: name,
        at: caller.arrived.upperBound, verifying)
    } catch {
      throw RefusalLine(error, on: connection.binding)
    }
    let id = KeyID(of: challenge.key, hashing: secrets.hashing)
    guard mayLeave(.identity(id), caller.id, &turn) else {
      throw RefusalLine(
        code: .notNow, text: "too many players from your address have proved who they are today")
    }
    players[caller.player]?.profile.identity = id
    turn.send(.proved(id, tag: id.tag), to: [caller.id])
    dismissBanned(caller.id, &turn)
  }

  /// Refuses a player without a proved identity where only proved players may sit.
  func requireIdentity(_ player: PlayerID, for settings: RoomSettings) throws(RefusalLine) {
    guard isKnownEnough(player, for: settings) else { throw RefusalLine(code: .unproved) }
  }

  /// Whether a room takes players whom nobody knows, or this one is known.
  func isKnownEnough(_ player: PlayerID, for settings: RoomSettings) -> Bool {
    !settings.isKnownOnly || players[player]?.profile.identity != nil
  }

  /// Refuses an identity that sits in a rated room already, on another connection: no match with
  /// two seats of one identity can be rated. Elsewhere two terminals of one user may race.
  func requireOnlySeat(of player: PlayerID, in room: Room) throws(RefusalLine) {
    guard !isSeated(asSomebodyElse: player, in: room) else {
      throw RefusalLine(
        code: .notNow, text: "you sit here already: that seat is yours by HELLO resume=")
    }
  }

  /// Whether the room is rated, and the identity that a player has proved has a seat there, under
  /// another number.
  func isSeated(asSomebodyElse player: PlayerID, in room: Room) -> Bool {
    guard room.settings.isRated, let identity = players[player]?.profile.identity else {
      return false
    }
    return room.seats.contains { $0.profile.identity == identity }
  }

  /// Refuses a player whom the host of a room has banned.
  func requireWelcome(_ player: PlayerID, in room: Room) throws(RefusalLine) {
    if isBanned(player, from: room) { throw RefusalLine(code: .banned) }
  }

  /// Whether the host has put that player out for good, or the identity that they have proved.
  func isBanned(_ player: PlayerID, from room: Room) -> Bool {
    let identity = players[player]?.profile.identity
    return room.bans.contains { $0.holds(for: player, identity) }
  }
}

/// Somebody whom a host never wants to see again.
struct Ban: Hashable, Sendable {
  let player: PlayerID
  /// Who that is, if they had proved it.
  let identity: KeyID?

  func holds(for other: PlayerID, _ otherIdentity: KeyID?) -> Bool {
    player == other || (identity != nil && identity == otherIdentity)
  }
}

extension RefusalLine {
  fileprivate init(_ error: ProofError, on binding: Binding) {
    switch error {
    case .late: self.init(code: .notNow, text: "the time to answer is over: IDENTIFY again")
    case .unbound:
      self.init(
        code: .badSignature,
        text: "plain TCP proves somebody only between ends on one machine or network, with "
          + "bind=addr and without a proxy: come over TLS")
    case .boundElsewhere(let kind):
      self.init(
        code: .badSignature,
        text: "this end sees bind=\(binding.kind.rawValue), not \(kind.rawValue): "
          + "something between us ends the connection")
    case .badSignature: self.init(code: .badSignature)
    }
  }
}
