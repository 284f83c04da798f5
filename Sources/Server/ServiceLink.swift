// Variables that orchestrators set by themselves. For each service of a namespace Kubernetes gives
// every container variables that begin with the service's name, and Docker does the same for each
// link: beside a service `chromatch` there is CHROMATCH_PORT=tcp://10.96.14.7:7313, and beside
// `chromatch-admin` a CHROMATCH_ADMIN_PORT. None of them is an option that somebody has set.

/// Whether an orchestrator has set a variable to this, to say where a service is: a transport
/// protocol, `://`, an address, and a port. No option takes such a value.
public func isServiceLink(_ text: String) -> Bool {
  guard let mark = text.firstRange(of: "://") else { return false }
  let (transport, place) = (text[..<mark.lowerBound], text[mark.upperBound...])
  guard ["tcp", "udp", "sctp"].contains(transport.lowercased()),
    let colon = place.lastIndex(of: ":"), colon > place.startIndex
  else { return false }
  return UInt16(place[place.index(after: colon)...]) != nil
}
