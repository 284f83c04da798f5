// How the log's lines look: as people read them, or as one JSON object each, for programs that
// collect logs. It knows nothing of what they say. Invariant: whatever is logged, a line is one
// object, and its only LF is its last byte.

import Glibc
import Logging
import Net
import Wire

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
    let line: JSON = [
      "time": JSON(timestamp(Clock().milliseconds())), "level": JSON(event.level.rawValue),
      "message": JSON(event.message.description), "facts": json(.dictionary(facts)),
    ]
    var stream = stream
    stream.write("\(line)\n")
  }
}

/// A value as JSON; whatever is no collection is a string.
private func json(_ value: Logger.Metadata.Value) -> JSON {
  switch value {
  case .array(let values): JSON(list: values.map(json))
  case .dictionary(let values):
    JSON(object: values.keys.sorted().map { (key: $0, value: json(values[$0] ?? "")) })
  case .string, .stringConvertible: JSON(value.description)
  }
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
