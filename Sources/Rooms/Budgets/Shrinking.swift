// Room that is given back. A dictionary and a heap keep room for as many as they ever held, and a
// hall is made of both: without this it would for ever have the size of its fullest hour.
// Invariant: what is kept is at most eight times what is needed, or next to nothing.

import HeapModule

/// Room for so many is kept, even if nothing needs it.
private let roomKept = 64

extension Dictionary {
  /// Gives back room that is not needed any more; to be called after a removal. It moves what is
  /// left when seven of eight places are free: a seventh of a move for each removal before.
  mutating func shrinkIfSparse() {
    guard capacity > roomKept, count < capacity / 8 else { return }
    var smaller = Dictionary(minimumCapacity: 2 * count)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}

/// A heap that gives back room as dictionaries do, by the most it held since it last did.
struct ShrinkingHeap<Element: Comparable> {
  private var elements = Heap<Element>()
  private var room = 0

  /// The least element; nil when there is none.
  var min: Element? { elements.min }
  /// For how many there is room, as far as is known here.
  var capacity: Int { room }

  /// Adds an element.
  mutating func insert(_ element: Element) {
    elements.insert(element)
    room = Swift.max(room, elements.count)
  }

  /// Takes the least element out.
  mutating func removeMin() {
    elements.removeMin()
    guard room > roomKept, elements.count < room / 8 else { return }
    var smaller = Heap<Element>(minimumCapacity: 2 * elements.count)
    smaller.insert(contentsOf: elements.unordered)
    elements = smaller
    room = 2 * elements.count
  }
}

extension ShrinkingHeap: Sendable where Element: Sendable {}
