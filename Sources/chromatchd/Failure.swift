// How a command ends that cannot do what it was asked, though it was asked in the right words.

/// An error that ends the program with status 1: one sentence, without the usage that
/// `ValidationError` has behind it for mistakes in the command line.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ sentence: String) { description = sentence }
}
