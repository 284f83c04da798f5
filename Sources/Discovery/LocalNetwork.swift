// The games of this network, and ours among them: asks the library, tries whether what it found
// answers, and tells what that comes to. Where the library's daemon is absent it tells that nothing
// works, and asks again later. It has a queue of its own, because the library may block while its
// daemon does; nobody who plays waits for it.
// Invariant: besides looking and announcing no more operations are open than
// `Neighborhood.questionsMax`, since each has a thread and a connection to the system's bus.

import CDNSSD
@preconcurrency import Dispatch
import Glibc
package import Net
package import Wire

/// What this network is known to have.
package struct NearbyView: Equatable, Sendable {
  /// The games, those that can be reached first.
  package var games: [NearbyGame] = []
  /// How many services call themselves games and say nothing that can be understood.
  package var unreadableCount = 0
  /// Whether all that was found so far is known as well as it can be.
  package var isSettled = true
  /// Whether there is somebody to ask.
  package var isWorking = false
  /// The name that ours is announced by; nil while it is not.
  package var announcedName: String?
}

/// What keeps this machine from asking its network.
package enum NetworkAbsence: CustomStringConvertible, Sendable {
  /// The library is not there.
  case noLibrary
  /// Its daemon is not there, or says nothing.
  case noDaemon

  /// Whatever keeps it from that now; nil for nothing.
  package static var now: NetworkAbsence? {
    guard let services = ServiceLibrary() else { return .noLibrary }
    guard let operation = services.look() else { return .noDaemon }
    services.end(operation)
    return nil
  }

  package var description: String {
    switch self {
    case .noLibrary: "it needs libavahi-compat-libdnssd1, which is not installed"
    case .noDaemon: "the Avahi daemon does not answer"
    }
  }
}

/// This machine's part in finding games.
package actor LocalNetwork {
  package nonisolated let executor = QueueExecutor(label: "chromatch.nearby")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// What is announced.
  private struct Notice {
    var name: String
    var port: UInt16
    var record: [UInt8]
  }

  private let services: ServiceLibrary
  private let tell: @Sendable (NearbyView) -> Void
  private var running: [Int: (operation: ServiceOperation, source: any DispatchSourceRead)] = [:]
  private var ending: [Int: ServiceOperation] = [:]
  private var isAskingAgain = false
  private var lastNumber = 0
  private var neighborhood = Neighborhood()
  /// What is known now.
  package private(set) var view = NearbyView()
  private var prober: Prober?
  private var isLooking = false
  private var looking: Int?
  private var notice: Notice?
  private var announcing: Int?
  private var failures = 0
  private var isWaiting = false

  /// After how many seconds to ask again when nobody answered, the first time and the next.
  private static let pauses = [1, 5, 30]
  /// How long a question waits for its answer, in milliseconds.
  private static let answerMilliseconds = 2_000
  /// How long a host has for more addresses after the first, in milliseconds.
  private static let gatheringMilliseconds = 100
  /// How often services are asked what they say of themselves, in seconds.
  private static let roundSeconds = 5

  /// - Parameter tell: called on a queue of its own whenever something has changed.
  /// - Returns: nil where the library is absent.
  package init?(tell: @escaping @Sendable (NearbyView) -> Void) {
    guard let services = ServiceLibrary() else { return nil }
    self.services = services
    self.tell = tell
  }

  /// Keeps the library from writing to standard error; to be called while there is one thread.
  package static func hush() { setenv("AVAHI_COMPAT_NOWARN", "1", 1) }

  // MARK: What is wanted

  /// Looks for games from now on.
  package func look() {
    guard !isLooking else { return }
    isLooking = true
    prober = try? Prober(executor: executor) { [weak self] place, answered in
      self?.assumeIsolated { $0.tried(place, answered) }
    }
    begin()
  }

  /// Announces a game, or says something else of it; nil ends that. If another service has that
  /// name, the library chooses one like it.
  package func announce(_ wish: String?, port: UInt16, _ announcement: Announcement?) {
    let former = notice
    guard let wish, let announcement else {
      notice = nil
      return withdraw()
    }
    let name = Announcement.serviceName(wish)
    let record = announcement.record
    notice = Notice(name: name, port: port, record: record)
    if let announcing, let operation = running[announcing]?.operation, former?.name == name,
      former?.port == port
    {
      if former?.record == record || services.update(operation, record: record) { return }
    }
    withdraw()
    begin()
  }

  // MARK: Operations

  /// Starts whatever is wanted and does not run.
  private func begin() {
    if isWaiting { return }
    if isLooking, looking == nil {
      looking = start(services.look())
      if looking == nil { return fail() }
      askAgainLater()
    }
    if let notice, announcing == nil {
      announcing = start(
        services.announce(notice.name, port: notice.port, record: notice.record))
      if announcing == nil { return fail() }
    }
    view.isWorking = true
    publish()
  }

  private func withdraw() {
    if let announcing { stop(announcing) }
    announcing = nil
    view.announcedName = nil
  }

  /// Listens to an operation from now on; its number.
  private func start(_ operation: ServiceOperation?) -> Int? {
    guard let operation else { return nil }
    lastNumber += 1
    let number = lastNumber
    let source = DispatchSource.makeReadSource(
      fileDescriptor: services.descriptor(of: operation), queue: executor.queue)
    source.setEventHandler { @Sendable [weak self] in self?.assumeIsolated { $0.read(number) } }
    // The library may not lose it before Dispatch has let go of its descriptor.
    source.setCancelHandler { @Sendable [self] in assumeIsolated { $0.end(number) } }
    running[number] = (operation, source)
    source.activate()
    return number
  }

  private func stop(_ number: Int) {
    guard let (operation, source) = running.removeValue(forKey: number) else { return }
    ending[number] = operation
    source.cancel()
  }

  private func end(_ number: Int) {
    guard let operation = ending.removeValue(forKey: number) else { return }
    services.end(operation)
    if let question = operation.question {
      neighborhood.ended(question)
      ask()
      publish()
    }
  }

  private func read(_ number: Int) {
    guard let operation = running[number]?.operation else { return }
    let isFine = services.read(operation)
    for news in operation.takeNews() {
      guard take(news, of: number) else { return fail() }
    }
    if !isFine { return fail() }
    ask()
    publish()
  }

  /// Takes what was told; whether the library still has somebody to ask.
  private func take(_ news: ServiceNews, of number: Int) -> Bool {
    switch news {
    case .found(let place, isThere: true): neighborhood.found(place)
    case .found(let place, isThere: false): neighborhood.lost(place)
    case .described(let place, let host, let port, let record):
      neighborhood.described(place, host: host, port: port, record: record)
      stop(number)
      prober?.hurry()
    case .located(let host, let address, let isThere):
      neighborhood.located(host, at: address, isThere: isThere)
      stop(number, afterMilliseconds: Self.gatheringMilliseconds)
      prober?.hurry()
    case .announced(let name):
      failures = 0
      view.announcedName = name
    case .failed: return false
    }
    return true
  }

  // MARK: Questions

  /// Asks what there is room for. What the bus refuses is asked again later.
  private func ask() {
    for question in neighborhood.takeQuestions() {
      let operation =
        switch question {
        case .describe(let place): services.describe(place)
        case .locate(let host, let isIPv6): services.locate(host, isIPv6: isIPv6)
        }
      if let number = start(operation) {
        stop(number, afterMilliseconds: Self.answerMilliseconds)
      } else {
        neighborhood.ended(question)
      }
    }
  }

  private func stop(_ number: Int, afterMilliseconds milliseconds: Int) {
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      @Sendable [weak self] in self?.assumeIsolated { $0.stop(number) }
    }
  }

  /// What a service says of itself changes, and nobody tells once a question has ended.
  private func askAgainLater() {
    if isAskingAgain { return }
    isAskingAgain = true
    executor.queue.asyncAfter(deadline: .now() + .seconds(Self.roundSeconds)) {
      @Sendable [weak self] in
      self?
        .assumeIsolated {
          $0.isAskingAgain = false
          if $0.looking == nil { return }
          $0.neighborhood.askAgain()
          $0.ask()
          $0.askAgainLater()
        }
    }
  }

  // MARK: When nobody answers

  /// The daemon is gone, or was never there: forgets everything and asks again later.
  private func fail() {
    for number in Array(running.keys) { stop(number) }
    (looking, announcing) = (nil, nil)
    view.announcedName = nil
    neighborhood.forget()
    view.isWorking = false
    publish()
    if isWaiting { return }
    isWaiting = true
    let pause = LocalNetwork.pauses[min(failures, LocalNetwork.pauses.count - 1)]
    failures += 1
    executor.queue.asyncAfter(deadline: .now() + .seconds(pause)) { @Sendable [weak self] in
      self?
        .assumeIsolated {
          $0.isWaiting = false
          $0.begin()
        }
    }
  }

  // MARK: What it comes to

  private func tried(_ place: NearbyPlace, _ answered: String?) {
    neighborhood.tried(place, answered: answered)
    publish()
  }

  private func publish() {
    prober?.tries = neighborhood.tries
    var news = view
    news.games = neighborhood.games
    news.unreadableCount = neighborhood.unreadableCount
    news.isSettled = neighborhood.isSettled
    if !news.games.isEmpty { failures = 0 }
    if news == told { return }
    view = news
    told = news
    tell(news)
  }

  /// What was told last.
  private var told: NearbyView?
}
