// What somebody is told whose bytes are no lines.

package import Framing
package import Wire

extension RefusalLine {
  /// The refusal of what is no line.
  package init(_ error: FramingError) {
    let text =
      switch error {
      case .tooLong: "a line has at most \(Wire.clientLineBytesMax) bytes"
      case .notUTF8: "a line is UTF-8"
      case .containsNUL: "a line has no NUL"
      }
    self.init(code: .badLine, text: text)
  }
}
