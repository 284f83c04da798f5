// One client that says a hundred thousand lines a second, as far as they are taken off it, and
// reads no answer. What is not taken in time is not said later. When it is cut off it comes again.

/// That client.
struct Flood: Mischief {
  static let stepMilliseconds: Int32 = 10

  private let victim: Victim
  private var socket: RawSocket?
  private let hello: [UInt8]
  private let line = Array("PING t=1\n".utf8)
  /// A second of lines, and one more to begin anywhere in the first.
  private let lines: [UInt8]
  /// How many bytes have been taken of the line that is under way.
  private var begun = 0
  private var now: Int64 = 0
  private var bytesTaken = 0
  private var sentAway = 0

  init(_ victim: Victim) {
    self.victim = victim
    hello = victim.words.hello
    let line = line
    lines = (0...Flood.linesPerSecond).flatMap { _ in line }
  }

  var isInFullSwing: Bool { now >= 1_000 }

  var notes: [(AbuseNote, Double)] {
    let seconds = Double(max(1, now)) / 1_000
    return [
      (.sentAway, Double(sentAway) / seconds),
      (.linesTaken, Double(bytesTaken / line.count) / seconds),
    ]
  }

  mutating func goOn(at now: Int64) throws(BenchError) {
    let milliseconds = Int(min(1_000, now - self.now))
    self.now = now
    let bytes = milliseconds * Flood.linesPerSecond / 1_000 * line.count
    let socket = try come()
    guard let taken = socket.offer(lines.dropFirst(begun).prefix(bytes)) else {
      socket.close()
      self.socket = nil
      sentAway += 1
      return
    }
    bytesTaken += taken
    begun = (begun + taken) % line.count
  }

  private mutating func come() throws(BenchError) -> RawSocket {
    if let socket { return socket }
    let socket = try victim.call(0)
    socket.say(hello)
    self.socket = socket
    begun = 0
    return socket
  }

  private static let linesPerSecond = 100_000
}
