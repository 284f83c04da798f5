// The numbers of the protocol that both sides share. The words around them are protocol/README.md.

/// The protocol's version and limits.
public enum Wire {
  /// The version that HELLO and WELCOME name.
  public static let version = 1
  /// The port of an address that names none.
  public static let defaultPort: UInt16 = 7_313
  /// The longest line from a client, in bytes without its ending; longer is `bad-line`.
  public static let clientLineBytesMax = 1_024
  /// The longest line from a server, in bytes without its ending.
  public static let serverLineBytesMax = 4_096
  /// The most fields in a line; more is `bad-field`.
  public static let fieldsMax = 32
  /// The longest word (tokens, nonces), in bytes; names of programs have as many characters.
  public static let wordBytesMax = 64
  /// How many bytes of UTF-8 a text may have for each character it may have. Four is enough for
  /// any letter; more lets some be put together from several scalars, as emoji are.
  public static let textBytesPerCharacter = 8
}
