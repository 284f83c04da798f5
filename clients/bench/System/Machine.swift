// The machine that a figure was measured on; without it a figure means nothing.

import Glibc

/// What the system says of itself when the program begins.
struct Machine {
  /// Processors of the machine.
  static let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// Their model.
  let processor = Machine.processor()
  /// The kernel's release.
  let kernel = Machine.word("/proc/sys/kernel/osrelease")
  /// Processes that ran or wanted to, averaged over the last minute.
  let load = Machine.word("/proc/loadavg")

  /// In one line.
  var description: String {
    "\(Machine.cores) × \(processor), Linux \(kernel), load \(load) at the start"
  }

  /// The same for programs.
  var json: JSON {
    .object([
      ("cores", .number(Double(Machine.cores))), ("processor", .string(processor)),
      ("kernel", .string(kernel)), ("load_at_start", .string(load)),
    ])
  }

  private static func processor() -> String {
    let lines = (readFile("/proc/cpuinfo") ?? "").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("model name") }),
      let colon = line.firstIndex(of: ":")
    else { return "unknown processor" }
    return String(line[colon...].dropFirst().drop(while: \.isWhitespace))
  }

  private static func word(_ path: String) -> String {
    String((readFile(path) ?? "?").prefix { !$0.isWhitespace })
  }
}
