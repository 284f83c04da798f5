// Which ring of the tests runs: what belongs to `make test-all` alone is enabled by this.

import Glibc

/// Whether everything is to be run, the long sweeps too (CHROMATCH_ALL=1).
public let isWhole = getenv("CHROMATCH_ALL") != nil
