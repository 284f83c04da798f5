// What `chromatch doctor` says: all that was found out about a terminal, in the order in which it
// is believed, and what helps. It asks nobody and judges nothing; that is Detection's. It is plain
// text with a few patches of color, so it reads the same through ssh, in tmux and from a file.

import Chroma
import ClientCore

/// What is known of a terminal, for a person.
package struct DoctorReport: Sendable {
  /// What happened when the terminal was asked.
  package enum Asking: Equatable, Sendable {
    /// Nobody was: standard input or output is no terminal, or lines were asked for.
    case nobody
    /// It answered all that it ever will, so many milliseconds later.
    case answered(milliseconds: Int)
    /// The last answer did not come within so many milliseconds.
    case silent(milliseconds: Int)
  }

  private let detection: Detection
  private let asking: Asking
  /// Columns and rows; nil without a terminal.
  private let size: (columns: Int, rows: Int)?
  private let isCalm: Bool

  /// - Parameters:
  ///   - detection: the environment and the answers.
  ///   - size: columns and rows of the terminal, if there is one.
  ///   - isCalm: whether little motion was asked for.
  package init(
    _ detection: Detection, _ asking: Asking, size: (columns: Int, rows: Int)?, isCalm: Bool
  ) {
    self.detection = detection
    self.asking = asking
    self.size = size
    self.isCalm = isCalm
  }

  /// The report, at most 80 columns wide.
  package var lines: [DoctorLine] {
    var lines = colors + [.blank] + screen
    if size != nil, detection.support.depth > .monochrome { lines += [.blank] + card }
    // After all that, the verdict again: it is what is left in sight.
    return lines + [.blank] + VisionPreview.lines + [.blank, colors[0]]
  }

  /// The colors that the lines may be written in; nil for no escape code at all.
  package var depth: ColorDepth? {
    if size == nil || detection.environment.isDumb { return nil }
    return detection.support.depth
  }

  // MARK: Colors

  private var environment: TerminalEnvironment { detection.environment }

  private var colors: [DoctorLine] {
    let support = detection.support
    var lines = [
      DoctorLine(
        .strong(Words["Colors: \(support.label)"]), .text("   \(certainty): \(support.reason)")),
      .blank,
      DoctorLine(Words["The first of these that says anything decides (▸):"]),
    ]
    lines += witnesses.map { witness in
      let mark = witness.who.contains(support.witness) ? "▸" : " "
      return DoctorLine("\(mark) \(DoctorReport.padded(witness.name))\(witness.word)")
    }
    if let advice = support.advice {
      lines += [.blank, DoctorLine(Words["What helps: \(advice)"])]
    }
    return lines
  }

  private var certainty: String {
    switch detection.support.certainty {
    case .verified: Words["verified"]
    case .claimed: Words["claimed"]
    case .notVerified: Words["not verified"]
    }
  }

  /// Who is heard, in order, and what they say.
  private var witnesses: [(name: String, word: String, who: [ColorSupport.Witness])] {
    [
      (Words["your wish (--color)"], environment.wish?.name ?? Words["not given"], [.player]),
      ("NO_COLOR", environment.forbidsColor ? Words["set"] : Words["not set"], [.noColor]),
      ("TERM", value(environment.term), [.dumb]),
      (Words["tmux, GNU screen"], multiplexer, [.tmux, .screen]),
      (Words["a color back (DECRQSS)"], echo, [.echo]),
      (
        "RGB (XTGETTCAP)", said(detection.rgbCapability.map { $0 ? Words["yes"] : Words["no"] }),
        [.capability]
      ),
      ("COLORTERM", value(environment.colorTerm), [.colorTerm]),
      (Words["its name (XTVERSION)"], said(detection.version), [.version]),
      ("TERM_PROGRAM, TERM", name, [.name, .nobody]),
    ]
  }

  private func value(_ variable: String) -> String {
    variable.isEmpty ? Words["not set"] : variable
  }

  private var multiplexer: String {
    if environment.isInTmux {
      return environment.tmuxClientFeatures.map { Words["tmux; its terminal has: \($0)"] }
        ?? Words["tmux, which could not be asked"]
    }
    if detection.isTmuxByName { return Words["tmux on another machine, which passes nothing on"] }
    return environment.mayBeScreen ? Words["GNU screen"] : Words["none"]
  }

  private var echo: String {
    switch detection.echo {
    case .notHeard: said(nil)
    case .same: Words["the same color"]
    case .palette: Words["an entry of a palette"]
    case .other: Words["another color"]
    }
  }

  private var name: String {
    let program = environment.program.isEmpty ? "" : "\(environment.program), "
    return "\(program)\(environment.term): \(environment.depthByTerm.name)"
  }

  /// An answer in words, also where none came.
  private func said(_ answer: String?) -> String {
    if let answer { return answer }
    return asking == .nobody ? Words["not asked"] : Words["no answer"]
  }

  // MARK: The rest

  private var screen: [DoctorLine] {
    [
      (Words["answers"], answers), (Words["size"], sizeInWords),
      ("UTF-8", environment.isUTF8 ? Words["yes"] : Words["no"]),
      (Words["icons and blocks"], glyphs), (Words["kitty's keyboard"], keyboard),
      (Words["whole frames (2026)"], switching(2026)), (Words["mouse (1006)"], switching(1006)),
      (Words["background"], said(detection.background?.hex)),
      (
        Words["network between"], environment.isRemote ? Words["yes (SSH_CONNECTION)"] : Words["no"]
      ),
      (Words["little motion (--calm)"], isCalm ? Words["yes"] : Words["no"]),
    ]
    .map { DoctorLine("  \(DoctorReport.padded($0.0))\($0.1)") }
  }

  private var answers: String {
    switch asking {
    case .nobody: return Words["not asked: input or output is not a terminal"]
    case .silent(let milliseconds): return Words["none, or not all, within \(milliseconds) ms"]
    case .answered(let milliseconds):
      let limit = detection.waitMilliseconds
      return milliseconds <= limit
        ? Words["all, within \(milliseconds) ms"]
        : Words["all, but after \(milliseconds) ms; a game begins after \(limit)"]
    }
  }

  private var sizeInWords: String {
    guard let size else { return Words["unknown"] }
    let isEnough = size.columns >= ScreenModel.widthMin && size.rows >= ScreenModel.heightMin
    let least = Words["\(ScreenModel.widthMin) by \(ScreenModel.heightMin)"]
    let needed = isEnough ? "" : Words["; a game needs \(least)"]
    return Words["\(size.columns) by \(size.rows)\(needed)"]
  }

  private var glyphs: String {
    if !environment.isUTF8 { return Words["ASCII, since there is no UTF-8"] }
    return switch detection.hasNarrowGlyphs {
    case true?: Words["one column each"]
    case false?: Words["some are two columns wide: ASCII instead"]
    case nil: Words["not measured"]
    }
  }

  private var keyboard: String {
    detection.offersKeyboardProtocol ? Words["offered, and used"] : said(nil)
  }

  private func switching(_ mode: Int) -> String {
    said(detection.modes[mode].map { _ in detection.canSwitch(mode) ? Words["yes"] : Words["no"] })
  }

  private static func padded(_ name: String) -> String {
    let columns = 26
    return name + String(repeating: " ", count: max(1, columns - name.count))
  }

  // MARK: The card

  /// Two colors that are one in xterm's palette, always in 24 bits: what the terminal makes of them
  /// is the question. tmux without RGB shows the right one for both.
  private var card: [DoctorLine] {
    let left = Color(red: 0x12, green: 0x34, blue: 0x56)
    let right = Color(red: 0, green: 0x5f, blue: 0x5f)
    let row = DoctorLine(
      .text("  "), .exactPatch(left, columns: 24), .exactPatch(right, columns: 24))
    let gap = String(repeating: " ", count: 24 - left.hex.count)
    return [DoctorLine(.strong(Words["Do you see two colors?"])), row, row, row]
      + [
        "  \(left.hex)\(gap)\(right.hex)",
        Words["  two: 24-bit colors arrive as they are. If a game takes fewer: --color 24bit"],
        Words["  one: something on the way has 256 colors at most. Swatches that show the"],
        Words["       nearest say how far off it is: --color 256. In tmux this may help:"],
        "       \(Detection.tmuxAdvice)",
      ]
      .map { DoctorLine($0) }
  }
}
