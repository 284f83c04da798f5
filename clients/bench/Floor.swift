// The command `floor`, which nobody has to know: the bench starts itself a second time, so that the
// floor is a process of its own and is measured as a server is.

import ArgumentParser
import CBenchFloor
import Glibc

struct Floor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor",
    abstract: "Runs a bare loop that makes the same sends as a server.", shouldDisplay: false)

  @Option(help: "TCP port of 127.0.0.1 to listen on.")
  var port: UInt16

  @Option(help: "How many rooms there are.")
  var rooms: Int

  @Option(help: "How many players each room has.")
  var players: Int

  @Option(help: "From one batch of a room's moves to the next, as the server has it.")
  var batchMilliseconds: Int32 = 50

  @Option(help: "Certificate chain, PEM; with it connections may begin TLS.")
  var tlsCert: String?

  @Option(help: "The certificate's key, PEM.")
  var tlsKey: String?

  func run() throws {
    // The paths are never given back: a floor runs until its process is ended.
    var plan = bench_floor_plan(
      port: port, rooms: Int32(rooms), players: Int32(players),
      batch_milliseconds: batchMilliseconds, certificate_path: tlsCert.map { strdup($0) },
      key_path: tlsKey.map { strdup($0) })
    let failed = bench_floor_run(&plan).map { String(cString: $0) }
    throw ValidationError("the floor cannot run: \(failed ?? "?"): \(lastFailure())")
  }
}
