// `chromatchd archive backup`, `restore` and `export`: copies of what a server has kept. A backup
// has all that a server is known by, and makes it the same one elsewhere. Nothing that is there is
// overwritten but an older backup; what a restoration replaces is moved aside.

import Archive
import ArchiveSQLite
import ArgumentParser
import Game
import Glibc
import Net
import Server
import Wire

extension ArchiveCommand {
  struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copy the archive and the keys to a directory, from which restore takes them.",
      discussion: "The server may run meanwhile. A backup that is there is replaced.")

    @ParentCommand var server: Chromatchd

    @Option(help: ArgumentHelp("Where to; it is made if need be.", valueName: "directory"))
    var to: String

    func run() throws {
      let folder = try server.options.archiveFolder()
      let size = try folder.reader().size()
      let target = try StateDirectory(to)
      let keys = try StateDirectory(server.options.statePath()).copyKeys(to: target)
      try folder.copyArchive(to: "\(to)/archive.db")
      print("\(count(size, "match", "matches")) and \(keys.joined(separator: ", ")) are in \(to)")
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put a backup in the place of the archive, which is moved aside.",
      discussion: """
        The backup is a directory that backup has made, or one of the daily files in \
        archive/backups, which has no keys. Run it as the user that the server runs as.
        """)

    @ParentCommand var server: Chromatchd

    @Option(help: ArgumentHelp("The backup.", valueName: "directory or file"))
    var from: String

    func run() throws {
      let target = try StateDirectory(server.options.statePath())
      var copy = from
      if isDirectory(from) {
        copy = "\(from)/archive.db"
        _ = try StateDirectory(from).copyKeys(to: target)
      }
      let (matches, aside) = try server.options.archiveFolder().restore(from: copy, now: now())
      print("the archive has \(count(matches, "match", "matches")) of \(copy)")
      if let aside { print("what was there is in \(aside)") }
    }

    private func isDirectory(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write each record to a file of its own, signed, as chromatch verify reads it.")

    @ParentCommand var server: Chromatchd

    @Option(
      help: ArgumentHelp(
        "Where to; records that are there already stay as they are.", valueName: "directory"))
    var to: String

    func run() throws {
      let archive = try server.options.archiveReader()
      let log = try server.options.log()
      guard mkdir(to, 0o700) == 0 || errno == EEXIST else { throw failure("cannot make \(to)") }
      var tree = MerkleTree(hashing: .openSSL)
      let size = try archive.size()
      for leaf in try archive.leaves(from: 0, count: size) { tree.append(leaf) }
      let signature = log.signature(of: tree)
      var (written, known) = (0, 0)
      for index in 0..<size {
        guard let record = try archive.record(index, for: .anybody), let body = record.body else {
          continue
        }
        let path = "\(to)/\(index).record"
        if try isThere(path, beginningWith: body) {
          known += 1
          continue
        }
        let receipt = Receipt(
          index: index, leaf: record.leaf, path: tree.path(of: index, in: size), size: size,
          root: tree.root(of: size), signature: signature, key: log.key)
        var bytes = body + record.persons.flatMap { Array("\($0)\n".utf8) }
        for line in receipt.lines { line.encode(into: &bytes) }
        try write(bytes, path)
        written += 1
      }
      let kept = count(size, "match", "matches")
      let before = known == 0 ? "" : ", \(known) were there"
      print("\(count(written, "record", "records")) of \(kept) written to \(to)\(before)")
      print("signed by the key \(String(hex: log.key)) of the log \(log.name)")
    }

    /// Whether a record was exported before. One that is not this log's is not touched.
    private func isThere(_ path: String, beginningWith body: [UInt8]) throws -> Bool {
      guard let file = fopen(path, "r") else {
        if errno == ENOENT { return false }
        throw failure("cannot read \(path)")
      }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: body.count)
      let length = fread(&bytes, 1, bytes.count, file)
      if length == body.count, bytes == body { return true }
      throw Failure("\(path) is not the record of that match: move it away")
    }

    /// Writes a file that is there whole or not at all.
    private func write(_ bytes: [UInt8], _ path: String) throws {
      let draft = "\(path).new"
      guard let file = fopen(draft, "w") else { throw failure("cannot make \(draft)") }
      let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
      guard fclose(file) == 0, isWritten, rename(draft, path) == 0 else {
        throw failure("cannot write \(path)")
      }
    }

    private func failure(_ what: String) -> Failure {
      Failure("\(what): \(String(cString: strerror(errno)))")
    }
  }
}
