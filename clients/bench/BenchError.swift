// Why a run came to nothing, in words that say what to do.

import Glibc
import Net
import Wire

struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func net(_ error: NetError) -> BenchError { BenchError("\(error)") }

  static func refused(_ refusal: RefusalLine) -> BenchError {
    let words = refusal.text.map { " (\($0))" } ?? ""
    let verb = refusal.verb ?? "a line"
    return BenchError("the server refused \(verb): \(refusal.code.rawValue)\(words)")
  }

  static func lost(_ reason: CloseReason) -> BenchError {
    BenchError("a connection ended while the rooms were filling: \(reason)")
  }

  static func incomplete(inside: Int, of all: Int) -> BenchError {
    BenchError("only \(inside) of \(all) were where they should be when time was up")
  }

  static func noSuchProcess(_ pid: Int32) -> BenchError {
    BenchError("there is no process \(pid) to measure on this machine")
  }

  static func cannotRead(_ path: String) -> BenchError { BenchError("cannot read \(path)") }

  static func cannotWrite(_ path: String) -> BenchError {
    BenchError("cannot write \(path): \(lastFailure())")
  }
}

/// Why the last system call failed.
func lastFailure() -> String { String(cString: strerror(errno)) }
