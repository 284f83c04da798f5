// Each connection is a descriptor here and one in the server, which inherits our limit.

import Glibc

/// Raises this process's limit of descriptors so that it can hold so many connections.
///
/// - Throws: `BenchError.descriptors` when the system does not allow as many.
func raiseDescriptorLimit(toHold connections: Int) throws {
  let needed = connections + spareDescriptors
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  getrlimit(resource, &limit)
  if limit.rlim_cur >= rlim_t(needed) { return }
  let allowed = limit.rlim_max
  limit.rlim_cur = allowed
  guard allowed >= rlim_t(needed), setrlimit(resource, &limit) == 0 else {
    throw BenchError.descriptors(needed: needed, allowed: Int(clamping: allowed))
  }
}

/// How many connections a server can hold here, at the most, and this process with it.
func connectionsAllowed() -> Int {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_max) - serverDescriptors
}

/// What a server keeps to itself, and some: the door, lanes, the archive, places for returning
/// players.
private let serverDescriptors = 512

/// What a process needs besides its connections: standard streams, epoll, timers, a listener.
private let spareDescriptors = 64
