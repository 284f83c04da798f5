// A record on its way from a server's archive to somebody who wants to see it again. It first
// proves who asks, since a match that was not for everybody names its players to them alone, and
// then asks for one piece after the other. It knows no socket and no clock, and does not believe
// what it gets: whether a record is true is checked once it is whole.
// Invariant: what comes of it is said once, as the last thing.

package import ClientCore
package import Game
package import Wire

/// One record that is asked for.
package struct RecordRequest: ArchiveRequest {
  package let greeting: ClientMessage
  private let index: Int
  private var introduction: Introduction
  private var pieces: RecordPieces

  /// - Parameters:
  ///   - index: which match of the server's log.
  ///   - prover: who asks; nil for somebody unknown.
  ///   - binding: what the connection is bound to.
  ///   - serverKeys: what is known of this server's key, and of those of others.
  package init(
    _ index: Int, as hello: Hello, _ prover: Prover?, on binding: Binding,
    knowing serverKeys: ServerKeys = ServerKeys()
  ) {
    greeting = .hello(hello)
    self.index = index
    introduction = Introduction(of: prover, on: binding, knowing: serverKeys)
    pieces = RecordPieces(of: index)
  }

  /// Takes a line of the server, without its ending.
  package mutating func take(_ line: ArraySlice<UInt8>) -> ArchiveStep {
    do throws(RecordPieces.Nonsense) {
      switch try pieces.take(line) {
      case .taken: return .wait
      case .next: return .sayLater(pieces.question)
      case .whole(let bytes): return .whole(bytes)
      case .refused(let refusal): return .failed(sentence(of: refusal))
      case .foreign(let message): return answer(message)
      }
    } catch {
      return .failed(Words["What the server said is not match #\(index)."])
    }
  }

  private mutating func answer(_ message: ServerMessage) -> ArchiveStep {
    switch introduction.take(message) {
    case .say(let message): return .say(message)
    case .over: return .say(pieces.question)
    case .foreign:
      if case .no(let refusal) = message { return .failed(refusal.code.sentence) }
      return .wait
    }
  }

  private func sentence(of refusal: RefusalLine) -> String {
    switch refusal.code {
    case .noMatch: Words["This server has no match #\(index), or does not keep it any longer."]
    case .notNow: Words["This server cannot show a match again: \(refusal.text ?? "not now")."]
    default: refusal.code.sentence
    }
  }
}
