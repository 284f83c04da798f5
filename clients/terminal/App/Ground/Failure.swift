// How the program ends when it cannot do what it was asked, and what it is called by the shell.

/// An error that ends the program: one sentence for the person who started it.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ sentence: String) {
    description = sentence
  }
}

/// The statuses that the program exits with. What the command line got wrong is 64, as
/// ArgumentParser has it; a signal is 128 and its number.
enum ExitStatus {
  static let fine: Int32 = 0
  static let failure: Int32 = 1

  static func signal(_ number: Int32) -> Int32 { 128 + number }
}
