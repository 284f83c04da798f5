// How many test cases of one kind run at once. Those that mostly wait may wait together, but each
// has descriptors and threads of its own, and hundreds at a time would take them from all others.

public import Testing

/// Lets in so many cases of the tests that have it as their trait; the others wait, first come
/// first served.
public struct Turnstile: TestTrait, TestScoping {
  private let places: Places

  /// Lets in at most `width` at once.
  public init(width: Int) { places = Places(width) }

  /// Runs `body` as soon as there is a place for it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    await places.enter()
    do {
      try await body()
    } catch {
      await places.leave()
      throw error
    }
    await places.leave()
  }
}

private actor Places {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
