// What holds of those who play along, at every moment: each has one cell and one place, and those
// whose cell is kept are players with a token. Like `Invariants.swift` it looks inside
// on purpose.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// How many have a cell of a room and no connection; each of them is a player with a token.
func countAwayFromCrowd(of room: Room, _ hall: Hall) throws(Violation) -> Int {
  let players = room.keptWithoutSeat
  for player in players {
    guard let state = hall.players[player] else { throw Violation("a cell of nobody") }
    try demand(state.room == room.code && state.connection == nil, "a cell kept for who is there")
    try demand(hall.tokens[state.token] == player, "a kept cell without its token")
    let hasCell = room.crowd?.number(of: player) != nil
    try demand(hasCell || room.isPresenter(player), "kept for who has no cell")
  }
  return players.count
}

/// Cells, members and connections fit together, and no more are told than there are.
func expectRightCrowd(of room: Room, in hall: Hall) throws(Violation) {
  guard let crowd = room.crowd else {
    return try demand(room.crowdDue == nil, "something of no crowd is due")
  }
  try demand(room.mayHaveCrowd, "a crowd where there is to be none")
  try demand(crowd.crowd.count == crowd.members.count, "a cell of nobody, or nobody's cell")
  try demand(crowd.crowd.numbersGiven <= hall.limits.crowdMax, "more cells than allowed")
  try demand(room.crowdDue == crowd.due, "the crowd is forgotten")
  for number in 1..<crowd.crowd.numbersEnd {
    guard let player = crowd.crowd.player(of: number) else { continue }
    guard let member = crowd.members[player], Int(member.number) == number else {
      throw Violation("cell \(number) is not its player's")
    }
    try demand(room.seats.allSatisfy { $0.player != player }, "a seat and a cell")
    guard let id = crowd.connection(ofCell: number) else { continue }
    try demand(crowd.away[player] == nil, "away and there")
    try demand(hall.connections[id]?.place == .watching(room.code), "a cell of somebody elsewhere")
    try demand(hall.connections[id]?.player == player, "a cell of somebody else")
    try demand(!room.members.contains(id), "a member who is told of moves")
  }
  for id in crowd.screens {
    try demand(hall.connections[id]?.place == .watching(room.code), "a screen that is elsewhere")
  }
}

/// The host of a presenter's room sits there, looks on there, or is awaited.
func expectPresenter(of room: Room, in hall: Hall) throws(Violation) {
  guard let host = room.host else {
    return try demand(room.presenterAway == nil, "nobody is awaited")
  }
  try demand(room.history.state.host == host, "another host than everybody is told of")
  guard room.isPresenter(host) else {
    return try demand(room.seats.contains { $0.player == host }, "a host who is nowhere")
  }
  let isThere = !room.visits(of: host).isEmpty
  try demand(isThere == (room.presenterAway == nil), "a presenter who is there and away")
}
