// Connections that were refused, and proxies that could not be believed, added up for a second
// before the log hears of them: a client that is refused a thousand times a second makes one line
// of it, not a thousand. It reads no clock.
// Invariant: it has one number for each cause and, where addresses are logged, for each of the
// first `addressesMax` of them; the rest of a cause share one.

import Wire

/// The refusals of the second under way.
struct RefusalSums {
  /// Why something was refused.
  enum Cause: Hashable {
    /// A client, with this code.
    case client(RefusalCode)
    /// What a trusted proxy said of a client: what is wrong with it. There are few such texts.
    case proxy(String)

    /// The word for it.
    var word: String {
      switch self {
      case .client(let code): code.rawValue
      case .proxy(let why): why
      }
    }
  }

  /// What is added up.
  struct Refused: Hashable {
    let cause: Cause
    /// Where from; nil where addresses are not logged.
    let address: String?
  }

  /// How many refusals of one kind there were.
  struct Sum: Equatable {
    let refused: Refused
    let count: Int
  }

  private let addressesMax: Int
  private var counts: [Refused: Int] = [:]
  private var addresses: Set<String> = []
  /// When they are to be told, in milliseconds; nil while there are none.
  private(set) var dueAt: Int64?

  /// - Parameter addressesMax: how many addresses are told apart.
  init(addressesMax: Int) { self.addressesMax = addressesMax }

  /// Counts one refusal; `address` is nil where addresses are not logged.
  mutating func add(_ cause: Cause, from address: String?, at milliseconds: Int64) {
    dueAt = dueAt ?? milliseconds + Self.periodMilliseconds
    counts[Refused(cause: cause, address: address.map { named($0) }), default: 0] += 1
  }

  private mutating func named(_ address: String) -> String {
    if addresses.contains(address) { return address }
    if addresses.count >= addressesMax { return "others" }
    addresses.insert(address)
    return address
  }

  /// Ends the second: what came together, the most frequent first.
  mutating func take() -> [Sum] {
    defer { self = Self(addressesMax: addressesMax) }
    func isBefore(_ one: Sum, _ other: Sum) -> Bool {
      (other.count, one.refused.cause.word, one.refused.address ?? "")
        < (one.count, other.refused.cause.word, other.refused.address ?? "")
    }
    return counts.map { Sum(refused: $0.key, count: $0.value) }.sorted(by: isBefore)
  }

  private static let periodMilliseconds: Int64 = 1_000
}
