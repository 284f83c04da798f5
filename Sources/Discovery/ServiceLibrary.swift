// The library that finds and announces services, libdns_sd, where this machine has it: one
// operation after another, and what each of them tells. This is the thin edge: it turns C into
// values and decides nothing. Confined to its owner's queue, on which the library calls back.

import CDNSSD
import Glibc
import Wire

/// What an operation tells.
enum ServiceNews {
  /// A service is there, or no more.
  case found(NearbyPlace, isThere: Bool)
  /// A service is at that host and port.
  case described(NearbyPlace, host: String, port: UInt16, record: [UInt8])
  /// A host has that address, or no more.
  case located(NearbyHost, address: String, isThere: Bool)
  /// Our service is announced, by that name.
  case announced(String)
  /// The library has nobody to ask any more.
  case failed
}

/// Something that goes on until it is ended.
final class ServiceOperation {
  /// What it asks; nil of one that looks or announces.
  let question: NearbyQuestion?
  /// What it has told since somebody looked.
  private(set) var news: [ServiceNews] = []
  fileprivate var reference: cdnssd_operation?

  /// More news at once is nobody's of ours.
  private static let newsMax = 256

  fileprivate init(asking question: NearbyQuestion? = nil) { self.question = question }

  /// Takes what was told.
  func takeNews() -> [ServiceNews] {
    defer { news = [] }
    return news
  }

  fileprivate func tell(_ one: ServiceNews) {
    if news.count < ServiceOperation.newsMax { news.append(one) }
  }

  /// What the library hands back with each call.
  fileprivate var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> ServiceOperation? {
    context.map { Unmanaged<ServiceOperation>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// The library.
struct ServiceLibrary {
  private let functions: cdnssd

  /// Nil where it is absent.
  init?() {
    var functions = cdnssd()
    guard cdnssd_load(&functions) == 1 else { return nil }
    self.functions = functions
  }

  private static let noError: Int32 = 0
  /// Another service of this machine has the name.
  private static let nameConflict: Int32 = -65_548
  /// More services of one name are on no machine.
  private static let namesMax = 16
  private static let domain = "local."

  // MARK: Operations

  /// Looks for services of our kind; nil if nobody can be asked.
  func look() -> ServiceOperation? {
    begin(ServiceOperation()) { operation, context in
      functions.browse(
        operation, 0, 0, Announcement.service, nil,
        { _, flags, interface, error, name, _, _, context in
          let operation = ServiceOperation.from(context)
          guard error == ServiceLibrary.noError, let name else { operation?.tell(.failed); return }
          let place = NearbyPlace(name: String(cString: name), interface: interface)
          operation?.tell(.found(place, isThere: flags & cdnssd_flag_add != 0))
        }, context)
    }
  }

  /// Asks what a service says of itself.
  func describe(_ place: NearbyPlace) -> ServiceOperation? {
    begin(ServiceOperation(asking: .describe(place))) { operation, context in
      functions.resolve(
        operation, 0, place.interface, place.name, Announcement.service, ServiceLibrary.domain,
        { _, _, _, error, _, host, port, length, text, context in
          guard let operation = ServiceOperation.from(context),
            case .describe(let place) = operation.question,
            error == ServiceLibrary.noError, let host
          else { return }
          let record = UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(length))
          operation.tell(
            .described(
              place, host: String(cString: host), port: UInt16(bigEndian: port),
              record: Array(record)))
        }, context)
    }
  }

  /// Asks for the addresses of a host, of one version of IP.
  func locate(_ host: NearbyHost, isIPv6: Bool) -> ServiceOperation? {
    begin(ServiceOperation(asking: .locate(host, isIPv6: isIPv6))) { operation, context in
      functions.query(
        operation, 0, host.interface, host.name, isIPv6 ? cdnssd_type_ipv6 : cdnssd_type_ipv4,
        cdnssd_class_internet,
        { _, flags, _, error, _, type, _, length, data, _, context in
          guard let operation = ServiceOperation.from(context),
            case .locate(let host, _) = operation.question,
            error == ServiceLibrary.noError, let data
          else { return }
          let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
          guard let address = numericAddress(bytes, type: type, interface: host.interface) else {
            return
          }
          let isThere = flags & cdnssd_flag_add != 0
          operation.tell(.located(host, address: address, isThere: isThere))
        }, context)
    }
  }

  /// Announces a service of our kind. If another machine has the name, the library puts a number
  /// behind it; if this machine has it, the library refuses, and the number is ours.
  func announce(_ name: String, port: UInt16, record: [UInt8]) -> ServiceOperation? {
    for number in 1...ServiceLibrary.namesMax {
      let operation = ServiceOperation()
      let status = announce(
        operation, Announcement.serviceName(name, number: number), port: port, record: record)
      if status == ServiceLibrary.noError { return operation.reference == nil ? nil : operation }
      if status != ServiceLibrary.nameConflict { return nil }
    }
    return nil
  }

  private func announce(
    _ operation: ServiceOperation, _ name: String, port: UInt16, record: [UInt8]
  ) -> Int32 {
    functions.announce(
      &operation.reference, 0, 0, name, Announcement.service, nil, nil, port.bigEndian,
      UInt16(clamping: record.count), record,
      { _, _, error, name, _, _, context in
        let isFine = error == ServiceLibrary.noError
        let taken = name.map { String(cString: $0) } ?? ""
        ServiceOperation.from(context)?.tell(isFine ? .announced(taken) : .failed)
      }, operation.context)
  }

  /// Has our service say something else of itself; whether it will.
  func update(_ operation: ServiceOperation, record: [UInt8]) -> Bool {
    guard let reference = operation.reference else { return false }
    let length = UInt16(clamping: record.count)
    return functions.update(reference, nil, 0, length, record, 0) == ServiceLibrary.noError
  }

  private func begin(
    _ operation: ServiceOperation,
    _ start: (UnsafeMutablePointer<cdnssd_operation?>, UnsafeMutableRawPointer) -> Int32
  ) -> ServiceOperation? {
    let status = start(&operation.reference, operation.context)
    return status == ServiceLibrary.noError && operation.reference != nil ? operation : nil
  }

  // MARK: While they go on

  /// What becomes readable when there is news.
  func descriptor(of operation: ServiceOperation) -> Int32 {
    operation.reference.map { functions.descriptor($0) } ?? -1
  }

  /// Reads the news; whether there may be more.
  func read(_ operation: ServiceOperation) -> Bool {
    operation.reference.map { functions.process($0) == ServiceLibrary.noError } ?? false
  }

  /// Ends an operation. Never while it is being read.
  func end(_ operation: ServiceOperation) {
    if let reference = operation.reference { functions.deallocate(reference) }
    operation.reference = nil
  }
}

/// An address that others can be reached at, as text; nil for one that means no machine, or this
/// one. One that holds on one interface only says which.
private func numericAddress(_ bytes: [UInt8], type: UInt16, interface: UInt32) -> String? {
  let isIPv6 = type == cdnssd_type_ipv6
  guard bytes.count == (isIPv6 ? 16 : 4), let first = bytes.first else { return nil }
  if isIPv6 {
    let isNobody = bytes.dropLast().allSatisfy { $0 == 0 }
    if isNobody || first == 0xff { return nil }
  } else if first == 0 || first == 127 || first >= 224 {
    return nil
  }
  var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  guard inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count)) != nil else {
    return nil
  }
  let address = String(upToNul: text)
  guard isIPv6, first == 0xfe, bytes[1] & 0xc0 == 0x80 else { return address }
  var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
  guard if_indextoname(interface, &name) != nil else { return nil }
  return "\(address)%\(String(upToNul: name))"
}

extension String {
  fileprivate init(upToNul letters: [CChar]) {
    self.init(decoding: letters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
