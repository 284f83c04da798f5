// The version of everything that is released together. It stands here and nowhere else: the
// programs' --version, the app= of the protocol and the metrics take it from here, and
// deploy/version reads this file for packages. A test holds the change log to it.

extension Configuration {
  /// The version of the programs.
  public static let version = "1.0.0"
}
