// What a program prints is what it was asked for, so a program whose output could not be written
// has failed: the disk is full, or nobody reads the pipe any more. A C program that ignores that
// exits with 0. Here each program looks at its end, however it comes to it, and says so.

// `stdout` is a variable, which Swift takes for shared state; the C library locks what it is.
@preconcurrency import Glibc
import Synchronization

/// The standard output of this process.
public enum StandardOutput {
  /// Why some of it could not be written, as an error number; 0 while all of it could.
  private static let failure = Atomic<Int32>(0)

  /// More than any command prints that is read by eye.
  private static let bufferBytes = 1 << 16

  /// Makes sure that the process knows how it was started, and has it end with status 1 and a
  /// sentence on standard error, if anything that it prints cannot be written. Called first of all.
  /// A closed pipe is an error then and no signal, and so is a file that may not grow.
  public static func begin() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardDescriptors()
    // Swift reads the command line from there. Without it all options would be ignored.
    if CommandLine.arguments.isEmpty {
      say("/proc is missing: mount it; without it a program does not know its options")
      _exit(1)
    }
    // So nothing is written before the end, where it is known why that fails. The C library heeds
    // a size only with a buffer.
    if isatty(STDOUT_FILENO) == 0 {
      setvbuf(stdout, .allocate(capacity: bufferBytes), Int32(_IOFBF), bufferBytes)
    }
    atexit { StandardOutput.finish() }
  }

  /// Some of it could not be written, by a writer that goes around the C library.
  ///
  /// - Parameter code: why, as an error number.
  public static func lose(because code: Int32) { failure.store(code, ordering: .relaxed) }

  /// Fills closed ones of the three, so that no file or socket gets a number that is written to.
  /// Nothing can be written to a closed standard output.
  private static func occupyStandardDescriptors() {
    for (descriptor, access) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free is this one.
      _ = open("/dev/null", access)
    }
  }

  private static func finish() {
    // Of an earlier failure of the C library's nobody knows any more why.
    let hasFailed = ferror(stdout) != 0
    var code = fflush(stdout) == 0 ? 0 : errno
    if code == 0 { code = failure.load(ordering: .relaxed) }
    if code == 0, hasFailed { code = EIO }
    if code == 0 { return }
    say("cannot write to standard output: \(String(cString: strerror(code)))")
    // What else is done at an exit has been done.
    _exit(1)
  }

  private static func say(_ sentence: String) {
    let path = CommandLine.arguments.first ?? "chromatch"
    var line = "\(path.split(separator: "/").last ?? "chromatch"): \(sentence)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
