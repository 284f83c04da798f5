// Why a stream of bytes cannot be read as lines. The first refusal is final: what follows it in the
// stream has no meaning, because nobody can say where the next line starts.

/// Why a stream of bytes was refused.
public enum FramingError: Error, Equatable, Sendable {
  /// A line is longer than the limit, whether its end has come or not.
  case tooLong
  /// A line is not well-formed UTF-8 (Unicode 16, table 3-7: no overlong forms, no surrogates).
  case notUTF8
  /// A line holds U+0000.
  case containsNUL
}
