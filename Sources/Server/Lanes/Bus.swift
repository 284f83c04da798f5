// What goes from one lane to another, and how: whole turns of it, posted to the other lane's queue.
// Between two lanes everything arrives in its order; nothing is said of the order between others.

import Framing
import Net
import Rooms

/// The lanes of a server and its door.
struct LocalBus: Bus {
  private let lanes: [Lane]
  private let door: Door
  private let clock: Clock

  init(_ lanes: [Lane], _ door: Door, _ clock: Clock) {
    self.lanes = lanes
    self.door = door
    self.clock = clock
  }

  var laneCount: Int { lanes.count }

  func deliver(_ parcels: [Parcel], from sender: Int, to recipient: Int) {
    let posted = clock.milliseconds()
    lanes[recipient]
      .post {
        $0.driver.receive(parcels, from: sender, arrived: $0.moment(posted), at: $0.now)
      }
  }

  func tell(_ news: LaneNews) {
    let door = door
    door.executor.post { door.assumeIsolated { $0.heard(news) } }
  }

  /// Asks the door whether somebody may stay for whom a proxy speaks; it answers their lane.
  func introduce(_ client: ProxiedClient) {
    let door = door
    door.executor.post { door.assumeIsolated { $0.introduce(client) } }
  }
}

/// Somebody for whom a trusted proxy speaks.
struct ProxiedClient: Sendable {
  /// What the door and the lane call the connection.
  let ticket: UInt64
  let id: SocketID
  /// Where it is.
  let lane: Int
  /// Whom it counts for from now on.
  let addressGroup: AddressGroup
  /// What they have asked for; nil if the proxy spoke for them before any request.
  let request: RequestHead?
}
