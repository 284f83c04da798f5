// The one thing in a reactor that other threads touch: work posted to it, and the bell (an eventfd)
// that wakes it. Two facts live under the same lock because they decide when to ring: whether the
// reactor lingers in epoll_wait, and whether its queue has jobs that wait for it to come back.

import CLinux
import Glibc

/// Work on its way to a reactor, from any thread.
final class Mailbox: @unchecked Sendable {
  typealias Work = @Sendable () -> Void

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // Everything below is touched only under the lock.
  /// The eventfd, or -1 while no reactor answers it. It is also closed under the lock, so that a
  /// late ring cannot write into whatever got its number.
  private var bell: Int32 = -1
  private var isRung = false
  private var isLingering = false
  private var posts: [Work] = []
  private var waitingJobs = 0

  init() { pthread_mutex_init(lock, nil) }

  deinit {
    if bell >= 0 { Glibc.close(bell) }
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  // MARK: From any thread

  /// Leaves work for the reactor's next turn. False if there is no reactor to do it.
  func post(_ work: @escaping Work) -> Bool {
    locked {
      if bell < 0 { return false }
      posts.append(work)
      ring()
      return true
    }
  }

  /// A job is about to be put on the queue: a reactor that lingers there has to make way.
  func jobIsComing() {
    locked {
      waitingJobs += 1
      if isLingering { ring() }
    }
  }

  /// The queue has come to a job.
  func jobHasCome() { locked { waitingJobs -= 1 } }

  // MARK: From the reactor

  /// Opens the bell and returns its descriptor, for the reactor to watch.
  func open() throws(NetError) -> Int32 {
    let descriptor = clinux_eventfd_open()
    if descriptor < 0 { throw NetError.failed(call: "eventfd", code: errno) }
    locked {
      precondition(bell < 0, "an executor serves one reactor")
      bell = descriptor
    }
    return descriptor
  }

  /// Closes the bell and returns what was posted too late.
  func close() -> [Work] {
    locked {
      if bell >= 0 { Glibc.close(bell) }
      bell = -1
      isRung = false
      return takePosts()
    }
  }

  /// Silences the bell, if it was rung, and returns what has been posted, in order.
  func take() -> [Work] {
    locked {
      if !isRung { return [] }
      var count: UInt64 = 0
      read(bell, &count, MemoryLayout.size(ofValue: count))
      isRung = false
      return takePosts()
    }
  }

  /// Whether the reactor may linger; if so, a caller that needs it rings from now on.
  func lingerBegins() -> Bool {
    locked {
      isLingering = waitingJobs == 0
      return isLingering
    }
  }

  /// The reactor is awake again.
  func lingerEnds() { locked { isLingering = false } }

  // MARK: Under the lock

  private func ring() {
    if isRung { return }
    isRung = true
    var one: UInt64 = 1
    write(bell, &one, MemoryLayout.size(ofValue: one))
  }

  private func takePosts() -> [Work] {
    let taken = posts
    posts = []
    return taken
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
