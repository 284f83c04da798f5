// What tests expect, as plain functions. The macros `#expect` and `#require` are expanded and
// checked twice by the compiler, 41 ms each; these cost a call. A failure shows what was expected,
// what came, and the line.

public import Testing

/// Records an issue unless two values are equal.
public func expect<Value: Equatable>(
  _ value: Value, equals expected: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value == expected { return }
  fail("expected \(shown(expected)), got \(shown(value))", comment(), location)
}

/// Records an issue unless a value is nil.
public func expect<Value>(
  _ value: Value?, equals expected: _OptionalNilComparisonType,
  _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  guard let value else { return }
  fail("expected nil, got \(shown(value))", comment(), location)
}

/// Records an issue if two values are equal.
public func expect<Value: Equatable>(
  _ value: Value, differsFrom other: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value != other { return }
  fail("expected anything but \(shown(value))", comment(), location)
}

/// Records an issue if a value is nil.
public func expect<Value>(
  _ value: Value?, differsFrom other: _OptionalNilComparisonType,
  _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value == nil { fail("expected a value, got nil", comment(), location) }
}

/// Records an issue unless a value is less than a bound.
public func expect<Value: Comparable>(
  _ value: Value, isBelow bound: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value < bound { return }
  fail("expected less than \(shown(bound)), got \(shown(value))", comment(), location)
}

/// Records an issue unless a value is a bound or less.
public func expect<Value: Comparable>(
  _ value: Value, isAtMost bound: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value <= bound { return }
  fail("expected at most \(shown(bound)), got \(shown(value))", comment(), location)
}

/// Records an issue unless a value is more than a bound.
public func expect<Value: Comparable>(
  _ value: Value, isAbove bound: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value > bound { return }
  fail("expected more than \(shown(bound)), got \(shown(value))", comment(), location)
}

/// Records an issue unless a value is a bound or more.
public func expect<Value: Comparable>(
  _ value: Value, isAtLeast bound: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if value >= bound { return }
  fail("expected at least \(shown(bound)), got \(shown(value))", comment(), location)
}

/// Records an issue unless a sequence contains an element.
public func expect<Values: Sequence>(
  _ values: Values, contains element: Values.Element, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) where Values.Element: Equatable {
  if values.contains(element) { return }
  fail("expected \(shown(element)) in \(shown(values))", comment(), location)
}

/// Records an issue unless a text contains another one.
public func expect(
  _ text: some StringProtocol, contains part: some StringProtocol,
  _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if text.contains(part) { return }
  fail("expected \(shown(part)) in \(shown(text))", comment(), location)
}

/// Records an issue unless a collection is empty.
public func expect(
  isEmpty values: some Collection, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if values.isEmpty { return }
  fail("expected nothing, got \(shown(values))", comment(), location)
}

/// Records an issue unless a condition holds.
public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  if condition { return }
  fail("expected this to hold", comment(), location)
}

/// A value that has to be there; ends the test if it is not.
///
/// - Throws: `Missing`, after an issue was recorded.
public func require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) throws -> Value {
  if let value { return value }
  fail("expected a \(Value.self), got nil", comment(), location)
  throw Missing()
}

/// A condition that has to hold; ends the test if it does not.
///
/// - Throws: `Missing`, after an issue was recorded.
public func require(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  sourceLocation location: SourceLocation = #_sourceLocation
) throws {
  if condition { return }
  fail("expected this to hold", comment(), location)
  throw Missing()
}

/// Something without which a test cannot go on is not there; the issue before says what.
public struct Missing: Error {}

private func fail(_ what: String, _ comment: String, _ location: SourceLocation) {
  Issue.record(
    Comment(rawValue: comment.isEmpty ? what : "\(comment): \(what)"), sourceLocation: location)
}

/// A value as a failure shows it: in full, up to 2,000 characters.
private func shown(_ value: Any) -> String {
  let text = String(reflecting: value)
  return text.count <= 2_000 ? text : "\(text.prefix(2_000))…"
}
