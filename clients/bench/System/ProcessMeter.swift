// What processes and the whole machine have used, as the kernel counts it (proc(5)). Nothing is
// asked of the processes themselves.

import Glibc

/// Looks at one process of this machine.
struct ProcessMeter: Sendable {
  /// What a process has used since it began, and what it holds now.
  struct Usage: Sendable {
    /// CPU seconds in its own code.
    let user: Double
    /// CPU seconds in the kernel on its behalf.
    let system: Double
    /// Resident memory, in bytes.
    let residentBytes: Int

    /// CPU seconds in all.
    var cpu: Double { user + system }
  }

  private let path: String

  /// - Throws: `BenchError.noSuchProcess`.
  init(pid: Int32) throws {
    path = "/proc/\(pid)/stat"
    if usage() == nil { throw BenchError.noSuchProcess(pid) }
  }

  /// This process.
  static func own() throws -> ProcessMeter { try ProcessMeter(pid: getpid()) }

  /// What it has used; nil once it is gone.
  func usage() -> Usage? {
    // The second field is the program's name in parentheses, and may hold anything.
    guard let text = readFile(path), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[name...].split(separator: " ").dropFirst().map { Int($0) ?? 0 }
    // Fields are numbered from 1 in the manual, and the first here is the third.
    guard fields.count > 21 else { return nil }
    return Usage(
      user: Double(fields[11]) / ticksPerSecond, system: Double(fields[12]) / ticksPerSecond,
      residentBytes: fields[21] * sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension ProcessMeter {
  /// Resident memory in bytes, counted page by page. The sum in `stat` may be off by some pages for
  /// each thread, which shows where little is looked for.
  ///
  /// - Throws: `BenchError.noSuchProcess`.
  static func memory(of pid: Int32) throws(BenchError) -> Int {
    let lines = readFile("/proc/\(pid)/smaps_rollup")?.split(separator: "\n")
    let words = lines?.first { $0.hasPrefix("Rss:") }?.split(separator: " ")
    guard let kibibytes = words?.dropFirst().first.flatMap({ Int($0) }) else {
      throw .noSuchProcess(pid)
    }
    return kibibytes * 1_024
  }

  /// How many descriptors a process holds; nil once it is gone.
  static func descriptors(of pid: Int32) -> Int? {
    guard let folder = opendir("/proc/\(pid)/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Every folder has "." and ".." in it.
    return count - 2
  }
}

/// CPU seconds of this process, or of this thread, to the nanosecond.
func processorSeconds(_ clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Seconds that the machine's processors have had nothing to do, all of them added; nil if it does
/// not tell. Busy time is told too, but where it is sampled at clock ticks it is told wrongly of
/// programs that wake at the same moments, as this one does.
func machineIdleSeconds() -> Double? {
  guard let line = readFile("/proc/stat")?.prefix(while: { $0 != "\n" }) else { return nil }
  // user, nice, system, idle, iowait, …
  let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
  return ticks.count >= 5 ? (ticks[3] + ticks[4]) / ticksPerSecond : nil
}

private let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
