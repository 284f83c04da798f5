// How long and how often, as every command asks it that plays rooms for a while.

import ArgumentParser

struct TimingOptions: ParsableArguments {
  @Option(help: "Seconds to measure.")
  var seconds = 20

  @Option(help: "Seconds to play before measuring.")
  var warmup = 2

  @Option(
    name: .customLong("repeat"), help: "How often everything is run; the table shows medians.")
  var repetitions = 1

  func validate() throws {
    try check(seconds, "--seconds", 1...3_600)
    try check(warmup, "--warmup", 0...600)
    try check(repetitions, "--repeat", 1...1_000)
  }

  var timing: Timing { Timing(seconds: seconds, warmup: warmup) }
}
