// How long and how often, as every command asks it that plays rooms for a while.

import ArgumentParser

struct TimingOptions: ParsableArguments {
  @Option(help: "Seconds to measure.", in: 1...3_600)
  var seconds = 20

  @Option(help: "Seconds to play before measuring.", in: 0...600)
  var warmup = 2

  @Option(
    name: .customLong("repeat"), help: "How often everything is run; the table shows medians.",
    in: 1...1_000)
  var repetitions = 1

  var timing: Timing { Timing(seconds: seconds, warmup: warmup) }
}
