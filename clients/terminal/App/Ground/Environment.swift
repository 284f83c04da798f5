// The environment that the program was started in.

import Glibc

/// A variable of the environment; one that is set to nothing counts as not set.
func variable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
