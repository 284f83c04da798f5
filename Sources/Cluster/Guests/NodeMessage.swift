// What the lanes of two nodes of a cluster say to each other of people who are connected to one of
// them and in a room of the other: one lends them, at the other they are guests. Messages may be
// lost or come twice; they are numbered, so that both notice. How they are carried is not known
// here.

public import Framing
public import Game
import Rooms
public import Wire

/// What carries messages from a lane to the lanes of the same number at other nodes. Nobody waits
/// for it; from one lane to another they arrive in their order, if they do.
public protocol NodePort: AnyObject {
  /// Carries messages, in order.
  func carry(_ messages: [NodeMessage])

  /// Tells all other nodes.
  func tell(_ list: NodeList)
}

/// What two lanes call everything that they say of those whom one has lent the other, until it is
/// broken. Broken ones are never mended: a lent client connects again.
public struct NodeLink: Hashable, Sendable {
  /// The start of the node that lends.
  public let start: UInt64
  /// Its number, of all links that the lane has begun.
  public let number: UInt64

  /// A link.
  public init(start: UInt64, number: UInt64) { (self.start, self.number) = (start, number) }
}

/// What one lane tells another at the end of a turn.
public struct NodeMessage: Equatable, Sendable {
  /// Which way it goes.
  public enum Way: String, Sendable {
    /// To where the guests are.
    case up
    /// To where their connections are.
    case down
  }

  /// Who says it.
  public let sender: Claimant
  /// The node that it is for.
  public let recipient: Int
  /// The lane, here as there.
  public let lane: Int
  /// Which way it goes.
  public let way: Way
  /// What it belongs to.
  public let link: NodeLink
  /// Which one it is of its link and way, from 1 on; 0 says that the link is broken.
  public let number: UInt64
  /// What it says; nothing, if only that its sender is there.
  public let parcels: [NodeParcel]

  /// A message.
  public init(
    from sender: Claimant, to recipient: Int, lane: Int, _ way: Way, _ link: NodeLink,
    number: UInt64, _ parcels: [NodeParcel]
  ) {
    (self.sender, self.recipient, self.lane, self.way) = (sender, recipient, lane, way)
    (self.link, self.number, self.parcels) = (link, number, parcels)
  }
}

/// Something about guests, by the numbers that they have in their link.
public enum NodeParcel: Equatable, Sendable {
  // Up.
  /// Somebody comes.
  indirect case came(UInt64, Guest)
  /// They have said a line, so many milliseconds ago at the least and at the most.
  case said(UInt64, line: [UInt8], ages: ClosedRange<Int>)
  /// What they say cannot be read as lines.
  case unreadable(UInt64, FramingError)
  /// What their connection is bound to; told before they prove anything.
  case bound(UInt64, Binding)
  /// They read too slowly, and lines have been dropped; all are, until this is noticed.
  case overflowed(UInt64)
  /// Somebody who was to be sent nothing can be told again.
  case drained(UInt64)
  /// What they say is kept from here on, because they are recalled.
  case held(UInt64)
  /// Their connection is gone.
  case gone(UInt64)

  // Down.
  /// Some are told whole lines.
  case told([UInt64], lines: [UInt8])
  /// Somebody has said HELLO, and it was taken.
  case greeted(UInt64)
  /// That somebody reads too slowly is known: what follows is to be sent.
  case noticed(UInt64)
  /// Somebody is to be sent nothing until they read again.
  case conflated(UInt64)
  /// A connection is to be closed; whether because the server stops.
  case closed(UInt64, isGoingAway: Bool)
  /// Somebody is about to be given back, when what they say is kept.
  case recalled(UInt64)
  /// Somebody is given back, with what they want.
  indirect case givenBack(UInt64, Guest)
}

extension NodeParcel {
  /// About how many bytes it takes.
  var weight: Int {
    switch self {
    case .came, .givenBack: Guest.bytesMax / 16
    case .said(_, let line, _): 48 + line.count
    case .told(let numbers, let lines): 48 + 8 * numbers.count + lines.count
    case .bound: 512
    default: 32
    }
  }
}
