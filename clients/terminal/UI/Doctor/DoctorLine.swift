// One line of the doctor's report: text, and patches of color in it. It becomes bytes for a
// terminal of some depth, or plain text for a pipe; where a line stands, it does not know.
// Invariant: every line ends with the pen that it began with.

import Chroma

/// A line of text with patches of color.
package struct DoctorLine: Equatable, Sendable {
  /// What stands beside each other.
  enum Piece: Equatable, Sendable {
    case text(String)
    case strong(String)
    /// Blank columns in a color, in the nearest one that there is.
    case patch(Color, columns: Int)
    /// Blank columns in 24 bits, whatever is known of the terminal: to see what becomes of it.
    case exactPatch(Color, columns: Int)
  }

  var pieces: [Piece]

  init(_ pieces: Piece...) { self.pieces = pieces }
  init(_ text: String) { pieces = [.text(text)] }

  static let blank = DoctorLine("")

  /// The line as it is written, without its end.
  ///
  /// - Parameter depth: the colors that patches may have; nil for no escape code at all.
  package func encoded(for depth: ColorDepth?) -> String {
    let text = pieces.map { DoctorLine.encoded($0, for: depth) }.joined()
    return depth == nil ? text.trimmedAtEnd : text
  }

  private static func encoded(_ piece: Piece, for depth: ColorDepth?) -> String {
    switch piece {
    case .text(let text): return text
    case .strong(let text): return depth == nil ? text : "\u{1b}[1m\(text)\u{1b}[m"
    case .patch(let color, let columns):
      guard let background = background(color, depth) else { return blanks(columns) }
      return "\u{1b}[\(background)m\(blanks(columns))\u{1b}[m"
    case .exactPatch(let color, let columns):
      return encoded(.patch(color, columns: columns), for: depth == nil ? nil : .truecolor)
    }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The parameters of SGR that paint a background; nil where none can.
  private static func background(_ color: Color, _ depth: ColorDepth?) -> String? {
    switch depth {
    // Sixteen colors are whatever the theme makes of them: a patch would only mislead.
    case nil, .monochrome, .palette16: nil
    case .palette256: "48;5;\(Palette.cubeAndGrays.nearest(to: color))"
    case .truecolor: "48;2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    let end = lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex
    return String(self[..<end])
  }
}
