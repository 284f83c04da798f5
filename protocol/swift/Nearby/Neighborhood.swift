// The games of this network, as far as they are known: what was found, what was said of it, where
// it is, and whether a connection got through. It says what the network is to be asked, the program
// asks, and here is what the answers come to. It knows no library, socket or clock.
// Invariants: never more than `placesMax` services, `addressesMax` addresses of each host and
// `questionsMax` questions at a time, whatever the network says; a game that was found several ways
// is in the list once.

/// One service on one interface of this machine.
package struct NearbyPlace: Hashable, Sendable {
  /// The name of the service, which its announcer chose.
  package let name: String
  /// The number of the interface.
  package let interface: UInt32

  package init(name: String, interface: UInt32) {
    self.name = name
    self.interface = interface
  }
}

/// A machine of the network, as one interface of this machine sees it.
package struct NearbyHost: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// The number of the interface.
  package let interface: UInt32

  package init(name: String, interface: UInt32) {
    self.name = name
    self.interface = interface
  }
}

/// What the network is asked, and no longer than until it has answered: each question takes the
/// system's bus a connection.
package enum NearbyQuestion: Hashable, Sendable {
  /// What a service says of itself.
  case describe(NearbyPlace)
  /// Where a host is, in one version of IP.
  case locate(NearbyHost, isIPv6: Bool)

  /// Those with less come first: what is most needed to show anything.
  fileprivate var rank: Int {
    switch self {
    case .describe: 0
    case .locate(_, let isIPv6): isIPv6 ? 2 : 1
    }
  }
}

/// A game of this network, as it is shown.
package struct NearbyGame: Hashable, Sendable {
  /// What is known of the way to it.
  package enum Reach: Hashable, Sendable {
    /// It is being tried.
    case asking
    /// A connection got through.
    case open
    /// Nobody answers.
    case closed
  }

  /// What the game is called, without what nobody can see.
  package let name: String
  package let announcement: Announcement
  /// Where it is: an IPv4 or IPv6 address, with its interface where it has to be.
  package let host: String
  package let port: UInt16
  package let reach: Reach
}

/// The games of this network.
package struct Neighborhood: Sendable {
  /// What is known of one service.
  private struct Service {
    let place: NearbyPlace
    /// How often it was found: once for each version of IP.
    var sightings = 1
    /// Whether it did not answer in time when it was asked what it is.
    var isSilent = false
    var host: NearbyHost?
    var port: UInt16 = 0
    var announcement: Announcement?
    /// Whether what it says of itself was no game of this version.
    var isUnreadable = false
    /// The address that a connection got through to.
    var open: String?
    var wasTried = false
  }

  /// The oldest first.
  private var services: [Service] = []
  /// Services that move up when one of those is gone, the oldest first, each as often as it was
  /// found.
  private var surplus: [NearbyPlace] = []
  /// Where the hosts of services are, the oldest address first.
  private var addresses: [NearbyHost: [String]] = [:]
  /// What is to be asked, and what is being asked.
  private var (waiting, asked): ([NearbyQuestion], Set<NearbyQuestion>) = ([], [])

  /// More services than that wait for one to be gone.
  package static let placesMax = 32
  /// More services than that do not even wait.
  package static let surplusMax = 256
  /// More addresses of one host than that are left out.
  package static let addressesMax = 4
  /// More questions than that wait.
  package static let questionsMax = 8
  /// The longest name that is shown, in characters.
  private static let nameCharactersMax = RoomSettings.nameCharactersMax

  package init() {}

  // MARK: What the network says

  /// A service was found.
  package mutating func found(_ place: NearbyPlace) {
    if let index = index(of: place) {
      services[index].sightings += 1
    } else if services.count < Neighborhood.placesMax {
      services.append(Service(place: place))
      want(.describe(place))
    } else if surplus.count < Neighborhood.surplusMax {
      surplus.append(place)
    }
  }

  /// A service said good-bye, in one version of IP.
  package mutating func lost(_ place: NearbyPlace) {
    guard let index = index(of: place) else {
      if let index = surplus.firstIndex(of: place) { surplus.remove(at: index) }
      return
    }
    services[index].sightings -= 1
    guard services[index].sightings <= 0 else { return }
    services.remove(at: index)
    let hosts = Set(services.compactMap(\.host))
    addresses = addresses.filter { hosts.contains($0.key) }
    guard let next = surplus.first else { return }
    let sightings = surplus.count { $0 == next }
    surplus.removeAll { $0 == next }
    for _ in 0..<sightings { found(next) }
  }

  /// A service said what it is, maybe for the second time.
  package mutating func described(
    _ place: NearbyPlace, host: String, port: UInt16, record: [UInt8]
  ) {
    guard let index = index(of: place) else { return }
    let announcement = port == 0 ? nil : Announcement(record: record)
    services[index].announcement = announcement
    services[index].isUnreadable = announcement == nil
    services[index].isSilent = false
    let host = NearbyHost(name: host, interface: place.interface)
    if services[index].port != port || services[index].host != host {
      (services[index].port, services[index].host) = (port, host)
      services[index].open = nil
      services[index].wasTried = false
    }
    if announcement != nil, addresses[host] == nil {
      addresses[host] = []
      ask(for: host)
    }
  }

  /// A host is at that address, or no more.
  package mutating func located(_ host: NearbyHost, at address: String, isThere: Bool) {
    guard var known = addresses[host] else { return }
    if isThere {
      if known.contains(address) { return }
      known.append(address)
      known.removeFirst(max(0, known.count - Neighborhood.addressesMax))
    } else {
      known.removeAll { $0 == address }
      for index in services.indices
      where services[index].host == host && services[index].open == address {
        services[index].open = nil
      }
    }
    addresses[host] = known
  }

  /// The addresses of a service have been tried: one of them answered, or none did.
  package mutating func tried(_ place: NearbyPlace, answered: String?) {
    guard let index = index(of: place) else { return }
    services[index].open = answered
    services[index].wasTried = true
  }

  /// Nobody can say any more what is there.
  package mutating func forget() { self = Neighborhood() }

  // MARK: What the network is asked

  /// What is to be asked now.
  package mutating func takeQuestions() -> [NearbyQuestion] {
    let count = min(waiting.count, Neighborhood.questionsMax - asked.count)
    let questions = Array(waiting.prefix(max(0, count)))
    waiting.removeFirst(questions.count)
    asked.formUnion(questions)
    return questions
  }

  /// A question has been ended.
  package mutating func ended(_ question: NearbyQuestion) {
    asked.remove(question)
    if case .describe(let place) = question, let index = index(of: place),
      services[index].host == nil
    {
      services[index].isSilent = true
    }
  }

  /// Has all services asked once more what they are, and where those are that do not answer.
  package mutating func askAgain() {
    for service in services {
      want(.describe(service.place))
      if let host = service.host, service.wasTried, service.open == nil { ask(for: host) }
    }
  }

  /// Whether all that was found is known as well as it can be: what it is, where it is, and whether
  /// it answers; or it has said nothing in time.
  package var isSettled: Bool {
    services.allSatisfy { service in
      if service.isUnreadable || service.isSilent || service.wasTried { return true }
      guard let host = service.host, addresses[host] == [] else { return false }
      return [false, true]
        .allSatisfy { isIPv6 in
          let question = NearbyQuestion.locate(host, isIPv6: isIPv6)
          return !asked.contains(question) && !waiting.contains(question)
        }
    }
  }

  private mutating func ask(for host: NearbyHost) {
    for isIPv6 in [false, true] { want(.locate(host, isIPv6: isIPv6)) }
  }

  /// Behind those of its rank, unless it is asked already.
  private mutating func want(_ question: NearbyQuestion) {
    if asked.contains(question) || waiting.contains(question) { return }
    let place = waiting.firstIndex { $0.rank > question.rank } ?? waiting.endIndex
    waiting.insert(question, at: place)
  }

  // MARK: What it comes to

  /// Where to try to connect.
  package var tries: [(place: NearbyPlace, addresses: [String], port: UInt16)] {
    services.filter { $0.announcement != nil }
      .compactMap { service in
        let addresses = addresses(of: service)
        return addresses.isEmpty ? nil : (service.place, addresses, service.port)
      }
  }

  /// How many services are announced as games and say nothing that can be understood.
  package var unreadableCount: Int { services.count { $0.isUnreadable } }

  /// The games, those that can be reached first, and of these the newest.
  package var games: [NearbyGame] {
    var games: [NearbyGame] = []
    for service in services.reversed() {
      guard let game = game(service) else { continue }
      // A machine with two interfaces is found twice.
      let same = games.firstIndex {
        $0.name == game.name && $0.port == game.port && $0.announcement == game.announcement
      }
      if let same {
        if games[same].reach != .open, game.reach == .open { games[same] = game }
      } else {
        games.append(game)
      }
    }
    return games.filter { $0.reach != .closed } + games.filter { $0.reach == .closed }
  }

  private func game(_ service: Service) -> NearbyGame? {
    guard let announcement = service.announcement,
      let host = service.open ?? addresses(of: service).first,
      let name = Names.cleaned(
        service.place.name, charactersMax: Neighborhood.nameCharactersMax)
    else { return nil }
    return NearbyGame(
      name: name, announcement: announcement, host: host, port: service.port,
      reach: service.open != nil ? .open : service.wasTried ? .closed : .asking)
  }

  private func addresses(of service: Service) -> [String] {
    service.host.flatMap { addresses[$0] } ?? []
  }

  private func index(of place: NearbyPlace) -> Int? {
    services.firstIndex { $0.place == place }
  }
}
