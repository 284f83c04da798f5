// How the program stays as small as what it holds: crowds come and go, and their memory goes with
// them.

import Net

/// Has memory that is free go back to the system every few seconds, for as long as the task runs.
/// Called before the server starts, because an arena that a thread has made stays.
///
/// - Parameter lanes: how many lanes the server has; the door allocates beside them.
func keepMemory(lanes: Int) -> Task<Void, any Error> {
  ProcessMemory.limitArenas(to: lanes + 1)
  return Task {
    while true {
      try await Task.sleep(for: .seconds(secondsBetween))
      ProcessMemory.giveBack()
    }
  }
}

/// Long enough to cost nothing, short enough to have a crowd's memory back before the next one.
private let secondsBetween = 10
