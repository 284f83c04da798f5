// The lock that one process at a time has on a directory or file (flock(2)). It goes with all
// copies of its descriptor, so a process that is killed leaves none behind.

import Glibc

/// How long somebody is waited for who has a lock and may just be ending, in milliseconds.
private let lockPatienceMilliseconds: Int64 = 3_000

/// Takes the lock of an open file or directory.
///
/// - Returns: 0, or the system's error: EWOULDBLOCK when somebody else keeps it.
public func takeLock(of descriptor: Int32) -> Int32 {
  let clock = Clock()
  let end = clock.milliseconds() + lockPatienceMilliseconds
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    guard errno == EINTR || (errno == EWOULDBLOCK && clock.milliseconds() < end) else {
      return errno
    }
    usleep(10_000)
  }
  return 0
}

/// Lets go of a lock, even if another process has a copy of the descriptor: a process being started
/// holds one until it runs its own program, and would leave the file locked until then.
public func releaseLock(of descriptor: Int32) { flock(descriptor, LOCK_UN) }
