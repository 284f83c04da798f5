// Why a run came to nothing, in words that say what to do.

import Net
import Wire

enum BenchError: Error, CustomStringConvertible {
  case descriptors(needed: Int, allowed: Int)
  case noServer(path: String)
  case cannotStart(path: String, why: String)
  case serverEnded(how: String)
  case serverSilent(Endpoint)
  case noSuchProcess(Int32)
  case net(NetError)
  case refused(RefusalLine)
  case lost(CloseReason)
  case cannotConnect(why: String)
  case watchersFailed(why: String)
  case abuserFailed
  case incomplete(inside: Int, of: Int)
  case allLost
  case cannotRead(path: String)
  case cannotWrite(path: String, why: String)

  var description: String {
    switch self {
    case .descriptors(let needed, let allowed):
      """
      this needs \(needed) file descriptors and the system allows \(allowed) to a process: raise \
      the hard limit (ulimit -Hn \(needed), as root) or ask for fewer connections
      """
    case .noServer(let path): "there is no such program beside this one: build it (\(path))"
    case .cannotStart(let path, let why): "cannot start \(path): \(why)"
    case .serverEnded(let how): "the server ended before it listened: \(how)"
    case .serverSilent(let endpoint): "the server did not listen on \(endpoint) in time"
    case .noSuchProcess(let pid): "there is no process \(pid) to measure on this machine"
    case .net(let error): "\(error)"
    case .refused(let refusal):
      """
      the server refused \(refusal.verb ?? "a line"): \(refusal.code.rawValue)\
      \(refusal.text.map { " (\($0))" } ?? "")
      """
    case .lost(let reason): "a connection ended while the rooms were filling: \(reason)"
    case .cannotConnect(let why): "the server does not let a connection in: \(why)"
    case .watchersFailed(let why): "the watchers could not begin: \(why)"
    case .abuserFailed:
      "the abuser did not get as far as to abuse the server; what it said is above"
    case .incomplete(let inside, let all):
      "only \(inside) of \(all) guests were in their rooms and racing when time was up"
    case .allLost: "every connection was lost before the run was over: the server has gone"
    case .cannotRead(let path): "cannot read \(path)"
    case .cannotWrite(let path, let why): "cannot write \(path): \(why)"
    }
  }
}
