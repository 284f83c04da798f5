// Reads a folder of the file system into memory, once, and only as much as was agreed. Hidden files
// stay where they are, and so does whatever a symbolic link shows that lies outside of the folder
// or in a hidden part of it. What cannot be read is a failure with a sentence, never a missing
// page. It knows nothing of HTTP.

import Glibc

/// How much a folder may hold.
public struct WebFolderLimits: Equatable, Sendable {
  /// Files in the folder and below.
  public var filesMax = 256
  /// Bytes of one file.
  public var fileBytesMax = 4 << 20
  /// Bytes of all files together.
  public var bytesMax = 32 << 20
  /// Folders within each other, the first one included.
  public var depthMax = 8

  /// What is enough for a web client.
  public init() {}
}

/// Reads one folder.
struct FolderReader {
  /// A file as it was found.
  struct Found: Equatable {
    /// From the folder on, with a slash in front: `/fonts/title.woff2`.
    let path: String
    let bytes: [UInt8]
  }

  /// Where the folder really is, links resolved.
  private let root: String
  private let limits: WebFolderLimits
  private var found: [Found] = []
  private var byteCount = 0

  /// All files of a folder, ordered by their paths' bytes.
  ///
  /// - Throws: what cannot be read, or which limit it is beyond.
  static func read(
    _ directory: String, limits: WebFolderLimits
  ) throws(WebFolder.Failure) -> [Found] {
    guard let root = resolved(directory) else { throw .system("cannot find", directory) }
    var reader = FolderReader(root: root, limits: limits)
    try reader.readFolder("", depth: 1)
    return reader.found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private init(root: String, limits: WebFolderLimits) {
    self.root = root
    self.limits = limits
  }

  /// Reads what is in a folder.
  /// - Parameter path: the folder's path below the root, without a slash at its end.
  private mutating func readFolder(_ path: String, depth: Int) throws(WebFolder.Failure) {
    guard depth <= limits.depthMax else {
      throw WebFolder.Failure("\(root) has more than \(limits.depthMax) folders within each other")
    }
    guard let folder = opendir(root + path) else { throw .system("cannot read", root + path) }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Nobody can ask for a name that is not UTF-8.
      guard let name, !name.hasPrefix(".") else { continue }
      try readEntry("\(path)/\(name)", depth: depth)
    }
  }

  /// Reads a file or a folder; a folder that a link leads to is left out, as are things that are
  /// neither.
  private mutating func readEntry(_ path: String, depth: Int) throws(WebFolder.Failure) {
    var status = stat()
    guard lstat(root + path, &status) == 0 else { throw .system("cannot read", root + path) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: try readFolder(path, depth: depth + 1)
    case S_IFREG: try readFile(path, at: root + path)
    case S_IFLNK:
      if let target = Self.resolved(root + path), isVisible(target) {
        try readFile(path, at: target)
      }
    default: break
    }
  }

  /// Whether a resolved path is one that the folder shows by itself.
  private func isVisible(_ target: String) -> Bool {
    guard target.utf8.starts(with: "\(root)/".utf8) else { return false }
    return !target.utf8.dropFirst(root.utf8.count)
      .split(separator: UInt8(ascii: "/"))
      .contains { $0.first == UInt8(ascii: ".") }
  }

  private mutating func readFile(
    _ path: String, at target: String
  ) throws(WebFolder.Failure) {
    // A pipe that took the file's place must not be waited for.
    let file = open(target, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw .system("cannot read", target) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system("cannot read", target) }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    if found.count == limits.filesMax {
      throw WebFolder.Failure("\(root) has more than \(limits.filesMax) files")
    }
    let bytes = try contents(of: file, at: target, expecting: Int(status.st_size))
    byteCount += bytes.count
    if byteCount > limits.bytesMax {
      throw WebFolder.Failure("\(root) has more than \(limits.bytesMax) bytes")
    }
    found.append(Found(path: path, bytes: bytes))
  }

  /// All bytes of a file, as many as there are by the time it has been read.
  private func contents(
    of file: Int32, at target: String, expecting size: Int
  ) throws(WebFolder.Failure) -> [UInt8] {
    // One byte more than may be shows a file that is too long.
    var bytes = [UInt8](repeating: 0, count: min(size, limits.fileBytesMax) + 1)
    var count = 0
    while true {
      let capacity = bytes.count
      let step = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress.map { $0 + count }, capacity - count)
      }
      if step < 0 {
        if errno == EINTR { continue }
        throw .system("cannot read", target)
      }
      count += step
      if count > limits.fileBytesMax {
        throw WebFolder.Failure("\(target) has more than \(limits.fileBytesMax) bytes")
      }
      if step == 0 { return Array(bytes[..<count]) }
      if count == capacity { bytes += [UInt8](repeating: 0, count: capacity) }
    }
  }

  /// A path without links and dots; nil if there is nothing at it.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }
}

extension WebFolder.Failure {
  fileprivate static func system(_ what: String, _ path: String) -> Self {
    Self("\(what) \(path): \(String(cString: strerror(errno)))")
  }
}
