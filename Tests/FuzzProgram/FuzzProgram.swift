// The fuzzer's program: libFuzzer brings its own main, asks here once which target it is to run and
// then feeds it. It is built by `Tests/one fuzz` alone, because nothing else links libFuzzer.

import Fuzz
import Glibc

/// The target that the first argument names.
private let target = FuzzTarget.all.first { $0.name == CommandLine.arguments.dropFirst().first }

/// Takes the target's name out of the arguments, which are libFuzzer's own behind it.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  guard target != nil else {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    print("usage: chromatch-fuzz TARGET [CORPUS…] [-option…], TARGET one of: \(names)")
    exit(2)
  }
  arguments.pointee[1] = arguments.pointee[0]
  arguments.pointee += 1
  count.pointee -= 1
  return 0
}

/// Runs the target on one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
