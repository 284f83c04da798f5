// A thread that computes for long, so that the shared pool is left to all other tests.

import Foundation

/// Runs something on a thread of its own.
public func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
