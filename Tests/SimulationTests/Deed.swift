// What happens in a simulated world, as values: recorded, they can be done again, shortened and
// printed. People, halls and rooms are counted from 0; a line may have blanks that are filled in
// when it is said (`Phrase.swift`), so that a script goes on making sense when parts of it are left
// out. A deed knows nothing of what comes of it.

enum Action: Equatable, Sendable {
  case connect(Int, hall: Int)
  /// A person says a line, so many times in one piece.
  case say(Int, String, times: Int = 1)
  case send(Int, [UInt8])
  case stall(Int)
  case sip(Int, Int)
  /// A person who stalls reads everything again.
  case wake(Int)
  case end(Int)
  /// A connection breaks; the newest lines on their way to the server are lost.
  case cut(Int, losing: Int)
  /// A person is gone without the server being told: the old connection stands.
  case vanish(Int)
  /// Everything takes so much longer on a person's way.
  case spike(Int, by: Int, lasting: Int)
  case pause(hall: Int, Int)
  case stop(hall: Int)
  /// A hall is killed, and is back after so long. Its journal ends in so many bytes of a turn that
  /// nobody was told of.
  case kill(hall: Int, Int, torn: Int)
}

struct Deed: Equatable, Sendable {
  let at: Int
  let action: Action
}

extension Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .connect(let person, let hall): "\(person)+ hall \(hall)"
    case .say(let person, let line, 1): "\(person)> \(line)"
    case .say(let person, let line, let times): "\(person)> \(line) (\(times) times)"
    case .send(let person, let bytes): "\(person)># \(bytes)"
    case .stall(let person): "\(person) stalls"
    case .sip(let person, let count): "\(person) sips \(count)"
    case .wake(let person): "\(person) wakes"
    case .end(let person): "\(person) ends"
    case .cut(let person, let count): "\(person)- losing \(count)"
    case .vanish(let person): "\(person) vanishes"
    case .spike(let person, let delay, let span): "\(person) is \(delay) ms slower for \(span)"
    case .pause(let hall, let span): "hall \(hall) is kept from its work for \(span)"
    case .stop(let hall): "hall \(hall) stops"
    case .kill(let hall, let span, let torn): "hall \(hall) is killed for \(span), \(torn) torn"
    }
  }
}

extension Deed: CustomStringConvertible {
  var description: String { "\(at) \(action)" }
}
