// Nodes of a cluster with real rooms, in many troubled worlds.

import Cluster
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Tenure of rooms, simulated")
struct ClusterSimulationTests {
  @Test("whatever happens, all that is told is stored, and everybody gets their seat back")
  func everySeed() async {
    let expected = [
      "another clock", "asked for a seat", "bus away", "came back", "cut by people", "doubled",
      "drains", "dropped", "elsewhere", "from afar", "given back", "impatient", "kills", "lent",
      "lent to resume", "links broken", "listed at last", "listed from afar", "lost",
      "messages doubled", "messages lost", "moved on", "no seat here", "quick from afar",
      "refused", "sleeps", "stood", "store away", "stored already", "told", "without both",
      "without bus", "without store",
    ]
    await TenureSeeds(usual: 56, fresh: 4)
      .expectWell("cluster", having: expected) { seed in
        let run = ClusterRun(seed: seed)
        return (run.tally, run.violation)
      }
  }

  /// Two nodes may draw the same code, one after the other.
  @Test("a room that has the code of a closed one is measured by its own events")
  func codeAgain() throws {
    var truth = ClusterTruth(MemoryServer.Setup())
    let code = try require(RoomCode("X38P"))
    var said: [ServerMessage] = []
    for (place, rounds) in [(UInt64(1), 2), (2, 3)] {
      let key = String(repeating: "\(place)", count: 64)
      let settings = "name=a mode=rgb rounds=\(rounds) time=5 level=normal seats=4 listed=1"
      let first = "name=a mode=rgb rounds=1 time=5 level=normal seats=4 listed=1"
      let lines = """
        OPEN by=p\(place) key=\(key) \(first) room=X38P at=1000 n=1
        SIT by=p\(place) name=b icon=star color=#4fa86a token=\(key.prefix(32)) ms=0 room=X38P \
        at=1000 n=3
        CONFIG \(settings) room=X38P at=2000 n=4
        GONE who=p\(place) why=left room=X38P at=3000 n=5
        CLOSE room=X38P at=3000 n=5

        """
      let name = EntryName(epoch: 1, number: place)
      try truth.take(ShardEntry(place: place, name: name, frame: Array(lines.utf8)), of: code.shard)
      let event = Array("ROOM n=4 \(settings)".utf8)
      said.append(try require(try ServerMessage.decode(event[...])))
    }
    // Those of the first may still be on the way.
    expect(truth.events(4, of: code), equals: said)
    expect(truth.last(of: code), equals: 4)
  }

  /// What goes wrong on purpose.
  static let mutants: [(ClusterSlip?, Set<ShardStore.Laxity>)] = [
    (.tellsFirst, []), (.keepsHeld, []), (.hidesHoles, []), (.repeatsMessages, []),
    (.hidesRooms, []), (nil, [.anyOwnerAppends, .anyPlaceIsFree]),
  ]

  @Test("what goes wrong is noticed", arguments: mutants.indices)
  func mutant(index: Int) async {
    let (slip, laxities) = ClusterSimulationTests.mutants[index]
    let isFound = await onOwnThread {
      (1...60).contains { ClusterRun(seed: $0, slip: slip, laxities: laxities).violation != nil }
    }
    expect(isFound, "\(slip.map { "\($0)" } ?? "\(laxities)"), and nobody notices")
  }
}
