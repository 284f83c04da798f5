// What holds between the lanes of a house, whatever is on its way from one to another: every
// watcher is counted once by the room, hears of it in one place or is on the way, and every lane
// knows the listed rooms of all. Like `Invariants.swift` it looks inside on purpose and iterates no
// table whose order could show.

import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// Exactly those are on a lane's lists who look on from there and can be told.
func expectRightRelays(of hall: Hall, _ links: [MemoryLink]) throws(Violation) {
  var hearing = 0
  for link in links {
    guard let connection = hall.connections[link.id], !connection.isMuted,
      case .watchingAfar(let code) = connection.place
    else { continue }
    hearing += 1
    let count = hall.relays[code]?.watchers.count { $0 == link.id } ?? 0
    try demand(count == 1, "a watcher from afar who is told \(count) times")
  }
  let listed = hall.relays.values.reduce(0) { $0 + $1.watchers.count }
  try demand(listed == hearing, "a relay of somebody who is not there")
}

/// A room counts each of its watchers, wherever they are, and each once.
func expectRightCounts(of room: Room, in house: House) throws(Violation) {
  var counts = Array(repeating: 0, count: house.lanes.count)
  for lane in house.lanes {
    let hall = lane.hall
    for link in lane.sockets.links {
      guard let connection = hall.connections[link.id] else { continue }
      switch connection.place {
      // Somebody who was put out may not have heard of it.
      case .watching(room.code), .watchingAfar(room.code):
        if room.audience[connection.visit] != nil { counts[lane.number] += 1 }
      default: break
      }
    }
  }
  var onTheWay = counts.map { _ in 0 }
  for piece in house.server.roads.pieces {
    switch piece.parcel {
    case .bulletin(.left(room.code, let visit)):
      if room.audience[visit] != nil { counts[piece.from] += 1 }
    case .bulletin(.told(room.code, _)): onTheWay[piece.to] += 1
    case .handoff(_, let handoff):
      guard room.audience[handoff.connection.visit] != nil else { continue }
      switch handoff.errand {
      case .lookOn(room.code, _): counts[piece.to] += 1
      case .comeHome(room.code, _): counts[piece.from] += 1
      default: break
      }
    default: break
    }
  }
  let all = counts.reduce(0, +)
  try demand(room.watchers == all, "\(all) watchers counted as \(room.watchers)")
  let home = house.lanes[0].hall.home(of: room.code)
  let elsewhere = house.lanes[home].hall.rooms[room.code]?.room.elsewhere.lanes ?? []
  for lane in counts.indices where lane != home {
    let known = elsewhere.isEmpty ? Elsewhere.Listeners() : elsewhere[lane]
    try demand(
      known.watchers == counts[lane],
      "\(counts[lane]) watchers on another lane, not \(known.watchers)")
    guard let relay = house.lanes[lane].hall.relays[room.code] else { continue }
    let heard = relay.heard + onTheWay[lane]
    try demand(known.told == heard, "\(known.told) messages, of which \(heard) came")
  }
}

/// The book has every room that is open, about to open, or closed and not yet struck off.
func expectRightBook(of house: House) throws(Violation) {
  let book = house.lanes[Hall.bookLane].hall.book
  var rooms = house.lanes.reduce(0) { $0 + $1.hall.rooms.count }
  for piece in house.server.roads.pieces {
    switch piece.parcel {
    case .bulletin(.closed): rooms += 1
    case .handoff(_, let handoff): if case .open(_, nil) = handoff.errand { rooms += 1 }
    default: break
    }
  }
  try demand(book.count == rooms, "\(rooms) rooms counted as \(book.count)")
  let limits = house.setup.limits
  try demand(book.count <= limits.roomsMax, "more rooms than allowed")
  for count in book.countsByOrigin {
    try demand((1...limits.addressRoomsMax).contains(count), "\(count) rooms of one origin")
  }
}

extension House {
  /// When nothing is on its way, every lane would show the same list of rooms: all that are listed.
  func expectSameDirectories() throws(Violation) {
    var listings: [Listing] = []
    for chronicle in chronicles where !chronicle.isClosed {
      guard let room = room(chronicle), room.directoryRow != nil else { continue }
      var listing = room.listing
      listing.watchers = room.watchersTold
      listings.append(listing)
    }
    for (number, hall) in lanes.map(\.hall).enumerated() {
      try demand(hall.directory.rows.count == listings.count, "a list of other rooms")
      for listing in listings where hall.home(of: listing.code) != number {
        let known = hall.directory.listing(of: listing.code)
        try demand(known == listing, "listed as \(known.map { "\($0)" } ?? "nothing"): \(listing)")
      }
    }
  }
}
