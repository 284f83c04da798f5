// What every socket of ours is told about itself. Linux hands these options of a listening socket
// down to the connections it accepts, so an accept costs one system call and not eight.

import CLinux
import Glibc

/// How soon a silent peer is asked whether it is there, in seconds, how often after that, and how
/// many times before it is taken for lost.
let keepAliveIdleSeconds: Int32 = 6
private let keepAliveIntervalSeconds: Int32 = 3
private let keepAliveProbes: Int32 = 3
/// How long what we sent may stay unacknowledged before the kernel gives the peer up.
let unacknowledgedMillisecondsMax: Int32 = 12_000
/// How much the kernel takes from us beyond what is under way. By default it would hide megabytes
/// of stale lines for a slow reader; this way its outbox fills and it gets a fresh picture instead.
let unsentBytesMax: Int32 = 64 * 1024

/// Makes a socket ready to carry lines, or to accept sockets that do.
func prepareStream(_ descriptor: Int32) {
  let tcp = Int32(IPPROTO_TCP)
  // Lines are written once per turn; there is nothing to wait for and merge (RFC 896).
  setOption(descriptor, tcp, TCP_NODELAY, 1)
  // What waits for a busy lane is judged by when it came.
  setOption(descriptor, SOL_SOCKET, clinux_timestamps, 1)
  setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
  setOption(descriptor, tcp, TCP_KEEPIDLE, keepAliveIdleSeconds)
  setOption(descriptor, tcp, TCP_KEEPINTVL, keepAliveIntervalSeconds)
  setOption(descriptor, tcp, TCP_KEEPCNT, keepAliveProbes)
  setOption(descriptor, tcp, TCP_USER_TIMEOUT, unacknowledgedMillisecondsMax)
  setOption(descriptor, tcp, TCP_NOTSENT_LOWAT, unsentBytesMax)
}

/// Makes a socket ready to listen: on a port that was in use a moment ago, and on `::` for IPv4
/// too.
func prepareListener(_ descriptor: Int32, family: Int32) {
  setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
  if family == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
  prepareStream(descriptor)
}

/// Whether a descriptor that somebody left to us is a socket that listens; from then on no program
/// that is started has it, and nobody waits at it.
func isListening(_ descriptor: Int32) -> Bool {
  var isListening: Int32 = 0
  var length = socklen_t(MemoryLayout.size(ofValue: isListening))
  return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0
    && isListening != 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    && fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
}

/// Closes a socket with a reset: what the kernel still holds for the peer is dropped.
func reset(_ descriptor: Int32) {
  var linger = linger(l_onoff: 1, l_linger: 0)
  let length = socklen_t(MemoryLayout.size(ofValue: linger))
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, length)
  close(descriptor)
}

/// The error that waits on a socket, which is taken off it; 0 for none.
func pendingError(of descriptor: Int32) -> Int32 {
  var code: Int32 = 0
  var length = socklen_t(MemoryLayout.size(ofValue: code))
  let status = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
  return status == 0 ? code : errno
}

/// None of these options is needed for correctness, so a kernel that lacks one is no failure.
private func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
  var value = value
  setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout.size(ofValue: value)))
}
