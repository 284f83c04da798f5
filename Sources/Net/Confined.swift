// How a reactor gets into the closures that Dispatch runs for it. The compiler cannot see that a
// serial queue is a wall; this is the one place that says so, and it checks at run time.

import Dispatch

/// A value that belongs to one serial queue, on its way there inside a closure.
struct Confined<Value>: @unchecked Sendable {
  private let value: Value
  private let queue: DispatchQueue

  init(_ value: Value, to queue: DispatchQueue) {
    self.value = value
    self.queue = queue
  }

  /// Hands the value over, on its queue; traps anywhere else.
  func use(_ body: (Value) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    body(value)
  }
}
