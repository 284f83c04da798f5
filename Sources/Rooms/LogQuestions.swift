// Questions about the log of finished matches. The log is elsewhere, so an answer takes a moment,
// and whoever asked may have been carried to another lane meanwhile: then it is asked again there.
// Invariant: a question is answered once, or its connection is gone.

import Wire

extension Hall {
  /// Has the log asked how it stands.
  mutating func askLog(since: Int, _ caller: Caller, _ turn: inout Turn) throws(RefusalLine) {
    guard log != nil else {
      throw RefusalLine(code: .notNow, text: "this server keeps no matches")
    }
    guard connections[caller.id]?.logAsked == nil else {
      throw RefusalLine(code: .notNow, text: "the TREE before is not answered yet")
    }
    connections[caller.id]?.logAsked = since
    turn.effects.append(.askLog(caller.id, since: since))
  }

  /// Tells somebody how the log stands who has asked; whoever does not read asks again then.
  mutating func answer(_ state: LogState, to id: ConnectionID, _ turn: inout Turn) {
    guard connections[id]?.logAsked == state.since, connections[id]?.isClosing == false else {
      return
    }
    connections[id]?.logAsked = nil
    if connections[id]?.isMuted == true {
      let again = Connection.Line.message(.tree(since: state.since), arrived: turn.now...turn.now)
      connections[id]?.held.insert(again, at: 0)
    } else {
      turn.send(.tree(state), to: [id])
    }
  }
}
