// `chromatchd check`: what would fail at a start, before it fails. It looks at all that a start
// reads and takes, one thing after the other, and changes nothing; a server that runs is not
// disturbed.

import ArgumentParser
import Discovery
import Framing
import Glibc
import Net
import Server

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what would fail if the server were started with these options, and what soon.",
    discussion: """
      Give it the server's own options, or run it in the server's environment. The exit status is \
      1 if the server would not start, or rooms would be lost.
      """)

  @ParentCommand var server: Chromatchd

  func run() throws {
    prepareProcess()
    LocalNetwork.hush()
    let options = server.options
    var checkup = Checkup()
    checkup.look("options") { .fine(try options.options()) }
    checkup.look("proxies") { try options.proxies() }
    checkup.look("certificate") { try options.certificate(at: Clock().milliseconds() / 1_000) }
    checkup.look("pages") { try options.pages() }
    checkup.look("descriptors") { try options.descriptors() }
    checkup.look("clock") { clockFinding(at: Clock().milliseconds() / 1_000) }
    checkup.look("state") { try options.stateFinding() }
    checkup.look("cluster") { try options.clusterFinding() }
    let holder = options.holder
    checkup.look("port") { try listening(at: options.endpoint(), holder) }
    checkup.look("admin port") {
      guard let endpoint = try options.adminEndpoint() else { return .fine("none") }
      return try listening(at: endpoint, holder)
    }
    checkup.look("announced") { try options.announcementFinding() }
    print(checkup.text, terminator: "")
    if checkup.hasFailures { throw ExitCode.failure }
  }

  /// Whether somebody could listen there. Where the server runs already that is what it does.
  private func listening(at endpoint: Endpoint, _ holder: pid_t?) throws -> Finding {
    do throws(NetError) {
      try tryListening(at: endpoint)
      return .fine("\(endpoint)")
    } catch {
      guard case .addressInUse = error, let holder else { throw error }
      return .fine("\(endpoint), in use, as by process \(holder), which has the state")
    }
  }
}

/// Whether the clock can be right: this program was not there before.
private func clockFinding(at now: Int64) -> Finding {
  let text = httpDate(unixSeconds: Int(max(0, now)))
  return now < Configuration.firstSeconds ? .doubtful("it shows \(text): set it") : .fine(text)
}

/// What was found about one thing.
enum Finding {
  /// It is as it should be.
  case fine(String)
  /// The server would start, and somebody should know.
  case doubtful(String)
  /// The server would not start.
  case failing(String)
}

/// All that was found so far.
struct Checkup {
  private var findings: [(name: String, finding: Finding)] = []

  /// Looks at one thing. What cannot be looked at would fail a start.
  mutating func look(_ name: String, _ body: () throws -> Finding) {
    do {
      findings.append((name, try body()))
    } catch {
      findings.append((name, .failing("\(error)")))
    }
  }

  /// Whether the server would not start.
  var hasFailures: Bool {
    findings.contains { if case .failing = $0.finding { true } else { false } }
  }

  /// A line for each.
  var text: String {
    let width = findings.map(\.name.count).max() ?? 0
    return
      findings.map { name, finding in
        let padded = name + String(repeating: " ", count: width - name.count)
        return switch finding {
        case .fine(let text): "ok    \(padded)  \(text)\n"
        case .doubtful(let text): "look  \(padded)  \(text)\n"
        case .failing(let text): "FAIL  \(padded)  \(text)\n"
        }
      }
      .joined()
  }
}

extension ServerOptions {
  fileprivate func options() throws -> String {
    _ = (try serverLimits(), try level(), try format(), try laneCount())
    return "\(try laneCount()) lanes"
  }

  fileprivate func proxies() throws -> Finding {
    let trusted = try trustedProxies()
    if trusted.count == 0 { return .fine("none: everybody counts for the address they come from") }
    let text = trusted.count == 1 ? "1 trusted network" : "\(trusted.count) trusted networks"
    return trusted.hasEverybody
      ? .doubtful("\(text), among them everybody: anybody may name any address") : .fine(text)
  }

  fileprivate func certificate(at now: Int64) throws -> Finding {
    guard let tls = try tlsServer() else { return .fine("none: plain TCP only") }
    let flaws = tls.flaws(at: now).map { "\($0)" }
    if !flaws.isEmpty {
      return .doubtful("\(tls.fingerprint) \(flaws.joined(separator: ", and "))")
    }
    let days = (tls.validUntil - now) / 86_400
    let text = "\(tls.fingerprint), valid for \(days) days"
    return days < StatusReport.certificateDaysMin ? .doubtful(text) : .fine(text)
  }

  /// Who is on this network hears of the server only where there is Avahi; it starts all the same.
  fileprivate func announcementFinding() throws -> Finding {
    guard let name = try announcedName() else { return .fine("not on this network") }
    let flaw = try announcesInVain() ?? NetworkAbsence.now.map { "\($0)" }
    return flaw.map { .doubtful("not as \(name): \($0)") } ?? .fine("on this network, as \(name)")
  }

  fileprivate func pages() throws -> Finding {
    let hasIndex = try website().folder.hasIndex
    return hasIndex ? .fine("there") : .doubtful("none: browsers are shown nothing")
  }

  fileprivate func descriptors() throws -> Finding {
    let wanted = try serverLimits().connectionsMax
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .doubtful("the system does not say how many there are")
    }
    let text = "\(limit.rlim_cur) for \(wanted) connections"
    return Int(clamping: limit.rlim_cur) < wanted + Self.descriptorsBeside
      ? .doubtful("\(text): raise LimitNOFILE or ulimit -Hn") : .fine(text)
  }

  /// What a server needs beside its connections: those that resume seats, files and listeners.
  private static let descriptorsBeside = 256 + 64

  /// The process that has the state; nil where none has.
  fileprivate var holder: pid_t? {
    guard let path = try? statePath() else { return nil }
    let directory = open("\(path)/journal", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    defer { close(directory) }
    return lockHolder(of: directory)
  }

  /// What the node's file says. Whether store and bus are there is not looked at: a node waits for
  /// them.
  fileprivate func clusterFinding() throws -> Finding {
    guard let file = try clusterFile() else { return .fine("none: a server of its own") }
    return .fine(
      "node \(file.node) at \(file.address), \(file.store.count) members of the store, "
        + "\(file.bus.count) servers of the bus")
  }

  fileprivate func stateFinding() throws -> Finding {
    guard let path = try? statePath() else {
      if clusterPath != nil { return .doubtful("none: matches are not kept") }
      return .doubtful("none: rooms and matches end with the process")
    }
    var configuration = Configuration()
    configuration.limits = try serverLimits()
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return .failing(String(cString: strerror(errno))) }
    let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
    if clusterPath != nil {
      try configuration.rehearseArchive(in: StateDirectory(path), isShared: true)
      return .fine("\(path): matches alone, \(free >> 20) MiB free")
    }
    let (rooms, newest) = try configuration.rehearsal(in: StateDirectory(path))
    let ahead = (newest ?? 0) - Clock().milliseconds()
    if ahead > Kept.aheadMillisecondsMax {
      let text = "its journal is \(ahead / 60_000) minutes ahead of the clock: set that first"
      return rooms > 0 ? .failing("no room would come back: \(text)") : .doubtful(text)
    }
    let text = "\(path): \(rooms) rooms would come back, \(free >> 20) MiB free"
    let needed = UInt64(try laneCount() * ServerLimits.journalBytesMax)
    return free < needed ? .doubtful("\(text); journals may take \(needed >> 20)") : .fine(text)
  }
}
