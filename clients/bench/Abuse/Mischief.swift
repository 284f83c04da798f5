// What an abuser does, as a value that is asked again and again to go on. It never waits for a
// server and computes next to nothing: an abuser that took the processors itself would be what is
// measured.

import Framing
import Net
import Wire

/// One way to abuse a server, under way.
protocol Mischief {
  /// How often it wants to go on, in milliseconds.
  static var stepMilliseconds: Int32 { get }
  /// Whether it has begun in earnest.
  var isInFullSwing: Bool { get }
  /// What has come of it so far.
  var notes: [(AbuseNote, Double)] { get }

  /// Does what is due.
  ///
  /// - Parameter now: milliseconds since it began.
  /// - Throws: `BenchError` when the server lets nobody in.
  mutating func goOn(at now: Int64) throws(BenchError)
}

/// Where an abuser goes, and whose rooms it goes to.
struct Victim {
  let port: UInt16
  let rooms: [RoomCode]

  /// What a real client says, of which abusers say parts.
  var words: EndingWords { EndingWords(house.endpoint) }

  /// The server as real clients see it, over bare TCP.
  var house: House {
    House(
      side: .server, endpoint: Endpoint(host: "127.0.0.1", port: port),
      carriage: Carriage(tls: nil, webSocket: nil))
  }

  /// The last number of the address that the abuser of this index comes from. They are spread over
  /// many, as those are who want to get around a limit, and none shares one with the load.
  static func host(_ index: Int) -> UInt8 { UInt8(2 + index % 200) }

  /// Connects as the abuser of this index.
  func call(_ index: Int, receiveBufferBytes: Int32? = nil) throws(BenchError) -> RawSocket {
    try RawSocket(port: port, from: Victim.host(index), receiveBufferBytes: receiveBufferBytes)
  }
}
