// How many test cases of one kind run at once. Tests with real sockets run one at a time: two
// servers in one process would starve each other, and a test that waits would lend its thread to
// another one, which may keep it for minutes.

public import Testing

/// Lets in so many cases of the tests and suites that have it as their trait. The others wait; who
/// came first is first.
public struct Turnstile: TestTrait, SuiteTrait, TestScoping {
  /// It counts the cases of a suite, not the suite.
  public let isRecursive = true
  fileprivate static let one = Turnstile(width: 1)
  private let places: Places

  /// Lets in at most `width` at once.
  public init(width: Int) { places = Places(width) }

  /// Only cases pass: a suite that held a place would keep its own tests out.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Turnstile? {
    testCase == nil ? nil : self
  }

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

extension Trait where Self == Turnstile {
  /// Of all tests of this process that have real sockets, one runs at a time.
  public static var oneAtATime: Turnstile { Turnstile.one }
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
