// One request on its way to the store and back: libcurl's handle, and what has come of the answer.
// Confined to the store's queue. It knows neither members nor other requests.

#if Cluster
import CCurl
import Cluster

/// A request on its way.
final class StoreCall {
  let handle: UnsafeMutableRawPointer
  /// Which member is asked.
  let member: Int
  /// When, in milliseconds of the queue's clock.
  let since: Int
  /// Whether it only asks if the member is there.
  let isLook: Bool
  private let body: [UInt8]
  private let answerBytesMax: Int
  /// Told the bytes of the answer, or nil when there is none; says whether they can be read.
  private let answered: @Sendable ([UInt8]?) -> Bool
  private var answer: [UInt8] = []
  /// What gRPC says of it in the end: 0 is well. Nil as long as it says nothing.
  private var status: Int?

  init?<Request: StoreRequest>(
    _ request: Request, member: Int, isLook: Bool, at now: Int,
    answered: @escaping @Sendable (Request.Response?) -> Void
  ) {
    guard let handle = curl.curl_easy_init() else { return nil }
    self.handle = handle
    self.member = member
    (body, answerBytesMax) = (request.encoded, Request.answerBytesMax)
    self.answered = { bytes in
      let answer = bytes.flatMap { try? request.answer(in: $0) }
      answered(answer)
      return answer != nil
    }
    (since, self.isLook) = (now, isLook)
  }

  deinit { curl.curl_easy_cleanup(handle) }

  /// Sets everything up that the request needs.
  func prepare(_ address: EngineAddress, headers: UnsafeMutablePointer<curl_slist>?) {
    let texts: [(CURLoption, String)] = [
      (CURLOPT_URL, address.servers[member] + StoreProtocol.path),
      (CURLOPT_CAINFO, address.authority), (CURLOPT_SSLCERT, address.certificate),
      (CURLOPT_SSLKEY, address.key),
    ]
    for (option, text) in texts { _ = ccurl_set_text(curl, handle, option, text) }
    let numbers: [(CURLoption, Int)] = [
      // HTTP/2 is agreed on under TLS. In plaintext libcurl 7.88 cannot take up a connection again.
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)), (CURLOPT_PIPEWAIT, 1),
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, EngineLimits.callMillisecondsMax),
    ]
    for (option, number) in numbers { _ = ccurl_set_number(curl, handle, option, number) }
    _ = ccurl_set_headers(curl, handle, headers)
    _ = body.withUnsafeBytes { ccurl_set_body(curl, handle, $0.baseAddress, body.count) }
    // `finished` takes back a call that is done.
    _ = ccurl_set_sinks(
      curl,
      handle, { data, _, count, context in StoreCall.at(context)?.take(data, count) ?? 0 },
      { data, _, count, context in StoreCall.at(context)?.note(data, count) ?? 0 },
      Unmanaged.passRetained(self).toOpaque())
  }

  /// The call whose handle is done; it is let go of.
  static func finished(_ handle: UnsafeMutableRawPointer) -> StoreCall? {
    ccurl_context(curl, handle).map { Unmanaged<StoreCall>.fromOpaque($0).takeRetainedValue() }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> StoreCall? {
    context.map { Unmanaged<StoreCall>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a part of the answer; nothing of one that is too long.
  private func take(_ data: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard answer.count + count <= answerBytesMax else { return 0 }
    answer += UnsafeRawBufferPointer(start: data, count: count)
    return count
  }

  private func note(_ data: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let field = String(decoding: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self)
    let parts = field.split(separator: ":", maxSplits: 1)
    if parts.count == 2, parts[0].lowercased() == "grpc-status" {
      status = Int(parts[1].filter { !$0.isWhitespace })
    }
    return count
  }

  /// Hands over what was answered, or that nothing was.
  ///
  /// While another stream waits for room in its buffer, libcurl 7.88 drops the trailers of those
  /// that end, where gRPC's status is. An answer with a message needs none: a member that declines
  /// sends a status and no message, and a message says how long it is.
  func finish(_ result: CURLcode) -> StoreOutcome {
    let isAnswer = ccurl_status(curl, handle) == 200 && !answer.isEmpty
    guard result == CURLE_OK, isAnswer, status ?? 0 == 0 else {
      abandon()
      return result == CURLE_OK ? .declined : .unanswered
    }
    return answered(answer) ? .answered : .unreadable
  }

  /// Says that nothing was answered.
  func abandon() { _ = answered(nil) }
}

/// What became of a request.
enum StoreOutcome {
  case answered
  /// The member cannot or will not: it has no leader, or the store is full.
  case declined
  /// There is no connection, or it says nothing.
  case unanswered
  /// It says what it cannot mean.
  case unreadable
}
#endif
