// Lines of records as bytes and back. They are hashed and signed, so each has one form and no
// other: what does not read and write to the same bytes is no line of a record.

import Chroma
public import Game

extension RecordLine {
  private enum Layout {
    static let moment = required("at", .count)
    static let by = required("by", .player)
    static let step = fields(by, moment)
    static let set = fields(required("v", .guess), step)
    static let lock = fields(required("v", .guess), optional("t", .count), step)
    static let measured = fields(by, required("ms", .count))
    static let leaf = fields(required("index", .count), required("hash", .hash))
    static let path = fields(required("size", .count), required("hashes", list(.hash)))
    static let tree = fields(
      fields(required("size", .count), required("root", .hash)),
      fields(required("sig", .hex(bytes: 64)), required("key", .hash)))
  }

  /// Appends the line with LF.
  public func encode(into line: inout [UInt8]) {
    switch self {
    case .told(let message): message.encode(into: &line)
    default:
      line.appendLine { line in
        line.append(word: verb)
        write(to: &line)
      }
    }
  }

  /// Appends the lines of so many moves of sliders. They come by the million, so nothing is made of
  /// one first, and its fields are spelled out.
  public static func encode(
    sets count: Int, into lines: inout [UInt8],
    _ move: (Int) -> (guess: Guess, player: Int, moment: Int)
  ) {
    lines.appendLines(within: count * 64) { line in
      for index in 0..<count {
        let (guess, player, moment) = move(index)
        line.append("SET v=")
        SliderValues.guess.write(guess, to: &line)
        line.append(" by=p")
        line.append(decimal: player)
        line.append(" at=")
        line.append(decimal: moment)
        line.endLine()
      }
    }
  }

  private func write(to line: inout LineWriter) {
    switch self {
    case .title(let title): RecordTitle.fields.write(title, to: &line)
    case .seat(let seat): RecordedSeat.fields.write(seat, to: &line)
    case .tick(let at): Layout.moment.write(at, to: &line)
    case .measured(let by, let milliseconds): Layout.measured.write((by, milliseconds), to: &line)
    case .quit(let by, let at): Layout.step.write((by, at), to: &line)
    case .moved(.set(let guess), let by, let at): Layout.set.write((guess, (by, at)), to: &line)
    case .moved(.lock(let guess, let claim), let by, let at):
      Layout.lock.write((guess, claim, (by, at)), to: &line)
    case .told: break
    case .person(let person): Person.fields.write(person, to: &line)
    case .leaf(let index, let hash): Layout.leaf.write((index, hash), to: &line)
    case .path(let size, let hashes): Layout.path.write((size, hashes), to: &line)
    case .tree(let size, let root, let signature, let key):
      Layout.tree.write(((size, root), (signature, key)), to: &line)
    }
  }

  private var verb: String {
    switch self {
    case .title: "RECORD"
    case .seat: "SEAT"
    case .moved(.set, _, _): "SET"
    case .moved(.lock, _, _): "LOCK"
    case .tick: "TICK"
    case .measured: "RTT"
    case .quit: "QUIT"
    case .told(let message): message.verb.rawValue
    case .person: "PERSON"
    case .leaf: "LEAF"
    case .path: "PATH"
    case .tree: "TREE"
    }
  }

  /// Reads a line, given without its ending; nil for everything but the one form of a line.
  public init?(canonical bytes: ArraySlice<UInt8>) {
    guard let line = try? RecordLine.decode(bytes) else { return nil }
    var written: [UInt8] = []
    written.reserveCapacity(bytes.count + 1)
    line.encode(into: &written)
    guard written.dropLast() == bytes else { return nil }
    self = line
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> RecordLine? {
    let line = try LineReader(bytes)
    switch line.verb {
    case "RECORD": return .title(try RecordTitle.fields.read(line))
    case "SEAT": return .seat(try RecordedSeat.fields.read(line))
    case "SET":
      let (guess, (by, at)) = try Layout.set.read(line)
      return .moved(.set(guess), by: by, at: at)
    case "LOCK":
      let (guess, claim, (by, at)) = try Layout.lock.read(line)
      return .moved(.lock(guess, claim: claim), by: by, at: at)
    case "TICK": return .tick(at: try Layout.moment.read(line))
    case "RTT": return try Layout.measured.read(line, measured)
    case "QUIT": return try Layout.step.read(line, quit)
    case "PERSON": return .person(try Person.fields.read(line))
    case "LEAF": return try Layout.leaf.read(line, leaf)
    case "PATH": return try Layout.path.read(line, path)
    case "TREE":
      let ((size, root), (signature, key)) = try Layout.tree.read(line)
      return .tree(size: size, root: root, signature: signature, key: key)
    default: return try ServerMessage.decode(bytes).map(told)
    }
  }
}

extension FieldType where Self == HexadecimalBytes {
  /// A SHA-256, or a key as long.
  fileprivate static var hash: Self { .hex(bytes: 32) }
}
