// A report of an eye as one line of JSON (RFC 8259), for programs: ΔE and seconds, with at most
// three decimals, keys in a fixed order.
// Invariant: it is what every other implementation writes, to the byte.

import Chroma
import Game

extension EyeReport {
  /// The report for programs.
  package var json: String {
    let left = EyeMatch.Reason.allCases.map { "\"\($0.rawValue)\":\(leftOut[$0] ?? 0)" }
    let known = [
      "\"rounds\":\(rounds)", "\"needed\":\(EyeReport.needed)",
      "\"leftOut\":{\(left.joined(separator: ","))}",
    ]
    return "{\((known + (whole?.fields ?? [])).joined(separator: ","))}"
  }
}

extension EyeReport.Whole {
  fileprivate var fields: [String] {
    let weak = weakness.map {
      "{\"color\":\"\($0.sector)\",\"part\":\"\($0.part)\",\"bias\":\(inUnits($0.bias))}"
    }
    let weeks = weeks.map {
      "{\"monday\":\"\($0.monday.text)\",\"rounds\":\($0.rounds),\"median\":\(inUnits($0.median))}"
    }
    let pace = pace.map {
      "{\"seconds\":\(inUnits($0.milliseconds)),\"median\":\(inUnits($0.median))}"
    }
    let remembered = memory.median.map { ",\"median\":\(inUnits($0))" } ?? ""
    return [
      "\"median\":\(inUnits(median))",
      "\"sectors\":[\(sectors.map(\.json).joined(separator: ","))]",
      "\"weakness\":\(weak ?? "null")",
      "\"weeks\":[\(weeks.joined(separator: ","))]",
      "\"pace\":[\(pace.joined(separator: ","))]",
      "\"memory\":{\"rounds\":\(memory.rounds)\(remembered)}",
    ]
  }
}

extension EyeReport.Sector {
  fileprivate var json: String {
    let known = ["\"color\":\"\(sector)\"", "\"rounds\":\(rounds)"]
    let found = findings.map { findings in
      [
        "\"median\":\(inUnits(findings.median))", "\"asked\":\"\(findings.asked.hex)\"",
        "\"made\":\"\(findings.made.hex)\"",
      ]
        + zip(EyePart.allCases, findings.parts).map { part, mean in "\"\(part)\":\(mean.json)" }
    }
    return "{\((known + (found ?? [])).joined(separator: ","))}"
  }
}

extension EyeMean {
  fileprivate var json: String {
    let numbers = [("bias", bias), ("low", low), ("high", high), ("spread", spread)]
    return "{\(numbers.map { "\"\($0)\":\(inUnits($1))" }.joined(separator: ","))}"
  }
}

/// Thousandths with as many decimals as they need: 2613 are `2.613`, and 2500 are `2.5`.
private func inUnits(_ thousandths: Int) -> String {
  let sign = thousandths < 0 ? "-" : ""
  let (whole, rest) = abs(thousandths).quotientAndRemainder(dividingBy: 1_000)
  if rest == 0 { return "\(sign)\(whole)" }
  var digits = String(1_000 + rest).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return "\(sign)\(whole).\(digits)"
}
