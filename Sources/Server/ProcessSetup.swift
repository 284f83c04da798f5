// What a program asks of the system before it runs a server: all the descriptors it may have, and
// that its memory, which holds keys, never gets into a core dump. It concerns the whole process, so
// programs ask for it and servers do not.

import Glibc

/// Readies this process to run a server; called before any key is read.
public func prepareProcess() {
  raiseDescriptorLimit()
  // A file that may not grow is a disk that is full: the write fails, and the game goes on.
  signal(SIGXFSZ, SIG_IGN)
  keepMemoryOutOfCoreDumps()
}

/// The soft limit is there for programs that use select(2), which stops at 1,024.
private func raiseDescriptorLimit() {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return }
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
}

/// Keys are in too many places to be marked one by one: texts, OpenSSL's structures, hashes half
/// done. So no memory is dumped at all (core(5), coredump_filter), which also holds where
/// `core_pattern` hands the dump to a program, as RLIMIT_CORE alone does not. The process stays
/// open to its owner's tools, who can read the files anyway; PR_SET_DUMPABLE would shut them out.
private func keepMemoryOutOfCoreDumps() {
  let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
  if filter >= 0 {
    write(filter, "0", 1)
    close(filter)
  }
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
}
