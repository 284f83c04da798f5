// Connections that change their reactor: from the one that accepts to one of many, and from one of
// those to another. A connection on its way is nobody's; bytes that come meanwhile wait in the
// kernel, and lines that came already are read where it arrives.

import CLinux
public import Framing
import Glibc

/// A socket that was accepted and belongs to no reactor yet. Its owner adopts or closes it.
public struct AcceptedSocket: Sendable {
  let descriptor: Int32
  let address: SocketAddress
  /// The number that its acceptor gave it; told again when the connection is gone.
  public var ticket: UInt64 = 0

  /// Where it comes from.
  public var ipAddress: IPAddress? { address.ipAddress }

  /// Whom it counts for.
  public var addressGroup: AddressGroup { address.addressGroup }

  /// Closes it without a word.
  public func close() { Glibc.close(descriptor) }
}

/// A connection between two reactors. If nobody adopts it, it is closed.
public final class CarriedSocket: @unchecked Sendable {
  // Only ever touched by the one who has it: the first reactor is done, the second not yet at work.
  private var connection: Connection?

  init(_ connection: Connection) { self.connection = connection }

  deinit {
    if let connection { Glibc.close(connection.descriptor) }
  }

  func take() -> Connection? {
    defer { connection = nil }
    return connection
  }
}

extension Reactor {
  /// Lets a socket in that another reactor has accepted.
  ///
  /// - Returns: its name; nil if there was no room for it.
  @discardableResult
  public func adopt(_ socket: AcceptedSocket) -> SocketID? {
    if isStopping {
      socket.close()
      return nil
    }
    let id = admit(socket, as: .adopted)
    if id == nil { departed.append(socket.ticket) }
    scheduleFinish()
    return id
  }

  /// Gives a connection away. Its name means nothing from now on, and nothing more is told of it.
  /// This reactor may still be reading it: hand it to another when the turn ends (`turnEnded`), and
  /// not before.
  ///
  /// - Returns: the connection; nil if there is none that is open and speaks in lines.
  public func carry(_ id: SocketID) -> CarriedSocket? {
    guard let connection = table[id], connection.phase == .open,
      connection.conversation.speaksLines,
      connection.origin == .accepted || connection.origin == .adopted
    else { return nil }
    table.remove(id)
    acceptedCount -= 1
    epoll.remove(connection.descriptor)
    // Few are listed at a time, and few are carried.
    touched.removeAll { $0 === connection }
    overflowed.removeAll { $0 === connection }
    resumed.removeAll { $0 === connection }
    connection.isTouched = false
    connection.phase = .carried
    return CarriedSocket(connection)
  }

  /// Takes a connection that another reactor has given away. What it has said already is heard
  /// after this. If it was lost on the way, it is told as closed at once.
  ///
  /// - Returns: its new name.
  public func adopt(_ carried: CarriedSocket?) -> SocketID {
    guard !isStopping, let connection = carried?.take() else { return insertLost() }
    let id =
      table.insert {
        connection.id = $0
        return connection
      }
      .id
    acceptedCount += 1
    connection.phase = .open
    connection.tls?.memory = tlsMemory
    connection.interest = clinux_readable
    guard epoll.add(connection.descriptor, interest: clinux_readable, tag: id.rawValue) else {
      doom(connection, .lost(code: errno))
      return id
    }
    if connection.output == .overflowed { overflowed.append(connection) }
    goOn(connection)
    return id
  }

  private func insertLost() -> SocketID {
    let connection = table.insert {
      Connection(
        id: $0, origin: .outgoing, addressGroup: .none, descriptor: -1, phase: .open,
        limits: limits)
    }
    doom(connection, .lost(code: ECONNRESET))
    return connection.id
  }

  /// Those whom another reactor accepted and who have gone since this was asked last, by whom they
  /// count for: one entry each, however often they were carried; nil when nobody has. A caller that
  /// adopts has to ask.
  public func takeDeparted() -> [UInt64]? {
    if departed.isEmpty { return nil }
    defer { departed = [] }
    return departed
  }

  /// The number that a connection's acceptor gave it; nil if it is gone.
  public func ticket(of id: SocketID) -> UInt64? { table[id]?.ticket }

  /// Whom a connection counts for; nil if it is gone.
  public func addressGroup(of id: SocketID) -> AddressGroup? { table[id]?.addressGroup }

  /// What a connection is wrapped in, as far as that is known.
  public func transport(of id: SocketID) -> Transport? { table[id]?.transport }
}
