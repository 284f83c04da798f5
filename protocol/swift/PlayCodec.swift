// What happens in a match, as fields of a line and back. The number `n` in front is the message's.

import Chroma
import Game

extension Event {
  private enum Form {
    static let lock = fields(required("who", .player), required("t", .count), some("lag"))
    static let bell = required("closes", .instant)
    static let held = fields(required("by", .count), required("until", .instant))
    static let shut = fields(
      required("round", .count), required("answer", .guess), optional("next", .instant))
    static let place = fields(
      required("place", .count), required("who", .player), required("total", .count))
    static let seed = required("seed", .hex(bytes: MatchSeed.byteCount))
  }

  func write(to line: inout LineWriter) {
    switch self {
    case .round(let start): RoundStart.fields.write(start, to: &line)
    case .locked(let who, let elapsed, let lag), .missed(let who, let elapsed, let lag):
      Form.lock.write((who, elapsed, lag), to: &line)
    case .bell(let closes): Form.bell.write(closes, to: &line)
    case .held(let span, let until): Form.held.write((span, until), to: &line)
    case .shut(let round, let answer, let next):
      Form.shut.write((round, answer, next), to: &line)
    case .score(let score): Score.fields.write(score, to: &line)
    case .over: break
    case .place(let place, let who, let total): Form.place.write((place, who, total), to: &line)
    case .seed(let seed): Form.seed.write(seed.bytes, to: &line)
    }
  }

  /// Reads the fields of a match's verb; nil when the verb is not one of a match's.
  init?(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) {
    switch verb {
    case .round: self = .round(try RoundStart.fields.read(line))
    case .locked: self = try Form.lock.read(line, Event.locked)
    case .missed: self = try Form.lock.read(line, Event.missed)
    case .bell: self = .bell(closes: try Form.bell.read(line))
    case .held: self = try Form.held.read(line, Event.held)
    case .shut: self = try Form.shut.read(line, Event.shut)
    case .score: self = .score(try Score.fields.read(line))
    case .over: self = .over
    case .place: self = try Form.place.read(line, Event.place)
    case .seed:
      let bytes = try Form.seed.read(line)
      guard let seed = MatchSeed(bytes: bytes) else { throw line.refusal("seed is 32 bytes") }
      self = .seed(seed)
    default: return nil
    }
  }
}

extension RoundStart: Described {
  init(_ line: inout some FieldCoder<RoundStart>) throws(RefusalLine) {
    let round = try line(required("round", .count)) { $0.round }
    let of = try line(required("of", .count)) { $0.of }
    let opens = try line(required("opens", .instant)) { $0.opens }
    let closes = try line(required("closes", .instant)) { $0.closes }
    let target = try line(required("target", .color)) { $0.target }
    let start = try line(required("start", .color)) { $0.start }
    self.init(
      round: round, of: of, opens: opens, closes: closes, target: target,
      to: try line(optional("to", .color)) { $0.to },
      start: start,
      tiles: try line(optional("tiles", list(.color), or: [])) { $0.tiles },
      hides: try line(optional("hides", .instant)) { $0.hides },
      tolerance: try line(optional("within", .thousandths)) { $0.tolerance },
      late: try line(some("late")) { $0.late })
  }
}

extension Score: Described {
  init(_ line: inout some FieldCoder<Score>) throws(RefusalLine) {
    self.init(
      who: try line(required("who", .player)) { $0.who },
      guess: try line(required("v", .guess)) { $0.guess },
      difference: try line(required("de", .thousandths)) { $0.difference },
      elapsed: try line(required("t", .count)) { $0.elapsed },
      points: try line(required("points", .count)) { $0.points },
      total: try line(required("total", .count)) { $0.total },
      lag: try line(some("lag")) { $0.lag },
      misses: try line(some("missed")) { $0.misses },
      isFirst: try line(mark("first")) { $0.isFirst },
      isAssisted: try line(mark("assist")) { $0.isAssisted },
      lives: try line(optional("lives", .count)) { $0.lives })
  }
}
