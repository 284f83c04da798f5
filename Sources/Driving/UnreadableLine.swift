// What somebody is told whose bytes are no lines.

import Framing
import Wire

extension RefusalLine {
  init(_ error: FramingError) {
    let text =
      switch error {
      case .tooLong: "a line has at most \(Wire.clientLineBytesMax) bytes"
      case .notUTF8: "a line is UTF-8"
      case .containsNUL: "a line has no NUL"
      }
    self.init(code: .badLine, text: text)
  }
}
