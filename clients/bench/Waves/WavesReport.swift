// What a server held while crowds were there and after they had left.

import Net

/// The outcome of `waves`.
struct WavesReport {
  /// What a server held while a crowd was there, and when it had gone.
  struct Wave {
    let peakBytes: Int
    let afterBytes: Int
  }

  let machine: Machine
  let crowd: WaveCrowd
  let connections: Int
  let over: Transport
  /// By how many MiB a wave may make the server grow.
  let growthMax: Int?
  /// What it held before anyone came.
  let idleBytes: Int
  var waves: [Wave] = []

  /// How much more the server holds after the last wave than after the first, as a share.
  private var left: Double {
    guard let first = waves.first, let last = waves.last else { return 0 }
    return Double(last.afterBytes) / Double(first.afterBytes) - 1
  }

  /// By how many bytes a wave made the server grow, at the most.
  private var growth: Int {
    let befores = [idleBytes] + waves.map(\.afterBytes)
    return zip(waves, befores).map { $0.peakBytes - $1 }.max() ?? 0
  }

  /// Whether nothing is left behind, and a wave takes no more than it may. Less is no leak.
  var isClean: Bool {
    left <= WavesReport.leftMax && growth <= (growthMax ?? .max >> 20) << 20
  }

  var text: String {
    func mebibytes(_ bytes: Int) -> String { decimal(Double(bytes) / 1_048_576, 1) }
    let who = crowd == .guests ? "guests over \(over.rawValue)" : "TLS clients, \(crowd.rawValue)"
    let head = [
      "chromatch-bench waves: \(grouped(connections)) \(who)", machine.description, "",
    ]
    let rows =
      [["", "there, MiB", "after, MiB"], ["before", "", mebibytes(idleBytes)]]
      + waves.enumerated()
      .map { ["wave \($0 + 1)", mebibytes($1.peakBytes), mebibytes($1.afterBytes)] }
    let end = """
      a wave takes up to \(mebibytes(growth)) MiB; the last leaves \(decimal(100 * left, 1)) % \
      more than the first: \(isClean ? "clean" : "not clean")
      """
    return (head + aligned(rows) + [end]).joined(separator: "\n")
  }

  var json: JSON {
    .object([
      ("machine", machine.json), ("crowd", .string(crowd.rawValue)),
      ("over", .string(over.rawValue)), ("connections", .number(Double(connections))),
      ("resident_bytes_before", .number(Double(idleBytes))),
      (
        "waves",
        .array(
          waves.map { wave in
            .object([
              ("resident_bytes_there", .number(Double(wave.peakBytes))),
              ("resident_bytes_after", .number(Double(wave.afterBytes))),
            ])
          })
      ),
      ("is_clean", .string(isClean ? "yes" : "no")),
    ])
  }

  /// Five percent, beyond which something is left behind.
  private static let leftMax = 0.05
}
