// What people read, by way of one table. In the code a text stands in English, where it is shown,
// and is looked up by that: `Words["round \(number) of \(count)"]`, as gettext does (GNU gettext
// manual, "Preparing Strings"). english.tsv lists all of them; a translation is such a table with
// another second column, such as german.tsv. A text is a whole sentence, or a whole phrase that
// stands alone or after a comma: what is put together of words has an order in one language only.
// Names, codes, keys and what is typed as a command are no texts.
//
// Invariant: what is not in the table is shown in English, never left out.

/// The texts of screens and lines, in the language of the moment.
package enum Words {
  /// The table that a test looks texts up in; elsewhere that of the language that is spoken.
  @TaskLocal static var ownTable: WordTable?

  /// The table of the moment; in an empty one there is nothing, and all is English.
  private static var table: WordTable { ownTable ?? Language.spokenTable }

  /// A text in the language of the moment.
  package static subscript(_ text: Text) -> String {
    let table = table
    return table.isEmpty ? text.english : table[text]
  }

  /// A text about a number of things: the first for one of them, the second for any other number.
  package static subscript(_ number: Int, _ one: Text, _ others: Text) -> String {
    Words[number == 1 ? one : others]
  }

  /// A text that is known by another name than where it is shown, such as that of a slider.
  package static subscript(entry english: String) -> String {
    Words[Text(stringLiteral: english)]
  }

  /// A text in English, and what is filled into it.
  package struct Text: ExpressibleByStringInterpolation {
    fileprivate let pattern: String
    fileprivate let fillings: [String]
    fileprivate let english: String

    /// A text that nothing is filled into.
    package init(stringLiteral text: String) {
      pattern = text
      fillings = []
      english = text
    }

    /// A text with something filled in.
    package init(stringInterpolation text: Interpolation) {
      pattern = text.pattern
      fillings = text.fillings
      english = text.english
    }

    /// How a text is put together: what is filled in stands as `{1}`, `{2}` and so on in its
    /// pattern.
    package struct Interpolation: StringInterpolationProtocol {
      fileprivate var pattern = ""
      fileprivate var fillings: [String] = []
      fileprivate var english = ""

      /// An empty text.
      package init(literalCapacity: Int, interpolationCount: Int) {
        english.reserveCapacity(literalCapacity + interpolationCount * 8)
      }

      /// What is the same each time.
      package mutating func appendLiteral(_ literal: String) {
        pattern += literal
        english += literal
      }

      /// What is another each time.
      package mutating func appendInterpolation(_ filling: some CustomStringConvertible) {
        fillings.append("\(filling)")
        pattern += "{\(fillings.count)}"
        english += "\(filling)"
      }
    }
  }
}

/// Texts of one language by their English patterns.
package struct WordTable: Sendable {
  private let texts: [String: String]

  var isEmpty: Bool { texts.isEmpty }
  /// The English patterns of all texts.
  var patterns: Set<String> { Set(texts.keys) }
  /// The text of a pattern as it stands in the file.
  subscript(pattern pattern: String) -> String? { texts[pattern] }

  /// A table without texts.
  package init() { texts = [:] }

  /// A table from its file: a line for each text, the English pattern, a tab and the text; lines
  /// that begin with `#` are remarks. `{1}` in a text is what is filled in first in the English
  /// one. A line that is none of this is passed over.
  package init(tsv: String) {
    var texts: [String: String] = [:]
    for line in tsv.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count == 2, !columns[1].isEmpty else { continue }
      texts[String(columns[0])] = String(columns[1])
    }
    self.texts = texts
  }

  fileprivate subscript(_ text: Words.Text) -> String {
    guard var found = texts[text.pattern] else { return text.english }
    for (index, filling) in text.fillings.enumerated().reversed() {
      found = found.split(separator: "{\(index + 1)}", omittingEmptySubsequences: false)
        .joined(separator: filling)
    }
    return found
  }
}
