// The library that stands between a program and its machine (`faults.c`), built where a test wants
// it: it is preloaded, so it is part of no program.

import Foundation

/// Builds the library.
///
/// - Parameter folder: where it goes.
/// - Returns: its path, for `LD_PRELOAD`.
/// - Throws: what the compiler says.
public func buildFaultLibrary(in folder: String) throws -> String {
  let library = "\(folder)/faults.so"
  let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "faults.c").path
  let script = """
    for compiler in cc clang gcc; do
      command -v $compiler > /dev/null && exec $compiler -shared -fPIC -o "$0" "$1" -ldl
    done
    echo "there is no C compiler" >&2
    exit 127
    """
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", script, library, source]
  process.standardError = pipe
  try process.run()
  let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw FaultLibraryMissing(description: String(decoding: said, as: UTF8.self))
  }
  return library
}

/// The library cannot be built.
struct FaultLibraryMissing: Error, CustomStringConvertible {
  let description: String
}
