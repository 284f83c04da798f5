// Files that somebody names on the command line, read whole.

import Glibc

/// The bytes of a file; `-` is standard input.
///
/// - Parameter bytesMax: more than this is refused, in whole MiB.
func bytes(ofFile file: String, atMost bytesMax: Int) throws(Failure) -> [UInt8] {
  func failure(_ what: String) -> Failure {
    Failure("\(what) \(file): \(String(cString: strerror(errno)))")
  }
  let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure("cannot open") }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count == 0 { return bytes }
    if count < 0 {
      if errno == EINTR { continue }
      throw failure("cannot read")
    }
    bytes += piece[..<count]
    guard bytes.count <= bytesMax else {
      throw Failure("\(file) is longer than \(bytesMax >> 20) MiB")
    }
  }
}
