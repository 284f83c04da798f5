// The server's options: each a flag and a variable of the environment, the flag winning, the usual
// value behind both. What an option of a limit says and takes is in the limit's row.

import ArgumentParser
import Framing
import Glibc
import Logging
import Net
import Rooms
import Server

struct ServerOptions: ParsableArguments {
  @Option(help: "Address to listen on; 0.0.0.0 or :: for all. [CHROMATCH_HOST; 127.0.0.1]")
  var host: String?

  @Option(help: "TCP port to listen on; 0 for any free one. [CHROMATCH_PORT; 7313]")
  var port: UInt16?

  @Option(help: "Threads that share the work, each with its rooms. [CHROMATCH_LANES; the cores]")
  var lanes: Int?

  @Option(
    help: ArgumentHelp(
      """
      Also accept TLS, with the certificate chain in this PEM file; reloaded when it changes and \
      at SIGHUP. [CHROMATCH_TLS_CERT; none]
      """, valueName: "file"))
  var tlsCert: String?

  @Option(
    help: ArgumentHelp(
      "The certificate's key, as PEM. [CHROMATCH_TLS_KEY; none]", valueName: "file")
  )
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      """
      auto: also accept TLS, with a certificate made once and stored with the state; off: plain \
      TCP only. [CHROMATCH_TLS; off, or the files given]
      """, valueName: "auto|off"))
  var tls: String?

  @Option(
    help: ArgumentHelp(
      "The web pages to serve; reloaded at SIGHUP. [CHROMATCH_WEB; this program's own]",
      valueName: "directory"))
  var web: String?

  @Option(
    help: ArgumentHelp(
      """
      Also let web pages of this origin play; may be repeated. \
      [CHROMATCH_ALLOW_ORIGIN, separated by spaces; none]
      """, valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Believe a proxy at this address, or in this network, when it says for whom it connects: by \
      the PROXY protocol, Forwarded or X-Forwarded-For; may be repeated. \
      [CHROMATCH_TRUSTED_PROXY, separated by spaces; none]
      """, valueName: "network"))
  var trustedProxy: [String] = []

  @Option(
    defaultAsFlag: "1", parsing: .next,
    help: ArgumentHelp(
      """
      Announce the server to this network, where Avahi runs, by a name; 1 makes one of this \
      machine's. [CHROMATCH_ANNOUNCE; off]
      """, valueName: "name"))
  var announce: String? = nil

  @Option(help: "Address of /metrics, /healthz and /readyz. [CHROMATCH_ADMIN_HOST; 127.0.0.1]")
  var adminHost: String?

  @Option(help: "Their port; 0 for any free one. [CHROMATCH_ADMIN_PORT; 7314]")
  var adminPort: UInt16?

  @Flag(help: "Do not serve these. [CHROMATCH_NO_ADMIN=1]")
  var noAdmin = false

  @Option(help: .limit("--connections-max"))
  var connectionsMax: Int?

  @Option(help: .limit("--lane-connections-max"))
  var laneConnectionsMax: Int?

  @Option(help: .limit("--connections-per-address-max"))
  var connectionsPerAddressMax: Int?

  @Option(help: .limit("--handshakes-per-second-max"))
  var handshakesPerSecondMax: Int?

  @Option(help: .limit("--handshakes-per-address-max"))
  var handshakesPerAddressMax: Int?

  @Option(help: .limit("--rooms-max"))
  var roomsMax: Int?

  @Option(help: .limit("--rooms-per-address-max"))
  var roomsPerAddressMax: Int?

  @Option(help: .limit("--lines-per-address-max"))
  var linesPerAddressMax: Int?

  @Option(help: .limit("--outbox-bytes-max"))
  var outboxBytesMax: Int?

  @Option(help: .limit("--drain-seconds", in: "seconds"))
  var drainSeconds: Int?

  @Option(
    help: ArgumentHelp(
      """
      Where to store what outlives the server: rooms, finished matches, the daily targets' secret \
      and the certificate of --tls auto. Without it rooms end with the process. [CHROMATCH_STATE; \
      none, with --tls auto ~/.local/state/chromatch]
      """, valueName: "directory"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      """
      Be a node of the cluster that this file names; the cluster's store has the rooms then. Only \
      where the server was built with the trait Cluster. [CHROMATCH_CLUSTER; none]
      """, valueName: "file"))
  var cluster: String?

  @Option(
    help: "trace, debug, info, notice, warning, error, critical. [CHROMATCH_LOG_LEVEL; info]")
  var logLevel: String?

  @Option(
    help: ArgumentHelp(
      "text for people, json for one object a line. [CHROMATCH_LOG_FORMAT; text]",
      valueName: "text|json"))
  var logFormat: String?

  @Flag(
    help: ArgumentHelp(
      "Log the addresses of refused connections, so that you can block them. "
        + "[CHROMATCH_LOG_ADDRESSES=1]"))
  var logAddresses = false

  @Flag(
    help: ArgumentHelp(
      """
      Rate players of one address, or IPv6 /64, against each other, as where all of a home have \
      one; boards say so. [CHROMATCH_RATE_HOUSEHOLDS=1]
      """))
  var rateHouseholds = false

  @Flag(help: "List every limit, what happens beyond it and which option sets it, and exit.")
  var limits = false

  @Flag(
    help: ArgumentHelp(
      """
      Read all that a start reads, say what is wrong or how many rooms would come back, and exit; \
      a server that runs is not disturbed.
      """))
  var check = false

  func serverLimits() throws -> ServerLimits {
    var limits = ServerLimits()
    func set(
      _ limit: WritableKeyPath<ServerLimits, Int>, to given: Int?, by flag: String
    ) throws {
      let option = LimitRow.of(flag).option
      if let number = try number(given, option.variable, option.range) {
        limits[keyPath: limit] = option.unit * number
      }
    }
    try set(\.connectionsMax, to: connectionsMax, by: "--connections-max")
    try set(
      \.connectionsPerAddressMax, to: connectionsPerAddressMax, by: "--connections-per-address-max")
    try set(\.handshakesPerSecondMax, to: handshakesPerSecondMax, by: "--handshakes-per-second-max")
    try set(
      \.handshakesPerAddressMax, to: handshakesPerAddressMax, by: "--handshakes-per-address-max")
    try set(\.laneConnectionsMax, to: laneConnectionsMax, by: "--lane-connections-max")
    try set(\.halls.roomsMax, to: roomsMax, by: "--rooms-max")
    try set(\.halls.addressRoomsMax, to: roomsPerAddressMax, by: "--rooms-per-address-max")
    try set(\.halls.addressLinesPerSecond, to: linesPerAddressMax, by: "--lines-per-address-max")
    try set(\.outboxBytesMax, to: outboxBytesMax, by: "--outbox-bytes-max")
    try set(\.drainMilliseconds, to: drainSeconds, by: "--drain-seconds")
    limits.connectionsPerLaneMax = limits.connectionsMax
    limits.handshakesPerAddressPerSecondMax = max(1, limits.handshakesPerAddressMax / 4)
    limits.halls.addressLineBurst = 4 * limits.halls.addressLinesPerSecond
    return limits
  }

  /// - Parameters:
  ///   - inheritance: what this process was left, if it was another server before.
  ///   - listener: a socket that listens already, from the process that started it.
  func configuration(
    after inheritance: Inheritance?, on listener: Int32?
  ) throws -> Configuration {
    var configuration = try configurationWithoutState()
    configuration.listener = inheritance?.listener ?? listener
    configuration.cluster = try clusterNode()
    if configuration.cluster != nil {
      configuration.limits.halls.pauseMilliseconds = ClusterNode.pauseMilliseconds
    }
    if let directory = try stateDirectory() {
      // Players who come back while rooms are being read wait instead of being refused.
      if configuration.listener == nil {
        configuration.listener = try openListener(
          at: Endpoint(host: configuration.host, port: configuration.port),
          backlog: Int32(configuration.limits.backlog))
      }
      try configuration.keep(in: directory, aliveAt: inheritance?.aliveAt)
    }
    return configuration
  }

  /// Reads all that a start reads, and changes nothing of what a server writes that runs.
  ///
  /// - Returns: what would come back; nil where nothing is kept.
  func rehearse() throws -> String? {
    let configuration = try configurationWithoutState()
    _ = (try level(), try format())
    guard let directory = try stateDirectory() else { return nil }
    if try clusterFile() != nil {
      try configuration.rehearseArchive(in: directory, isShared: true)
      return nil
    }
    let rooms = try configuration.rehearse(in: directory)
    return "\(rooms) \(rooms == 1 ? "room" : "rooms") would come back"
  }

  private func configurationWithoutState() throws -> Configuration {
    var configuration = Configuration()
    let endpoint = try endpoint()
    (configuration.host, configuration.port) = (endpoint.host, endpoint.port)
    configuration.lanes = try laneCount()
    configuration.dailySecret = try clusterFile()?.readSecret()
    configuration.trustedProxies = try trustedProxies()
    configuration.limits = try serverLimits()
    configuration.limits.halls.ratesHouseholds = try isSet(rateHouseholds, "RATE_HOUSEHOLDS")
    configuration.tls = try tlsServer()
    configuration.website = try website()
    _ = try announcedName()
    configuration.logsAddresses = try isSet(logAddresses, "LOG_ADDRESSES")
    configuration.admin = try adminEndpoint()
    return configuration
  }

  /// Where a server's state is, for commands that need no other option.
  func statePath() throws -> String {
    guard let path = state ?? environment("STATE") else {
      throw ValidationError("say which server: add --state DIRECTORY")
    }
    return path
  }

  /// Where is what outlives the server, if anything does.
  private func stateDirectory() throws -> StateDirectory? {
    try (state ?? environment("STATE")).map { path in try StateDirectory(path) }
  }

  /// Where to listen.
  func endpoint() throws -> Endpoint {
    let usual = Configuration()
    return Endpoint(
      host: host ?? environment("HOST") ?? usual.host,
      port: try number(port, "PORT", 0...UInt16.max) ?? usual.port)
  }

  /// Whose word is taken about whom they connect for.
  func trustedProxies() throws -> TrustedNetworks {
    do throws(TrustedNetworksError) {
      return try TrustedNetworks(words(trustedProxy, "TRUSTED_PROXY"))
    } catch {
      throw ValidationError("--trusted-proxy: \(error)")
    }
  }

  /// How many lanes there are to be.
  func laneCount() throws -> Int { try number(lanes, "LANES", 1...256) ?? coreCount }

  /// Where metrics and health can be asked for, if anywhere.
  func adminEndpoint() throws -> Endpoint? {
    let host = adminHost ?? environment("ADMIN_HOST")
    let port = try number(adminPort, "ADMIN_PORT", 0...UInt16.max)
    if try isSet(noAdmin, "NO_ADMIN") {
      if host == nil && port == nil { return nil }
      throw ValidationError(
        "--no-admin contradicts --admin-host and --admin-port; leave one out")
    }
    return Endpoint(host: host ?? "127.0.0.1", port: port ?? Configuration.defaultAdminPort)
  }

  /// Where the certificate comes from.
  func tlsSource() throws -> TLSSource {
    let certificate = tlsCert ?? environment("TLS_CERT")
    let key = tlsKey ?? environment("TLS_KEY")
    switch (tls ?? environment("TLS"), certificate, key) {
    case (nil, let certificate?, let key?): return .files(certificate: certificate, key: key)
    case ("auto", nil, nil):
      let usual = { StateDirectory.usualPath { getenv($0).map { String(cString: $0) } } }
      guard let path = state ?? environment("STATE") ?? usual() else {
        throw ValidationError("--tls auto needs a place for its key: add --state DIRECTORY")
      }
      return .automatic(state: path)
    case (nil, nil, nil), ("off", nil, nil): return .off
    case ("off", _, _):
      throw ValidationError("--tls off contradicts --tls-cert and --tls-key; leave one out")
    case (nil, _, _): throw ValidationError("--tls-cert and --tls-key belong together")
    case ("auto", _, _): throw ValidationError("--tls auto makes its own certificate and key")
    case (let other?, _, _): throw ValidationError("--tls is auto or off, not \"\(other)\"")
    }
  }

  /// The certificate as it is now.
  func tlsServer() throws -> TLSServer? {
    let listening = host ?? environment("HOST") ?? "localhost"
    let isEverywhere = ["0.0.0.0", "::"].contains(listening)
    let hosts = ["localhost", "127.0.0.1", "::1"]
    return try tlsSource()
      .load(hosts: isEverywhere || hosts.contains(listening) ? hosts : hosts + [listening])
  }

  /// The web pages as they are now.
  func website() throws -> Website {
    guard let origins = OriginPolicy(allowing: words(allowOrigin, "ALLOW_ORIGIN")) else {
      throw ValidationError("--allow-origin takes an origin such as https://play.example")
    }
    let directory = web ?? environment("WEB") ?? WebFolder.usualDirectory()
    let folder = try directory.map { try WebFolder(directory: $0) }
    return Website(folder: folder ?? .empty, origins: origins)
  }

  func level() throws -> Logger.Level {
    let name = logLevel ?? environment("LOG_LEVEL") ?? "info"
    guard let level = Logger.Level(rawValue: name) else {
      throw ValidationError("there is no log level \"\(name)\"")
    }
    return level
  }

  func format() throws -> LogFormat {
    let name = logFormat ?? environment("LOG_FORMAT") ?? LogFormat.text.rawValue
    guard let format = LogFormat(rawValue: name) else {
      throw ValidationError("--log-format is text or json, not \"\(name)\"")
    }
    return format
  }

  private var coreCount: Int { max(1, min(256, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private func number<Number: FixedWidthInteger & Sendable>(
    _ flag: Number?, _ name: String, _ range: ClosedRange<Number>
  ) throws -> Number? {
    var number = flag
    if number == nil, let text = environment(name) {
      guard let parsed = Number(text) else {
        throw ValidationError("CHROMATCH_\(name) is \"\(text)\", not a whole number")
      }
      number = parsed
    }
    if let number, !range.contains(number) {
      throw ValidationError(
        "\(name) is \(number), not within \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A flag that may be repeated, or the words of its variable.
  private func words(_ flags: [String], _ name: String) -> [String] {
    let given = environment(name)?.split(separator: " ").map(String.init) ?? []
    return flags.isEmpty ? given : flags
  }

  /// A flag or its variable, which has to be clear: a typing error must not open what was meant to
  /// be shut.
  private func isSet(_ flag: Bool, _ name: String) throws -> Bool {
    if flag { return true }
    switch environment(name) {
    case nil, "0": return false
    case "1": return true
    case let text?:
      throw ValidationError("CHROMATCH_\(name) is 1 (yes) or 0 (no), not \"\(text)\"")
    }
  }

  /// Where the file is that makes the server a node; nil where it is none.
  var clusterPath: String? { cluster ?? environment("CLUSTER") }

  /// What is said of announcing the server, if anything.
  var announcement: String? { announce ?? environment("ANNOUNCE") }

  /// An empty variable is none: what a unit sets, the file of its options can take back. Neither is
  /// one that an orchestrator sets by itself.
  private func environment(_ name: String) -> String? {
    getenv("CHROMATCH_\(name)").map { String(cString: $0) }
      .flatMap { $0.isEmpty || isServiceLink($0) ? nil : $0 }
  }
}

extension LimitRow {
  private static let usual = ServerLimits().table

  /// The row that names a flag; every limit that can be set has one.
  fileprivate static func of(_ flag: String) -> (row: LimitRow, option: LimitOption) {
    for row in usual {
      if let option = row.option, option.flag == flag { return (row, option) }
    }
    preconditionFailure("no limit has \(flag)")
  }
}

extension ArgumentHelp {
  /// What the row of a limit says about its option.
  fileprivate static func limit(_ flag: String, in valueName: String? = nil) -> ArgumentHelp {
    let (row, option) = LimitRow.of(flag)
    let help = "\(option.help.prefix(1).uppercased())\(option.help.dropFirst())."
    let usual = "[CHROMATCH_\(option.variable); \(row.number / option.unit)]"
    return ArgumentHelp("\(help) \(usual)", valueName: valueName)
  }
}
