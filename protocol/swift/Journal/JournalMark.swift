// The one line of a journal that is about no room: the server was still there. So what is kept of
// rooms in which nothing happens is as new as the server, and not as their last line. A reader that
// does not know the line skips it.
// Invariant: decode(encode(mark)) == mark; reading never traps, whatever the bytes.

public import Game

/// A sign of life of a lane.
public struct JournalMark: Hashable, Sendable {
  /// When the lane was there.
  public var at: Instant

  /// The lane was there at that moment.
  public init(at: Instant) { self.at = at }

  private static let verb = "ALIVE"
  private static let form = required("at", .instant)

  /// Appends the mark as one line with LF.
  public func encode(into line: inout [UInt8]) {
    line.appendLine { line in
      line.append(word: Self.verb)
      Self.form.write(at, to: &line)
    }
  }

  /// Reads one line, given without its ending; nil when it is no mark.
  public static func decode(_ bytes: ArraySlice<UInt8>) -> JournalMark? {
    guard let line = try? LineReader(bytes), line.verb == verb,
      let moment = try? form.read(line)
    else { return nil }
    return JournalMark(at: moment)
  }
}
