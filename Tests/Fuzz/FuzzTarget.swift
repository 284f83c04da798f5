// What is fuzzed, by name. A target takes any bytes and traps when a law is broken, which is how a
// fuzzer is told; it knows no fuzzer, so the ordinary tests run the same targets over the corpus.
// Each has its seeds in Corpus/<name> and its words in Dictionaries/<name>.dict.

/// One parser, or a few that are fed alike.
public struct FuzzTarget: Sendable {
  /// What it is asked for by, and what its folder of seeds is called.
  public let name: String
  /// Runs it on any bytes.
  public let run: @Sendable ([UInt8]) -> Void

  /// Every target there is.
  public static let all = [
    FuzzTarget("lines", [clientLines, serverLines, shortLines]),
    FuzzTarget("frames", [frames, linesOverWebSocket, text, messages]),
    FuzzTarget("heads", [requestHeads, responseHeads, starts]),
    FuzzTarget("proxies", [proxyHeaders, proxiedStreams, proxyFields]),
    FuzzTarget("transcripts", [transcripts]),
  ]

  /// - Parameter readers: what the bytes may be fed to. Where there are several the first byte
  ///   chooses, so that a seed begins with a digit from 0.
  private init(_ name: String, _ readers: [@Sendable ([UInt8]) -> Void]) {
    self.name = name
    if readers.count == 1 {
      run = readers[0]
    } else {
      run = { bytes in
        guard let first = bytes.first else { return }
        readers[Int(first &- UInt8(ascii: "0")) % readers.count](Array(bytes.dropFirst()))
      }
    }
  }
}
