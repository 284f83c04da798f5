// The games of this network, as far as they are known: what was found, what was said of it, where
// it is, and whether a connection got through. The program asks the network and tells the answers;
// here is what they come to. It knows no library, socket or clock.
// Invariants: never more than `placesMax` services and `addressesMax` addresses of each, whatever
// the network says; a game that was found several ways is in the list once.

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
    var port: UInt16 = 0
    var announcement: Announcement?
    /// Whether what it says of itself was no game of this version.
    var isUnreadable = false
    var addresses: [String] = []
    /// The address that a connection got through to.
    var open: String?
    var wasTried = false
  }

  /// The oldest first.
  private var services: [Service] = []

  /// More services than that are left out.
  package static let placesMax = 32
  /// More addresses of one service than that are left out.
  package static let addressesMax = 4
  /// The longest name that is shown, in characters.
  private static let nameCharactersMax = RoomSettings.nameCharactersMax

  package init() {}

  // MARK: What the network says

  /// A service was found.
  ///
  /// - Returns: whether it is new, so that one has to ask what it is.
  package mutating func found(_ place: NearbyPlace) -> Bool {
    if let index = index(of: place) {
      services[index].sightings += 1
      return false
    }
    guard services.count < Neighborhood.placesMax else { return false }
    services.append(Service(place: place))
    return true
  }

  /// A service said good-bye, in one version of IP.
  ///
  /// - Returns: whether it is gone altogether.
  package mutating func lost(_ place: NearbyPlace) -> Bool {
    guard let index = index(of: place) else { return false }
    services[index].sightings -= 1
    guard services[index].sightings <= 0 else { return false }
    services.remove(at: index)
    return true
  }

  /// A service said what it is, maybe for the second time.
  package mutating func described(_ place: NearbyPlace, port: UInt16, record: [UInt8]) {
    guard let index = index(of: place) else { return }
    let announcement = port == 0 ? nil : Announcement(record: record)
    services[index].announcement = announcement
    services[index].isUnreadable = announcement == nil
    if services[index].port != port {
      services[index].port = port
      services[index].open = nil
      services[index].wasTried = false
    }
  }

  /// A service is at that address, or no more.
  package mutating func located(_ place: NearbyPlace, at address: String, isThere: Bool) {
    guard let index = index(of: place) else { return }
    services[index].addresses.removeAll { $0 == address }
    if isThere {
      if services[index].addresses.count < Neighborhood.addressesMax {
        services[index].addresses.append(address)
      }
    } else if services[index].open == address {
      services[index].open = nil
    }
  }

  /// Its addresses have been tried: one of them answered, or none did.
  package mutating func tried(_ place: NearbyPlace, answered: String?) {
    guard let index = index(of: place) else { return }
    services[index].open = answered
    services[index].wasTried = true
  }

  /// Nobody can say any more what is there.
  package mutating func forget() { services = [] }

  // MARK: What it comes to

  /// Where to try to connect.
  package var tries: [(place: NearbyPlace, addresses: [String], port: UInt16)] {
    services.filter { $0.announcement != nil && !$0.addresses.isEmpty }
      .map { ($0.place, $0.addresses, $0.port) }
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
      let host = service.open ?? service.addresses.first,
      let name = Names.cleaned(
        service.place.name, charactersMax: Neighborhood.nameCharactersMax)
    else { return nil }
    return NearbyGame(
      name: name, announcement: announcement, host: host, port: service.port,
      reach: service.open != nil ? .open : service.wasTried ? .closed : .asking)
  }

  private func index(of place: NearbyPlace) -> Int? {
    services.firstIndex { $0.place == place }
  }
}
