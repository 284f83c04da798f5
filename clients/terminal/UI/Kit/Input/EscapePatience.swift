// How long an ESC is waited upon before it was the Escape key. A person is kept waiting as little
// as a key's own sequence allows, except while the terminal still owes answers: then an ESC may
// well be the start of one, and the rest of an answer must never be taken for keys. It has no
// clock.

extension Detection {
  /// How long the rest of a key's sequence may take where no network lies between, and where one
  /// does and may bring the bytes of one key apart, in milliseconds.
  static let escapeMillisecondsHere = 25, escapeMillisecondsRemote = 100
  /// After this a terminal that still owes the answer to DA1 is taken for one that gives none, in
  /// milliseconds.
  static let silentMilliseconds = 3_000

  /// Whether answers may still come.
  ///
  /// - Parameter elapsed: since the questions were asked, in milliseconds.
  package func awaitsAnswers(afterAsking elapsed: Int) -> Bool {
    !isComplete && !questions.isEmpty && elapsed < Detection.silentMilliseconds
  }

  /// How long to wait for what belongs to an ESC, in milliseconds.
  ///
  /// - Parameter elapsed: since the questions were asked, in milliseconds.
  package func escapeMilliseconds(afterAsking elapsed: Int) -> Int {
    if awaitsAnswers(afterAsking: elapsed) { return waitMilliseconds }
    return environment.isRemote
      ? Detection.escapeMillisecondsRemote : Detection.escapeMillisecondsHere
  }
}
