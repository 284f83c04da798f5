// Every way in which a connection can end: politely, rudely, and in the middle of each thing that a
// server reads. What is said before is what a real client says.

import CBenchFloor
import Framing
import Net
import Wire

/// How a connection ends.
enum Ending: CaseIterable {
  /// A FIN before a word.
  case wordless
  /// A FIN after a HELLO that was answered.
  case finished
  /// A FIN in the middle of a line.
  case inLine
  /// A reset with data that nobody has read, on either side.
  case reset
  /// Our half ends; the server is to end its own.
  case halfOpen
  /// In the middle of the first message of a TLS handshake.
  case inFirstFlight
  /// After the first message of a TLS handshake, when the server has done its work.
  case inHandshake
  /// In the middle of the request for a WebSocket.
  case inUpgrade
  /// In the middle of a frame of a WebSocket.
  case inFrame
  /// A reset in the middle of a frame of a WebSocket.
  case resetInFrame

  /// Has a connection begin and end like this.
  func happen(to socket: RawSocket, _ words: EndingWords) {
    switch self {
    case .wordless: socket.close()
    case .finished:
      socket.say(words.hello)
      socket.hear()
      socket.close()
    case .inLine:
      socket.say(words.hello.dropLast(4))
      socket.close()
    case .reset:
      socket.say(words.hello + words.hello.dropLast(4))
      socket.reset()
    case .halfOpen:
      socket.say(words.hello)
      socket.finish()
      while socket.hear() > 0 {}
      socket.close()
    case .inFirstFlight:
      socket.say(words.clientHello.prefix(words.clientHello.count / 2))
      socket.close()
    case .inHandshake:
      socket.say(words.clientHello)
      socket.hear()
      socket.reset()
    case .inUpgrade:
      socket.say(words.request.dropLast(4))
      socket.close()
    case .inFrame:
      upgrade(socket, words)
      socket.close()
    case .resetInFrame:
      upgrade(socket, words)
      socket.reset()
    }
  }

  private func upgrade(_ socket: RawSocket, _ words: EndingWords) {
    socket.say(words.request)
    socket.hear()
    socket.say(words.frame.dropLast(4))
  }
}

/// What is said before a connection ends; made once.
struct EndingWords {
  let hello: [UInt8]
  let clientHello: [UInt8]
  let request: [UInt8]
  let frame: [UInt8]

  init(_ endpoint: Endpoint) {
    let carriage = Carriage(
      tls: nil, webSocket: Carriage.WebSocketRoute(path: "/play", subprotocol: "chromatch.1"))
    let house = House(side: .server, endpoint: endpoint, carriage: carriage)
    hello = house.greeting(Guest(room: 0, seat: nil, players: 0))
    request = house.opening(over: carriage)
    frame = House.frame(hello)
    clientHello = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      count = bench_client_hello(buffer.baseAddress, buffer.count)
    }
  }
}
