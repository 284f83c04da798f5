// How the program begins, and how a server that runs does what signals ask for until it is to stop.

import ArgumentParser
import Logging
import Net
import Server

extension Chromatchd {
  /// Begins with what every command needs.
  static func main() async {
    StandardOutput.begin()
    await main(nil)
  }

  /// Does what is asked for, one after the other, and returns when the server has stopped.
  func obey(
    _ signals: Signals, with server: Server, announcedBy announcer: Announcer?,
    for manager: ServiceManager, noUpgrade: String?, _ log: ServerLog
  ) async {
    var upgrade = Upgrade(of: server, never: noUpgrade, log)
    for await wish in signals.wishes {
      switch wish {
      case .reload(let why):
        manager.tellReloading()
        await options.reload(server, announcedBy: announcer, why, log.logger)
        manager.tellReady()
      case .drain:
        // The first one counts.
        if upgrade.isRuledOut { continue }
        upgrade.isRuledOut = true
        log.logger.info("draining")
        await announcer?.end()
        Task {
          await server.drain()
          signals.add(.stop(why: "drained"))
        }
      case .upgrade: upgrade.rehearse(for: signals)
      case .becomeAnew(let flaw): await upgrade.perform(unless: flaw)
      case .stop(let why):
        manager.tellStopping()
        log.logger.info("stopping", metadata: ["why": "\(why)"])
        await announcer?.end()
        await server.stop()
        log.logger.info("stopped")
        log.finish()
        return
      }
    }
  }
}
