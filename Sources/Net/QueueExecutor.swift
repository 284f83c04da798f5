// A serial Dispatch queue as the executor of an actor. The Linux toolchain has no
// DispatchSerialQueue, and a reactor that lingers on the queue has to know when a job waits.

public import Dispatch

/// Runs an actor on a serial queue, next to the reactor that lives there.
///
///     actor Lane {
///       nonisolated let executor: QueueExecutor
///       nonisolated var unownedExecutor: UnownedSerialExecutor {
///         executor.asUnownedSerialExecutor()
///       }
///     }
///
/// Whatever a reactor calls is on the queue already, so `lane.assumeIsolated` holds there and costs
/// no hop. Blocks put on `queue` by hand run too, but may wait for the end of a visit (20 ms, where
/// the reactor lingers four times as long as that); jobs of the actor and posts do not.
public final class QueueExecutor: SerialExecutor {
  /// The serial queue. Dispatch sources of the same lane belong on it.
  public let queue: DispatchQueue
  let mailbox = Mailbox()

  /// - Parameter label: names the queue's thread in a debugger.
  public init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Has `work` run on the queue, from any thread. A reactor takes all that is posted in one turn
  /// and writes once at its end; without a running reactor, the queue runs it.
  public func post(_ work: @escaping @Sendable () -> Void) {
    if !mailbox.post(work) { queue.async(execute: work) }
  }

  /// Runs a job of the actor.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    mailbox.jobIsComing()
    queue.async {
      self.mailbox.jobHasCome()
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  /// Lets `assumeIsolated` hold in whatever runs on the queue; traps elsewhere.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
