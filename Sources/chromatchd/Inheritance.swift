// What a server leaves to the program that its process becomes, in a variable of the environment
// that no other process takes for its own.

import Glibc

/// What this process has from the server that it was before.
struct Inheritance {
  /// The socket that listens.
  let listener: Int32
  /// When that server was still there, in milliseconds of Unix time by its clock.
  let aliveAt: Int64

  private static let variable = "CHROMATCH_INHERITANCE"

  /// Takes what was left; nil in a process that was never another server. Whatever it starts has
  /// nothing of it.
  static func take() -> Inheritance? {
    guard let text = getenv(variable).map({ String(cString: $0) }) else { return nil }
    withdraw()
    let numbers = text.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 3, numbers[0] == Int64(getpid()),
      let listener = Int32(exactly: numbers[1])
    else { return nil }
    return Inheritance(listener: listener, aliveAt: numbers[2])
  }

  /// Leaves it to what this process becomes.
  func leave() { setenv(Self.variable, "\(getpid()) \(listener) \(aliveAt)", 1) }

  /// Nothing is left after all.
  static func withdraw() { unsetenv(variable) }
}
