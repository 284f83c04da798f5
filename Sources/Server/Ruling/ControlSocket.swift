// The socket in the state directory by which an operator rules a server that runs: a line of words
// comes, a sentence goes back. Its mode guards it: only the owner of the directory and root may use
// it. Invariant: neither a lane nor the door waits for a client of it, and no more than `bytesMax`
// of one are read.

@preconcurrency import Dispatch
import Glibc

/// Listens to operators.
public final class ControlSocket: Sendable {
  typealias Obey = @Sendable (_ words: [String]) async -> (isDone: Bool, answer: String)

  private let source: any DispatchSourceRead
  private let directory: Int32

  private static let name = "control"
  private static let bytesMax = 4_096
  /// How long somebody may take to say a line, or to take its answer, in seconds.
  private static let patience = 2
  /// How long an answer may take, in seconds.
  private static let answerPatience = 30

  /// Listens in a state directory that this server alone uses.
  ///
  /// - Throws: why it cannot.
  init(in state: String, obey: @escaping Obey) throws(FileFailure) {
    let place = try Place(state)
    let socket = try Self.make()
    unlinkat(place.directory, Self.name, 0)
    // Whom it tells of may have gone again.
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    // The mode of the socket is that of the file which `bind` makes of it.
    guard fchmod(socket, 0o600) == 0, place.withAddress({ bind(socket, $0, $1) }) == 0,
      listen(socket, 8) == 0
    else {
      let reason = Self.reason()
      close(socket)
      close(place.directory)
      throw FileFailure(description: "cannot listen on \(state)/\(Self.name): \(reason)")
    }
    directory = place.directory
    source = DispatchSource.makeReadSource(
      fileDescriptor: socket, queue: DispatchQueue(label: "chromatch.control"))
    source.setEventHandler { @Sendable in Self.accept(socket, obey) }
    source.setCancelHandler { @Sendable in close(socket) }
    source.activate()
  }

  /// Listens no more.
  func end() {
    source.cancel()
    unlinkat(directory, Self.name, 0)
  }

  deinit { close(directory) }

  private static func accept(_ socket: Int32, _ obey: @escaping Obey) {
    let client = Glibc.accept(socket, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    wait(on: client, seconds: patience)
    let line = readAll(client, until: UInt8(ascii: "\n"))
    Task {
      if line.last == UInt8(ascii: "\n") {
        let text = String(decoding: line.dropLast(), as: UTF8.self)
        let (isDone, answer) = await obey(text.split(separator: "\t").map(String.init))
        send("\(isDone ? "+" : "-")\(answer)\n", to: client)
      }
      close(client)
    }
  }

  /// Has the server that uses a state directory do something.
  ///
  /// - Returns: what it says.
  /// - Throws: that it did not do it, or that there is none.
  public static func order(_ words: [String], in state: String) throws(FileFailure) -> String {
    if words.contains(where: { $0.utf8.contains { $0 < 0x20 } }) {
      throw FileFailure(description: "an order has no control characters")
    }
    let place = try Place(state)
    defer { close(place.directory) }
    let socket = try make()
    defer { close(socket) }
    guard place.withAddress({ connect(socket, $0, $1) }) == 0 else {
      let isNobody = errno == ENOENT || errno == ECONNREFUSED
      throw FileFailure(
        description:
          isNobody ? "no server uses \(state)" : "cannot ask the server of \(state): \(reason())")
    }
    wait(on: socket, seconds: answerPatience)
    send(words.joined(separator: "\t") + "\n", to: socket)
    let answer = String(decoding: readAll(socket, until: nil), as: UTF8.self)
    guard let first = answer.first else {
      throw FileFailure(description: "the server does not answer")
    }
    let sentence = String(answer.dropFirst().dropLast(answer.last == "\n" ? 1 : 0))
    if first != "+" { throw FileFailure(description: sentence) }
    return sentence
  }

  // MARK: System calls

  /// A state directory, however long its path is: the name of a socket has 107 bytes at most.
  private struct Place {
    let directory: Int32

    init(_ state: String) throws(FileFailure) {
      directory = open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if directory < 0 {
        throw FileFailure(description: "cannot use \(state): \(ControlSocket.reason())")
      }
    }

    func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: "/proc/self/fd/\(directory)/\(ControlSocket.name)".utf8)
      }
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }

  private static func make() throws(FileFailure) -> Int32 {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if socket < 0 { throw FileFailure(description: "cannot make a socket: \(reason())") }
    return socket
  }

  private static func wait(on socket: Int32, seconds: Int) {
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Reads until that byte, or the end.
  private static func readAll(_ socket: Int32, until end: UInt8?) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: bytesMax)
    while bytes.count < (end == nil ? 1 << 24 : bytesMax), end == nil || bytes.last != end {
      let count = read(socket, &piece, piece.count)
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  private static func send(_ text: String, to socket: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
