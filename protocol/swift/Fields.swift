// How a message is described, once for reading and for writing: by single fields, by two or three
// things together, or, for values with many fields, by an initializer that takes them in turn. It
// knows no message. All of it is generic and without references, so the compiler makes of it what
// was once written by hand: 0.13 µs for four fields. Parameter packs took 2.5 times as long, since
// they are not specialized, and key paths 1.5 times.
// Invariant: fields are written in the order of their description, which is the catalogue's, and
// read in any.

/// Fields of a line that are one value together.
protocol Fields<Value>: Sendable {
  associatedtype Value
  /// - Throws: `bad-field` when one that has to be there is absent, or one is not of its type.
  func read(_ line: LineReader) throws(RefusalLine) -> Value
  func write(_ value: Value, to line: inout LineWriter)
  /// The same for programs.
  func members(of value: Value) -> [(key: String, value: JSON)]
}

extension Fields {
  /// None: programs are told only values whose initializer describes them.
  func members(of value: Value) -> [(key: String, value: JSON)] { [] }
}

/// A field that has to be there.
struct Required<Item: FieldType>: Fields {
  let key: StaticString
  let type: Item

  func read(_ line: LineReader) throws(RefusalLine) -> Item.Value {
    guard let value = try line.value(key, type) else { throw line.refusal("\(key) is missing") }
    return value
  }

  func write(_ value: Item.Value, to line: inout LineWriter) {
    line.append(key: key)
    type.write(value, to: &line)
  }

  func members(of value: Item.Value) -> [(key: String, value: JSON)] {
    [(key: "\(key)", value: type.json(value))]
  }
}

/// A field that may be left out.
struct LeftOut<Item: FieldType>: Fields {
  let key: StaticString
  let type: Item

  func read(_ line: LineReader) throws(RefusalLine) -> Item.Value? { try line.value(key, type) }

  func write(_ value: Item.Value?, to line: inout LineWriter) {
    if let value { Required(key: key, type: type).write(value, to: &line) }
  }

  func members(of value: Item.Value?) -> [(key: String, value: JSON)] {
    value.map { Required(key: key, type: type).members(of: $0) } ?? []
  }
}

/// A field that is left out when it has its usual value.
struct Defaulted<Item: FieldType>: Fields where Item.Value: Equatable & Sendable {
  let key: StaticString
  let type: Item
  let usual: Item.Value

  func read(_ line: LineReader) throws(RefusalLine) -> Item.Value {
    try line.value(key, type) ?? usual
  }

  func write(_ value: Item.Value, to line: inout LineWriter) {
    if value != usual { Required(key: key, type: type).write(value, to: &line) }
  }

  func members(of value: Item.Value) -> [(key: String, value: JSON)] {
    Required(key: key, type: type).members(of: value)
  }
}

/// Two things.
struct Pair<First: Fields, Second: Fields>: Fields {
  let first: First
  let second: Second

  func read(_ line: LineReader) throws(RefusalLine) -> (First.Value, Second.Value) {
    (try first.read(line), try second.read(line))
  }

  func read<Message>(
    _ line: LineReader, _ make: (First.Value, Second.Value) -> Message
  ) throws(RefusalLine) -> Message {
    make(try first.read(line), try second.read(line))
  }

  func write(_ value: (First.Value, Second.Value), to line: inout LineWriter) {
    first.write(value.0, to: &line)
    second.write(value.1, to: &line)
  }
}

/// Three things.
struct Triple<First: Fields, Second: Fields, Third: Fields>: Fields {
  let first: First
  let second: Second
  let third: Third

  func read(_ line: LineReader) throws(RefusalLine) -> (First.Value, Second.Value, Third.Value) {
    (try first.read(line), try second.read(line), try third.read(line))
  }

  func read<Message>(
    _ line: LineReader, _ make: (First.Value, Second.Value, Third.Value) -> Message
  ) throws(RefusalLine) -> Message {
    make(try first.read(line), try second.read(line), try third.read(line))
  }

  func write(_ value: (First.Value, Second.Value, Third.Value), to line: inout LineWriter) {
    first.write(value.0, to: &line)
    second.write(value.1, to: &line)
    third.write(value.2, to: &line)
  }
}

func required<Item>(_ key: StaticString, _ type: Item) -> Required<Item> {
  .init(key: key, type: type)
}

func optional<Item>(_ key: StaticString, _ type: Item) -> LeftOut<Item> {
  .init(key: key, type: type)
}

/// A field that is left out when it has its usual value.
func optional<Item>(_ key: StaticString, _ type: Item, or usual: Item.Value) -> Defaulted<Item> {
  Defaulted(key: key, type: type, usual: usual)
}

/// "1", or left out; for what most lines do not carry.
func mark(_ key: StaticString) -> Defaulted<Flag> { optional(key, .flag, or: false) }

/// A number that is left out when it is 0.
func some(_ key: StaticString, _ type: WholeNumber = .count) -> Defaulted<WholeNumber> {
  optional(key, type, or: 0)
}

/// Two things together.
func fields<First, Second>(_ first: First, _ second: Second) -> Pair<First, Second> {
  Pair(first: first, second: second)
}

/// Three things together.
func fields<First, Second, Third>(
  _ first: First, _ second: Second, _ third: Third
) -> Triple<First, Second, Third> {
  Triple(first: first, second: second, third: third)
}

/// A value with many fields. Its initializer describes it: it runs to read a line, and also to
/// write one, when it makes the value that is there already.
protocol Described: Sendable {
  /// Takes the fields in the order in which they are written.
  init(_ line: inout some FieldCoder<Self>) throws(RefusalLine)
}

extension Described { static var fields: Whole<Self> { Whole() } }

/// All fields of a value that is described.
struct Whole<Value: Described>: Fields {
  func read(_ line: LineReader) throws(RefusalLine) -> Value {
    var coder = FieldReader<Value>(line: line)
    return try Value(&coder)
  }

  func write(_ value: Value, to line: inout LineWriter) {
    var coder = FieldWriter(value: value, line: line)
    // A value that readers would refuse is written all the same: its fields are through by then.
    _ = try? Value(&coder)
    line = coder.line
  }

  func members(of value: Value) -> [(key: String, value: JSON)] {
    var coder = MemberWriter(value: value)
    _ = try? Value(&coder)
    return coder.members
  }
}

/// What goes through the fields of a value: a reader gets them from a line, a writer from such a
/// value, and writes them.
protocol FieldCoder<Value> {
  associatedtype Value
  mutating func callAsFunction<Part: Fields>(
    _ part: Part, _ get: (Value) -> Part.Value
  ) throws(RefusalLine) -> Part.Value
}

private struct FieldReader<Value>: FieldCoder {
  let line: LineReader

  func callAsFunction<Part: Fields>(
    _ part: Part, _ get: (Value) -> Part.Value
  ) throws(RefusalLine) -> Part.Value {
    try part.read(line)
  }
}

private struct FieldWriter<Value>: FieldCoder {
  let value: Value
  var line: LineWriter

  mutating func callAsFunction<Part: Fields>(
    _ part: Part, _ get: (Value) -> Part.Value
  ) throws(RefusalLine) -> Part.Value {
    let given = get(value)
    part.write(given, to: &line)
    return given
  }
}
