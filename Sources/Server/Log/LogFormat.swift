// How the log's lines look: as people read them, or as one JSON object each, for programs that
// collect logs. It knows nothing of what they say. Invariant: whatever is logged, a line is one
// object, and its only LF is its last byte.

import Glibc
import Logging
import Net

/// How log lines look.
public enum LogFormat: String, CaseIterable, Sendable {
  /// For people: the moment, the level, the facts as `key=value`, the message.
  case text
  /// For programs: `time`, `level`, `message`, and the facts as `facts`.
  case json

  /// What writes such lines.
  func handler(
    _ label: String, to stream: any TextOutputStream & Sendable
  ) -> any LogHandler {
    switch self {
    case .text: StreamLogHandler(label: label, stream: stream)
    case .json: JSONLogHandler(stream: stream)
    }
  }
}

/// Writes one JSON object a line.
private struct JSONLogHandler: LogHandler {
  let stream: any TextOutputStream & Sendable
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var facts = metadata.merging(event.metadata ?? [:]) { _, newer in newer }
    if let error = event.error { facts["error"] = "\(error)" }
    var line = "{\"time\":"
    line += quoted(timestamp(Clock().milliseconds()))
    line += ",\"level\":\(quoted(event.level.rawValue))"
    line += ",\"message\":\(quoted(event.message.description))"
    line += ",\"facts\":\(json(.dictionary(facts)))}\n"
    var stream = stream
    stream.write(line)
  }
}

/// A value as JSON; whatever is no collection is a string.
private func json(_ value: Logger.Metadata.Value) -> String {
  switch value {
  case .array(let values): "[\(values.map(json).joined(separator: ","))]"
  case .dictionary(let values):
    "{\(values.keys.sorted().map { member($0, of: values) }.joined(separator: ","))}"
  case .string, .stringConvertible: quoted(value.description)
  }
}

private func member(_ key: String, of values: Logger.Metadata) -> String {
  "\(quoted(key)):\(json(values[key] ?? ""))"
}

/// A text as a JSON string (RFC 8259).
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\\(scalar)"
    case "\n": quoted += "\\n"
    case "\0"..."\u{1f}":
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

/// A moment as ISO 8601 has it, in UTC, such as 2026-11-23T06:12:00.123Z.
private func timestamp(_ milliseconds: Int64) -> String {
  var seconds = time_t(milliseconds / 1_000)
  var time = tm()
  gmtime_r(&seconds, &time)
  func digits(_ number: Int32, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  return "\(digits(time.tm_year + 1900, 4))-\(digits(time.tm_mon + 1))-\(digits(time.tm_mday))"
    + "T\(digits(time.tm_hour)):\(digits(time.tm_min)):\(digits(time.tm_sec))"
    + ".\(digits(Int32(milliseconds % 1_000), 3))Z"
}
