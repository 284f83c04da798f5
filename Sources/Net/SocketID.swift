// The name of one connection. It is a number on purpose: its holder holds no socket, and an old
// name can be kept, compared and even used without harm.

/// Names one connection of one reactor.
///
/// It is a place in the reactor's table and a count of how often that place has been given away, so
/// a name is not used again (a place comes round after 4,294,967,295 connections).
public struct SocketID: Hashable, Sendable, CustomStringConvertible {
  /// Generation in the upper half, slot in the lower. The generation is never 0.
  public let rawValue: UInt64

  init(slot: UInt32, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(slot)
  }

  /// The name of that number, for an owner that keeps names as numbers.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  var slot: Int { Int(truncatingIfNeeded: rawValue & 0xffff_ffff) }
  var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }

  /// Slot and generation, for a log.
  public var description: String { "\(slot).\(generation)" }
}
