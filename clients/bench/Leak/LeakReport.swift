// What a server held before and after, and whether that is the same.

/// The outcome of `leak`.
struct LeakReport {
  /// What a server holds at one moment.
  struct Holding {
    let descriptors: Int
    let residentBytes: Int

    /// - Throws: `BenchError.noSuchProcess`.
    init(_ pid: Int32) throws(BenchError) {
      guard let descriptors = ProcessMeter.descriptors(of: pid),
        let bytes = ProcessMeter.exactResidentBytes(of: pid)
      else { throw .noSuchProcess(pid) }
      self.descriptors = descriptors
      residentBytes = bytes
    }
  }

  let connections: Int
  let took: Duration
  let before: Holding
  /// After half of the connections: what leaks grows in both halves.
  let halfway: Holding
  let after: Holding

  /// Whether nothing was left behind. Less memory than before is no leak.
  var isClean: Bool { after.descriptors <= before.descriptors && growth <= LeakReport.growthMax }

  /// How much memory has grown, as a share of what it was.
  private var growth: Double { Double(after.residentBytes) / Double(before.residentBytes) - 1 }

  var text: String {
    let rows = [
      ["", "before", "halfway", "after"],
      ["descriptors"] + [before, halfway, after].map { grouped($0.descriptors) },
      ["memory, KiB"] + [before, halfway, after].map { grouped($0.residentBytes / 1_024) },
    ]
    let head = """
      chromatch-bench leak: \(grouped(connections)) connections in \(took.components.seconds) s
      """
    let end = "memory grew by \(decimal(100 * growth, 1)) %: \(isClean ? "no leak" : "a leak")"
    return ([head] + aligned(rows) + [end]).joined(separator: "\n")
  }

  var json: JSON {
    .object([
      ("connections", .number(Double(connections))),
      ("seconds", .number(Double(took.components.seconds))),
      ("descriptors_before", .number(Double(before.descriptors))),
      ("descriptors_after", .number(Double(after.descriptors))),
      ("resident_bytes_before", .number(Double(before.residentBytes))),
      ("resident_bytes_halfway", .number(Double(halfway.residentBytes))),
      ("resident_bytes_after", .number(Double(after.residentBytes))),
      ("is_clean", .string(isClean ? "yes" : "no")),
    ])
  }

  /// Two percent, beyond which something was left behind.
  private static let growthMax = 0.02
}
