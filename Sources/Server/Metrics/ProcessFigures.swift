// What the system says of this process: memory, processor time, descriptors, as metrics with the
// names that every other program gives them. All of it comes from /proc; what cannot be read, as
// when there is no descriptor left to read it with, is nil and not 0.

import Glibc
import Measures

/// Memory, time and descriptors of a process.
struct ProcessFigures: Equatable, Sendable {
  @Metric(.gauge, "process_start_time_seconds", "When the process started, in Unix time.")
  var startSeconds: Int? = nil
  @Metric(
    .counter, "process_cpu_seconds_total", "Processor time used, user and system.",
    in: .milliseconds)
  var cpuMilliseconds: Int? = nil
  @Metric(.gauge, "process_resident_memory_bytes", "Memory in use that is in RAM.")
  var residentBytes: Int? = nil
  @Metric(.gauge, "process_virtual_memory_bytes", "Memory mapped.")
  var virtualBytes: Int? = nil
  @Metric(.gauge, "process_open_fds", "Descriptors that are open.")
  var openDescriptors: Int? = nil
  @Metric(.gauge, "process_max_fds", "Descriptors that there may be.")
  var descriptorsMax: Int? = nil

  /// Nothing is known.
  init() {}

  /// Reads `/proc/<pid>/stat` and `/proc/stat` (proc(5)).
  ///
  /// - Parameters:
  ///   - ticksPerSecond: what times are counted in.
  ///   - pageBytes: what memory is counted in.
  init(stat: String, systemStat: String, ticksPerSecond: Int, pageBytes: Int) {
    // The second field is the program's name in parentheses, and may hold anything.
    guard let nameEnd = stat.lastIndex(of: ")") else { return }
    let fields = stat[stat.index(after: nameEnd)...].split { $0 == " " || $0 == "\n" }
    func field(_ number: Int) -> Int? {
      fields.indices.contains(number - 3) ? Int(fields[number - 3]) : nil
    }
    if let user = field(14), let system = field(15) {
      cpuMilliseconds = (user + system) * 1_000 / ticksPerSecond
    }
    virtualBytes = field(23)
    residentBytes = field(24).map { $0 * pageBytes }
    let boot = systemStat.split(separator: "\n").first { $0.hasPrefix("btime ") }
    if let started = field(22), let boot = boot.flatMap({ Int($0.dropFirst("btime ".count)) }) {
      startSeconds = boot + started / ticksPerSecond
    }
  }

  /// This process, now.
  static func read() -> Self {
    var figures = Self(
      stat: contents(of: "/proc/self/stat"), systemStat: contents(of: "/proc/stat"),
      ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)), pageBytes: sysconf(Int32(_SC_PAGESIZE)))
    figures.openDescriptors = countDescriptors()
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      figures.descriptorsMax = Int(clamping: limit.rlim_cur)
    }
    return figures
  }

  /// The descriptors that are open, without the one that is opened to count them.
  private static func countDescriptors() -> Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // `.`, `..` and the folder itself.
    return count - 3
  }

  /// A file's text; none if it cannot be read.
  private static func contents(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
