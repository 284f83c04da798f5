// What people are called in a room where nobody is called as they say: a color and an animal that
// the server draws, or nothing but a number. A cell's name follows from the room's key and the
// number of the cell, so it is stored nowhere and a replay of the journal has it as well.
// Invariants: in such a room no name that anybody typed is told, and nobody is known by a key; two
// cells have two names, and those who sit have others.

import Game
import Wire

/// The names that a room draws.
struct DrawnNames: Sendable {
  private static let colors = [
    "Amber", "Blue", "Coral", "Green", "Indigo", "Lime", "Olive", "Orange", "Pink", "Purple",
    "Teal", "Violet",
  ]
  private static let animals = [
    "Badger", "Bear", "Crane", "Deer", "Falcon", "Fox", "Hare", "Heron", "Lynx", "Otter", "Owl",
    "Panda", "Robin", "Seal", "Swan",
  ]
  /// How many pairs there are.
  static var pairs: Int { colors.count * animals.count }
  /// The last pairs are for those who sit.
  private static let seats = Rules.seatsRange.upperBound

  /// All pairs, as the room has shuffled them.
  private let order: [Int]

  init(of secrets: Secrets) {
    var draw = secrets.names
    var order = Array(0..<DrawnNames.pairs)
    for index in order.indices.dropLast() {
      order.swapAt(index, index + draw.next(below: order.count - index))
    }
    self.order = order
  }

  /// The name of a cell; from some cell on they have numbers.
  func name(ofCell number: Int) -> String {
    let (again, index) = (number - 1).quotientAndRemainder(dividingBy: order.count - Self.seats)
    return again == 0 ? pair(order[index]) : "\(pair(order[index])) \(again + 1)"
  }

  /// The names of those who sit.
  var seats: [String] { order.suffix(Self.seats).map(pair) }

  private func pair(_ number: Int) -> String {
    let (color, animal) = number.quotientAndRemainder(dividingBy: Self.animals.count)
    return "\(Self.colors[color]) \(Self.animals[animal])"
  }
}

extension Room {
  /// What everybody is told of somebody's cell; nil where it has only a number.
  ///
  /// - Parameter own: what they call themselves.
  func name(ofCell number: Int, own: String?) -> String? {
    switch settings.names {
    case .own: own
    case .drawn: drawnNames?.name(ofCell: number)
    case .none: nil
    }
  }

  /// Somebody who sits down, as everybody is told.
  func shown(_ profile: Profile) -> Profile {
    if settings.names == .own { return profile }
    var shown = profile
    shown.identity = nil
    let taken = seats.map(\.profile.name)
    shown.name = drawnNames?.seats.first { !taken.contains($0) } ?? Room.somebody
    return shown
  }

  /// Somebody who looks on, as those are told who ask.
  func shown(_ onlooker: Onlooker) -> Profile {
    if settings.names == .own { return onlooker.profile }
    var shown = onlooker.profile
    shown.identity = nil
    let number = crowd?.number(of: onlooker.player)
    shown.name =
      number.map { name(ofCell: $0, own: nil) ?? "\(Room.somebody) \($0)" }
      ?? Room.somebody
    return shown
  }

  /// What those are called who have no name.
  private static let somebody = "player"

  /// Refuses a name where nobody is called as they say.
  func requireOwnNames() throws(RefusalLine) {
    guard settings.names == .own else {
      throw RefusalLine(code: .notNow, text: "nobody chooses a name in this room")
    }
  }
}
