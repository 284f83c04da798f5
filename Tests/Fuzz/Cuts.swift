// The law that every reader of bytes obeys here: what comes out does not depend on how the bytes
// were cut on the way. Each entry reads its input in several cuts and traps when two of them
// differ, which is how a fuzzer is told.

/// Some ways of cutting bytes into pieces: whole, byte by byte, short inputs in two at every point,
/// and in pieces whose lengths the bytes themselves decide.
func cuts(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
  var cuts = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
  if bytes.count <= 24 {
    cuts += bytes.indices.dropFirst().map { [bytes[..<$0], bytes[$0...]] }
  }
  // FNV-1a: the pieces differ from input to input and are the same in every run.
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  var pieces: [ArraySlice<UInt8>] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    hash = (hash ^ hash >> 29) &* 0x100_0000_01b3
    let count = Int(hash >> 32 % 23) + 1
    pieces.append(rest.prefix(count))
    rest = rest.dropFirst(count)
  }
  return cuts + [pieces]
}

/// What a reader makes of bytes, which is the same for every cut.
@discardableResult
func read<Outcome: Equatable>(
  _ bytes: [UInt8], _ reader: ([ArraySlice<UInt8>]) -> Outcome
) -> Outcome {
  let whole = reader([bytes[...]])
  for pieces in cuts(of: bytes).dropFirst() {
    precondition(reader(pieces) == whole, "another cut gives another outcome")
  }
  return whole
}
