// What orchestrators set in variables by themselves is told from what somebody sets.

import Server
import TestSupport
import Testing

@Suite("Service links")
struct ServiceLinkTests {
  @Test(
    "where a service is says no option",
    arguments: [
      "tcp://10.96.14.7:7313", "udp://10.96.0.10:53", "sctp://10.96.0.1:1", "TCP://172.17.0.5:7314",
      "tcp://[fd00:10:96::1]:7313",
    ])
  func links(_ text: String) { expect(isServiceLink(text)) }

  @Test(
    "what somebody sets is taken",
    arguments: [
      "", "7313", "0.0.0.0", "::", "tcp://", "tcp://10.96.14.7", "tcp://:7313", "tcp://h:p",
      "tcp://h:70000", "https://play.example", "https://play.example:7313", "/tcp://x:1",
      "/var/lib/chromatch", "10.0.0.0/8",
    ])
  func options(_ text: String) { expect(!isServiceLink(text)) }
}
