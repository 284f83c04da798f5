// The languages that the program speaks: which there are, which of them somebody wants, and the
// table of each. A table is a file beside this one that the build puts into the program, so that it
// is there wherever the program is. A text chooses between two forms by number; a language with
// more plural forms would need more.
// Invariant: every language but English has a row for each text of english.tsv, which a test holds.

import Synchronization

/// A language that texts are there in.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// What the program speaks: an index of all languages.
  private static let spoken = Atomic<Int>(0)

  /// The language of a tag such as `de`, `de_AT.UTF-8` or `de-CH`; nil for one that is not there.
  package init?(tag: String) {
    let primary = tag.prefix { $0.isLetter }.lowercased()
    guard let language = Language(rawValue: primary) else { return nil }
    self = language
  }

  /// The language of a locale, by the first of the variables that is set, as POSIX has them (XBD
  /// 8.2, "Internationalization Variables"); English where it is none that is there.
  ///
  /// - Parameter variable: a variable of the environment, nil where it is not set or empty.
  package init(locale variable: (String) -> String?) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first
    self = locale.flatMap(Language.init(tag:)) ?? .english
  }

  /// The tags of all languages, as one lists them.
  package static var tags: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Speaks this language from now on, in the whole program.
  package func speak() {
    Language.spoken.store(Language.allCases.firstIndex(of: self) ?? 0, ordering: .relaxed)
  }

  /// The table of the language that is spoken.
  static var spokenTable: WordTable {
    let index = spoken.load(ordering: .relaxed)
    return index == 0 ? WordTable() : allCases[index].table
  }

  /// The texts in this language; none in English, which the texts are looked up by.
  var table: WordTable {
    switch self {
    case .english: WordTable()
    case .german: Language.germanTable
    }
  }

  private static let germanTable = WordTable(
    tsv: String(decoding: PackageResources.german_tsv, as: UTF8.self))
}
