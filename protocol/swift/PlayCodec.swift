// What happens in a match, as fields of a line and back. The number `n` in front is the message's.

import Chroma
import Game

extension Event {
  var verb: ServerVerb {
    switch self {
    case .round: .round
    case .locked: .locked
    case .missed: .missed
    case .bell: .bell
    case .shut: .shut
    case .score: .score
    case .over: .over
    case .place: .place
    case .seed: .seed
    }
  }

  func write(_ line: inout LineWriter) {
    switch self {
    case .round(let start):
      line.int("round", start.round)
      line.int("of", start.of)
      line.instant("opens", start.opens)
      line.instant("closes", start.closes)
      line.color("target", start.target)
      line.color("start", start.start)
      line.color("to", start.to)
      if !start.tiles.isEmpty { line.list("tiles", start.tiles.map(\.hex)) }
      line.instant("hides", start.hides)
      if let tolerance = start.tolerance { line.thousandths("within", tolerance.thousandths) }
      line.int("late", start.late == 0 ? nil : start.late)
    case .locked(let who, let elapsed, let lag), .missed(let who, let elapsed, let lag):
      line.player("who", who)
      line.int("t", elapsed)
      line.int("lag", lag == 0 ? nil : lag)
    case .bell(let closes): line.instant("closes", closes)
    case .shut(let round, let answer, let next):
      line.int("round", round)
      line.guess("answer", answer)
      line.instant("next", next)
    case .score(let score):
      line.player("who", score.who)
      line.guess("v", score.guess)
      line.thousandths("de", score.difference.thousandths)
      line.int("t", score.elapsed)
      line.int("points", score.points)
      line.int("total", score.total)
      line.int("lag", score.lag == 0 ? nil : score.lag)
      line.int("missed", score.misses == 0 ? nil : score.misses)
      line.mark("first", score.isFirst)
      line.mark("assist", score.isAssisted)
      line.int("lives", score.lives)
    case .over: break
    case .place(let place, let who, let total):
      line.int("place", place)
      line.player("who", who)
      line.int("total", total)
    case .seed(let seed): line.hexBytes("seed", seed.bytes)
    }
  }

  /// Reads the fields of a match's verb; nil when the verb is not one of a match's.
  init?(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) {
    func count(_ key: String) throws(RefusalLine) -> Int {
      try line.required(key, .count)
    }
    switch verb {
    case .round:
      self = .round(
        RoundStart(
          round: try count("round"), of: try count("of"),
          opens: try line.required("opens", .instant),
          closes: try line.required("closes", .instant),
          target: try line.required("target", .color), to: try line.optional("to", .color),
          start: try line.required("start", .color),
          tiles: try line.optional("tiles", .list(.color)) ?? [],
          hides: try line.optional("hides", .instant),
          tolerance: try line.optional("within", .thousandths).map(Difference.init),
          late: try line.optional("late", .count) ?? 0))
    case .locked:
      self = .locked(
        try line.required("who", .player), elapsed: try count("t"),
        lag: try line.optional("lag", .count) ?? 0)
    case .missed:
      self = .missed(
        try line.required("who", .player), elapsed: try count("t"),
        lag: try line.optional("lag", .count) ?? 0)
    case .bell: self = .bell(closes: try line.required("closes", .instant))
    case .shut:
      self = .shut(
        round: try count("round"), answer: try line.required("answer", .guess),
        next: try line.optional("next", .instant))
    case .score:
      self = .score(
        Score(
          who: try line.required("who", .player), guess: try line.required("v", .guess),
          difference: Difference(thousandths: try line.required("de", .thousandths)),
          elapsed: try count("t"), points: try count("points"), total: try count("total"),
          lag: try line.optional("lag", .count) ?? 0,
          misses: try line.optional("missed", .count) ?? 0,
          isFirst: try line.optional("first", .flag) ?? false,
          isAssisted: try line.optional("assist", .flag) ?? false,
          lives: try line.optional("lives", .count)))
    case .over: self = .over
    case .place:
      self = .place(
        try count("place"), try line.required("who", .player), total: try count("total"))
    case .seed:
      let bytes = try line.required("seed", .hex(bytes: MatchSeed.byteCount))
      guard let seed = MatchSeed(bytes: bytes) else { throw line.refusal("seed is 32 bytes") }
      self = .seed(seed)
    default: return nil
    }
  }
}
