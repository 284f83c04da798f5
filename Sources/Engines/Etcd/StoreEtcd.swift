// The store of a cluster, as it is: members of etcd, asked over TLS by libcurl, on a queue of its
// own. Nobody waits for it: the caller is told the answer later, from this queue, or that there is
// none. It asks nothing again, since a tenure does. By itself it asks each member from time to time
// whether it is there: nodes are content with one that answers, and would not notice that another
// is gone.
// Invariant: no more requests are under way than `EngineLimits.callsMax`; what comes beyond is let
// go, as if the network had lost it.

#if Cluster
import CCurl
import CLinux
public import Cluster
@preconcurrency import Dispatch
import Glibc
public import Net

/// How requests have fared so far.
public struct StoreCounts: Hashable, Sendable {
  /// Answered, whatever the answer was.
  public fileprivate(set) var answered = 0
  /// Declined by a member that has no leader, or whose disk is full.
  public fileprivate(set) var declined = 0
  /// Not answered at all, in time.
  public fileprivate(set) var unanswered = 0
  /// Answered with what cannot be read.
  public fileprivate(set) var unreadable = 0
  /// Let go, because too many were under way.
  public fileprivate(set) var overflowed = 0
}

/// The store of a cluster.
public actor StoreEtcd {
  /// How many sockets one look may report.
  private static let eventsMax: Int32 = 16
  /// Each member is asked so often whether it is there, in milliseconds.
  private static let lookMilliseconds = 5_000

  nonisolated let executor = QueueExecutor(label: "chromatch.store")
  /// Runs the actor on its queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// How requests have fared.
  public private(set) var counts = StoreCounts()
  /// Whether each member answers, by its address, as far as is known.
  public var membersThere: [String: Bool] {
    Dictionary(
      address.servers.enumerated().map { ($1, members.isThere($0)) },
      uniquingKeysWith: { $0 && $1 })
  }
  private let address: EngineAddress
  private var requests: UnsafeMutableRawPointer?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let sockets: Int32
  private var watch: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var calls: [ObjectIdentifier: StoreCall] = [:]
  private var members: MemberChoice

  /// A store that is asked as it is needed; nothing is opened yet.
  ///
  /// - Throws: that the system has no descriptor left.
  public init(_ address: EngineAddress) throws(NetError) {
    self.address = address
    members = MemberChoice(count: address.servers.count)
    sockets = clinux_epoll_open()
    if sockets < 0 { throw NetError.failed(call: "epoll_create1", code: errno) }
  }

  /// Asks; `answered` is called on the store's queue, once, with nil when nothing was answered.
  public nonisolated func ask<Request: StoreRequest>(
    _ request: Request, answered: @escaping @Sendable (Request.Response?) -> Void
  ) {
    executor.post { self.assumeIsolated { $0.send(request, answered) } }
  }

  /// Ends everything; what is under way is not answered. Nothing may be asked any more.
  public func stop() {
    for call in calls.values {
      if let requests { _ = curl.curl_multi_remove_handle(requests, call.handle) }
      call.abandon()
      _ = StoreCall.finished(call.handle)
    }
    calls = [:]
    if let requests { _ = curl.curl_multi_cleanup(requests) }
    if let headers { curl.curl_slist_free_all(headers) }
    (requests, headers) = (nil, nil)
    timer?.cancel()
    let sockets = sockets
    if let watch {
      watch.setCancelHandler { close(sockets) }
      watch.cancel()
    } else {
      close(sockets)
    }
    (timer, watch) = (nil, nil)
  }
}

// Requests.
extension StoreEtcd {
  private static func milliseconds() -> Int {
    Int(DispatchTime.now().uptimeNanoseconds / 1_000_000)
  }

  /// - Parameter looked: a member that is asked whether it is there; nil for a node's question.
  private func send<Request: StoreRequest>(
    _ request: Request, at looked: Int? = nil,
    _ answered: @escaping @Sendable (Request.Response?) -> Void
  ) {
    begin()
    let now = StoreEtcd.milliseconds()
    let member =
      looked ?? members.next(at: now, waiting: calls.values.map { ($0.member, $0.since) })
    guard calls.count < EngineLimits.callsMax, let requests,
      let call = StoreCall(
        request, member: member, isLook: looked != nil, at: now, answered: answered)
    else {
      counts.overflowed += 1
      return answered(nil)
    }
    call.prepare(address, headers: headers)
    calls[ObjectIdentifier(call)] = call
    _ = curl.curl_multi_add_handle(requests, call.handle)
  }

  /// The first request opens everything.
  private func begin() {
    if requests != nil { return }
    requests = curl.curl_multi_init()
    _ = ccurl_set_connections_max(curl, requests, 2 * address.servers.count)
    for field in ["content-type: application/grpc", "te: trailers", "expect:"] {
      headers = curl.curl_slist_append(headers, field)
    }
    _ = ccurl_set_watchers(
      curl,
      requests,
      { _, socket, action, context, known in
        let isKnown = known != nil
        StoreEtcd.at(context)?.assumeIsolated { $0.watch(socket, action, isKnown: isKnown) }
        return 0
      },
      { _, milliseconds, context in
        StoreEtcd.at(context)?.assumeIsolated { $0.wake(after: milliseconds) }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    let watch = DispatchSource.makeReadSource(fileDescriptor: sockets, queue: executor.queue)
    watch.setEventHandler { [weak self] in self?.assumeIsolated { $0.look() } }
    watch.activate()
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.act(-1, 0) } }
    timer.activate()
    (self.watch, self.timer) = (watch, timer)
    look(at: address.servers.indices)
  }

  /// Asks members whether they are there, again and again.
  private func look(at all: Range<Int>) {
    if requests == nil { return }
    for member in all { send(MemberQuestion(), at: member) { _ in } }
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(StoreEtcd.lookMilliseconds)) {
      [weak self] in
      self?.assumeIsolated { $0.look(at: all) }
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> StoreEtcd? {
    context.map { Unmanaged<StoreEtcd>.fromOpaque($0).takeUnretainedValue() }
  }
}

// Sockets, which are libcurl's; it says which to watch, and is told what is ready.
extension StoreEtcd {
  private func watch(_ socket: Int32, _ action: Int32, isKnown: Bool) {
    guard let requests else { return }
    if action == CURL_POLL_REMOVE {
      clinux_epoll_remove(sockets, socket)
      return
    }
    var interest: UInt32 = 0
    if action & CURL_POLL_IN != 0 { interest |= clinux_readable }
    if action & CURL_POLL_OUT != 0 { interest |= clinux_writable }
    let tag = UInt64(UInt32(bitPattern: socket))
    if isKnown {
      clinux_epoll_modify(sockets, socket, interest, tag)
    } else {
      clinux_epoll_add(sockets, socket, interest, tag)
      _ = curl.curl_multi_assign(requests, socket, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private func wake(after milliseconds: Int) {
    if milliseconds < 0 {
      timer?.schedule(deadline: .distantFuture)
    } else {
      timer?.schedule(deadline: .now() + .milliseconds(milliseconds))
    }
  }

  /// Tells libcurl what is ready.
  private func look() {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Int(StoreEtcd.eventsMax)) {
      events in
      let count = epoll_wait(sockets, events.baseAddress, StoreEtcd.eventsMax, 0)
      for event in events.prefix(max(0, Int(count))) {
        var action: Int32 = 0
        if event.events & clinux_readable != 0 { action |= CURL_CSELECT_IN }
        if event.events & clinux_writable != 0 { action |= CURL_CSELECT_OUT }
        if event.events & (clinux_failed | clinux_hung_up) != 0 { action |= CURL_CSELECT_ERR }
        act(Int32(bitPattern: UInt32(event.data.u64)), action)
      }
    }
  }

  private func act(_ socket: Int32, _ action: Int32) {
    guard let requests else { return }
    var running: Int32 = 0
    _ = curl.curl_multi_socket_action(requests, socket, action, &running)
    var left: Int32 = 0
    while let message = curl.curl_multi_info_read(requests, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      let result = ccurl_result(message)
      _ = curl.curl_multi_remove_handle(requests, handle)
      if let call = StoreCall.finished(handle) { finish(call, result) }
    }
  }

  private func finish(_ call: StoreCall, _ result: CURLcode) {
    calls[ObjectIdentifier(call)] = nil
    let outcome = call.finish(result)
    if !call.isLook { count(outcome) }
    let now = StoreEtcd.milliseconds()
    switch outcome {
    case .answered, .unreadable: members.hasAnswered(call.member, at: now)
    case .declined, .unanswered: members.hasFailed(call.member, askedAt: call.since, at: now)
    }
  }

  private func count(_ outcome: StoreOutcome) {
    switch outcome {
    case .answered: counts.answered += 1
    case .declined: counts.declined += 1
    case .unanswered: counts.unanswered += 1
    case .unreadable: counts.unreadable += 1
    }
  }
}
#endif
