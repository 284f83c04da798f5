// The way to a server: where it is, whom to trust there, what it is called on the screen, and how
// others find it. It connects to nothing.

import ClientCore
import Net
import TerminalUI

/// One server, for as long as the program plays there.
struct Route {
  let address: Address
  /// Whether the server ends with this program.
  let isOwn: Bool
  /// What it is called.
  let name: String
  /// How others reach it.
  let invitations: Invitations
  var trust: ServerTrust
  /// What to remember once the server has let the player in; nil for nothing.
  var isNews: Address?

  /// The way to a server that runs elsewhere.
  ///
  /// - Parameter file: who is known; nil where nobody is, and nothing can be kept.
  init(to address: Address, knowing file: KnownServersFile? = .usual) throws(Failure) {
    self.address = address.server
    name = address.name
    isOwn = false
    trust = try ServerTrust(address, file: file)
    isNews = address
    // What is only here, others have only there.
    let isHere = Route.hostsOfThisMachine.contains(address.endpoint.host)
    let known = trust.fingerprint.map { Address.Security.pinned($0) }
    let shared = Address(address.endpoint, security: known ?? address.security)
    // A server shows its page unless somebody took it away, and says nothing of that here.
    invitations = isHere ? Invitations() : Invitations(addresses: [shared], page: shared.page)
  }

  /// The way to the server in this process.
  init(toOwn address: Address, sharedAs invitations: Invitations) throws(Failure) {
    self.address = address
    name = Route.ownName
    isOwn = true
    trust = try ServerTrust(address, file: nil)
    self.invitations = invitations
  }

  /// Whether nobody else can come there.
  var isPrivate: Bool { isOwn && invitations.addresses.isEmpty }

  /// How it stands in a list of servers.
  var choice: ServerChoice {
    isOwn
      ? ServerChoice(name: Words["your own server"], address: address.text)
      : ServerChoice(address)
  }

  private static let ownName = "localhost"
  private static let hostsOfThisMachine = ["localhost", "127.0.0.1", "::1"]
}
