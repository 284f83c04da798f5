// Where the web client lies when nobody says so: beside an installed program, or above one that was
// built in a checkout. It looks for an index page and for nothing else.

import Glibc

extension WebFolder {
  /// How many folders above the program are looked at.
  private static let stepsMax = 6

  /// Where a program at a path may find its web client, the likeliest first.
  ///
  /// - Parameter executable: an absolute path without links.
  static func usualDirectories(executable: String) -> [String] {
    var folders = executable.split(separator: "/").dropLast()
    let bin = folders.map { "/\($0)" }.joined()
    var candidates = ["\(bin)/../share/chromatch/web"]
    for _ in 0..<stepsMax where !folders.isEmpty {
      candidates.append(folders.map { "/\($0)" }.joined() + "/clients/web")
      folders.removeLast()
    }
    return candidates
  }

  /// The folder that belongs to the running program; nil if it has none.
  public static func usualDirectory() -> String? {
    guard let executable = FolderReader.resolved("/proc/self/exe") else { return nil }
    return usualDirectories(executable: executable)
      .first { access("\($0)/index.html", R_OK) == 0 }
  }
}
