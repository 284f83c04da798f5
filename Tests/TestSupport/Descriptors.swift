// The descriptors a test may have. A crowd is two of them for each who comes, when both ends are in
// one process, and the other tests of that process run meanwhile: so a crowd has a process of its
// own, and stays at home where the system does not allow it that many.

import Glibc

/// How many descriptors a process of the tests may have at most.
public let descriptorsMax: Int = {
  raiseDescriptorLimit()
  return Int(clamping: limitOfDescriptors().rlim_cur)
}()

/// Raises this process's limit of descriptors as far as it may, to 65,536 if nothing forbids it.
public func raiseDescriptorLimit() {
  var limit = limitOfDescriptors()
  limit.rlim_cur = max(limit.rlim_max, 65_536)
  limit.rlim_max = limit.rlim_cur
  if setrlimit(resource, &limit) == 0 { return }
  limit = limitOfDescriptors()
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
}

/// Lowers it, so that no descriptor from `number` on can be had.
public func lowerDescriptorLimit(to number: Int32) {
  var limit = limitOfDescriptors()
  limit.rlim_cur = rlim_t(number)
  setrlimit(resource, &limit)
}

private let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

private func limitOfDescriptors() -> rlimit {
  var limit = rlimit()
  getrlimit(resource, &limit)
  return limit
}
