// Where on the screen the controls are, for the mouse. A view marks what it draws, in the order in
// which it draws; the map knows nothing of what a control is or does.

/// The controls of one screen. `Name` is what the screen calls each of them.
struct HitMap<Name: Equatable & Sendable>: Sendable {
  /// A control under the mouse and the area that was marked as it.
  struct Hit: Equatable, Sendable {
    var control: Name
    var area: Area
  }

  private var hits: [Hit] = []

  init() {}

  /// Says what an area of the canvas is. What is marked later lies on top.
  mutating func mark(_ area: Area, as control: Name) {
    hits.append(Hit(control: control, area: area))
  }

  /// The topmost control at a place.
  func hit(at point: Point) -> Hit? {
    hits.last { $0.area.contains(point) }
  }

  /// The area of a control, wherever the mouse is: a drag that leaves its track still moves it.
  func area(of control: Name) -> Area? {
    hits.last { $0.control == control }?.area
  }
}
