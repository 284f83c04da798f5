// One's own answers on their way from a server's archive: what one has played there, and then one
// record after the other of the matches that this device does not have. It knows no socket and no
// clock.
// Invariants: it asks for no more matches than a device keeps; what comes of it is said once, as
// the text that a device keeps.

package import ClientCore
package import Game
package import Wire

/// The answers that are asked for.
package struct AnswersRequest: ArchiveRequest {
  package let greeting: ClientMessage
  private let identity: KeyID
  /// When the matches began that this device has.
  private var known: Set<Instant>
  private var introduction: Introduction
  /// How many rows were told, and how many by the last answer.
  private var rows = (all: 0, last: 0)
  private var oldest: Int?
  /// The matches that are to be asked for, the next one last.
  private var wanted: [Int] = []
  private var pieces: RecordPieces?
  private var found = EyeMatches()

  /// As many rows as an answer has at most; a server with more of them is asked again.
  private static let rowsMax = 100

  /// - Parameters:
  ///   - prover: who asks.
  ///   - identity: what the prover's key is called.
  ///   - binding: what the connection is bound to.
  ///   - serverKeys: what is known of this server's key, and of those of others.
  ///   - known: when the matches began that this device has.
  package init(
    as hello: Hello, _ prover: Prover?, _ identity: KeyID, on binding: Binding,
    knowing serverKeys: ServerKeys = ServerKeys(), without known: Set<Instant>
  ) {
    greeting = .hello(hello)
    self.identity = identity
    self.known = known
    introduction = Introduction(of: prover, on: binding, knowing: serverKeys)
  }

  package mutating func take(_ line: ArraySlice<UInt8>) -> ArchiveStep {
    guard var pieces else {
      guard let message = try? ServerMessage.decode(line) else { return .wait }
      return answer(message)
    }
    do throws(RecordPieces.Nonsense) {
      let meaning = try pieces.take(line)
      self.pieces = pieces
      switch meaning {
      case .taken: return .wait
      case .next: return .sayLater(pieces.question)
      case .whole(let bytes):
        found.add([EyeMatch(ofRecord: bytes, player: identity)].compactMap(\.self))
        return next()
      // A match that the server does not tell today may come another day.
      case .refused: return next()
      case .foreign(let message): return answer(message)
      }
    } catch {
      return next()
    }
  }

  private mutating func answer(_ message: ServerMessage) -> ArchiveStep {
    switch introduction.take(message) {
    case .say(let message): return .say(message)
    case .over: return .say(.past(nil, from: nil))
    case .foreign: break
    }
    switch message {
    case .played(let match):
      take(match)
      return .wait
    case .end(ClientVerb.past.rawValue, _, _): return endOfRows()
    case .no(let refusal): return .failed(refusal.code.sentence)
    default: return .wait
    }
  }

  private mutating func take(_ match: PlayedMatch) {
    rows = (rows.all + 1, rows.last + 1)
    oldest = match.index
    guard let mode = Mode.named(match.mode), EyeMatch.isMeasured(mode),
      wanted.count < EyeMatches.countMax, known.insert(match.began).inserted
    else { return }
    wanted.insert(match.index, at: 0)
  }

  /// Asks for older rows, as long as there may be some that a device would keep.
  private mutating func endOfRows() -> ArchiveStep {
    let count = rows.last
    rows.last = 0
    if count >= AnswersRequest.rowsMax, rows.all < EyeMatches.countMax, let oldest, oldest > 0 {
      return .sayLater(.past(nil, from: oldest - 1))
    }
    return next()
  }

  private mutating func next() -> ArchiveStep {
    guard let index = wanted.popLast() else { return .whole(found.bytes) }
    let pieces = RecordPieces(of: index)
    self.pieces = pieces
    return .sayLater(pieces.question)
  }
}
