// What goes from one lane to another, and how: whole turns of it, posted to the other lane's queue.
// Between two lanes everything arrives in its order; nothing is said of the order between others.

import Net
import Rooms

/// Something on its way to another lane.
enum Parcel: Sendable {
  /// Somebody who goes there, and the connection; nil if it was lost on the way.
  case traveler(CarriedSocket?, Traveler)
  /// Something that the hall there is told.
  case bulletin(Bulletin)
}

/// The lanes of a server, for one another.
struct LocalBus: Sendable {
  private let lanes: [Lane]

  init(_ lanes: [Lane]) { self.lanes = lanes }

  /// How many lanes there are.
  var laneCount: Int { lanes.count }

  /// Hands parcels over; the lane takes them in its next turn.
  func deliver(_ parcels: [Parcel], from sender: Int, to recipient: Int) {
    let lane = lanes[recipient]
    lane.executor.post { lane.assumeIsolated { $0.receive(parcels, from: sender) } }
  }
}
