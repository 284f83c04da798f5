// Whether the tests were built with a sanitizer, and what follows from it: everything takes longer,
// and memory is not what it is without. Asked of the process itself, so it holds however the tests
// were started; the programs that tests start come from the same build.

import Glibc

/// A tool that watches the program from within.
public enum Sanitizer: Sendable {
  /// AddressSanitizer: memory that is used wrongly or lost.
  case address
  /// ThreadSanitizer: memory that two threads use at once.
  case thread
}

/// What this build was made with; nil for an ordinary one.
public let sanitizer: Sanitizer? =
  if dlsym(nil, "__tsan_init") != nil {
    .thread
  } else if dlsym(nil, "__asan_init") != nil {
    .address
  } else {
    nil
  }

/// Whether this build has a sanitizer in it.
public let isSanitized = sanitizer != nil

/// What the sanitizers of this process were told by their environment, for the programs that tests
/// start: those know which of it concerns them.
public let sanitizerEnvironment: [String: String] = {
  var told: [String: String] = [:]
  for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
    if let value = getenv(name) { told[name] = String(cString: value) }
  }
  return told
}()
