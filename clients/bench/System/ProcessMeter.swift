// What processes and the whole machine have used, as the kernel counts it (proc(5)), what the
// machine is, and how many descriptors it allows. Nothing is asked of the processes themselves.

import Glibc

/// Looks at a process of this machine, or at several as one.
struct ProcessMeter: Sendable {
  /// What a process has used since it began, and what it holds now.
  struct Usage: Sendable {
    /// CPU seconds in its own code.
    let user: Double
    /// CPU seconds in the kernel on its behalf.
    let system: Double
    /// Resident memory, in bytes.
    let residentBytes: Int

    var cpu: Double { user + system }
  }

  static let ownPID = getpid()

  private let pids: [Int32]

  init(pid: Int32) throws { try self.init(pids: [pid]) }

  /// All of these as one.
  init(pids: [Int32]) throws {
    self.pids = pids
    for pid in pids where ProcessMeter.usage(of: pid) == nil {
      throw BenchError.noSuchProcess(pid)
    }
  }

  /// What it has used; nil once it is gone.
  func usage() -> Usage? {
    let usages = pids.compactMap(ProcessMeter.usage)
    if usages.isEmpty { return nil }
    return Usage(
      user: usages.reduce(0) { $0 + $1.user }, system: usages.reduce(0) { $0 + $1.system },
      residentBytes: usages.reduce(0) { $0 + $1.residentBytes })
  }

  private static func usage(of pid: Int32) -> Usage? {
    // The second field is the program's name in parentheses, and may hold anything.
    guard let text = readFile("/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[name...].split(separator: " ").dropFirst().map { Int($0) ?? 0 }
    // Fields are numbered from 1 in the manual, and the first here is the third.
    guard fields.count > 21 else { return nil }
    return Usage(
      user: Double(fields[11]) / ticksPerSecond, system: Double(fields[12]) / ticksPerSecond,
      residentBytes: fields[21] * sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Resident memory in bytes, counted page by page. The sum in `stat` may be off by some pages for
  /// each thread, which shows where little is looked for.
  static func memory(of pid: Int32) throws(BenchError) -> Int {
    let lines = readFile("/proc/\(pid)/smaps_rollup")?.split(separator: "\n")
    let words = lines?.first { $0.hasPrefix("Rss:") }?.split(separator: " ")
    guard let kibibytes = words?.dropFirst().first.flatMap({ Int($0) }) else {
      throw .noSuchProcess(pid)
    }
    return kibibytes * 1_024
  }
}

/// CPU seconds of this process, or of this thread, to the nanosecond.
func processorSeconds(_ clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The machine that a figure was measured on; without it a figure means nothing.
struct Machine {
  static let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  let processor = Machine.processor()
  let kernel = Machine.word("/proc/sys/kernel/osrelease")
  /// Processes that ran or wanted to, averaged over the last minute.
  let load = Machine.word("/proc/loadavg")

  var description: String {
    "\(Machine.cores) × \(processor), Linux \(kernel), load \(load) at the start"
  }

  /// Seconds that its processors have had nothing to do, all of them added; nil if it does not
  /// tell. Busy time is told too, but where it is sampled at clock ticks it is told wrongly of
  /// programs that wake at the same moments, as this one does.
  static func idleSeconds() -> Double? {
    guard let line = readFile("/proc/stat")?.prefix(while: { $0 != "\n" }) else { return nil }
    // user, nice, system, idle, iowait, …
    let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    return ticks.count >= 5 ? (ticks[3] + ticks[4]) / ticksPerSecond : nil
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

/// Raises this process's limit of descriptors so that it can hold so many connections.
func raiseDescriptorLimit(toHold connections: Int) throws {
  let needed = connections + spareDescriptors
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  getrlimit(resource, &limit)
  if limit.rlim_cur >= rlim_t(needed) { return }
  let allowed = limit.rlim_max
  limit.rlim_cur = allowed
  guard allowed >= rlim_t(needed), setrlimit(resource, &limit) == 0 else {
    throw BenchError(
      """
      this needs \(needed) file descriptors and the system allows \(allowed) to a process: raise \
      the hard limit (ulimit -Hn \(needed), as root) or ask for fewer connections
      """)
  }
}

/// How many connections a server can hold here, at the most, and this process with it.
func connectionsAllowed() -> Int {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_max) - serverDescriptors
}

/// How many descriptors a process holds; 0 once it is gone.
func descriptorCount(of pid: Int32) -> Int { names(in: "/proc/\(pid)/fd").count }

/// What a server keeps to itself, and some: the door, lanes, the archive, places for returning
/// players.
private let serverDescriptors = 512

/// What a process needs besides its connections: standard streams, epoll, timers, a listener.
private let spareDescriptors = 64

private let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
