// What a value means, as a word: text stands as it is, flags are yes or no, ΔE is in thousandths,
// an absent field is "". It is a second way to write every type, without the codec.

import Chroma
import Framing
import Game
import Wire

extension RoomSettings {
  /// A value for every key of ROOM.
  var meaning: [String: String] {
    settingMeaning { $0 == .names && names == .own ? nil : self[$0] }
      .merging(["pass": word(hasPassword)]) { $1 }
  }
}

extension RoomWishes {
  /// A value for every setting.
  var meaning: [String: String] { settingMeaning { self[$0] } }
}

private func settingMeaning(_ value: (RoomSetting) -> SettingValue?) -> [String: String] {
  Dictionary(uniqueKeysWithValues: RoomSetting.all.map { ($0.key, word(value($0))) })
}

private func word(_ value: SettingValue?) -> String {
  switch value {
  case .mode(let mode): word(mode)
  case .level(let level): word(level)
  case .names(let names): names.rawValue
  case .number(let number): word(number)
  case .flag(let isOn): word(isOn)
  case .text(let text): text
  case nil: ""
  }
}

func word(_ number: Int?) -> String { number.map(String.init) ?? "" }
func word(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "" }
func word(_ text: String?) -> String { text ?? "" }
func word(_ choice: (some RawRepresentable<String>)?) -> String { choice?.rawValue ?? "" }
func word(_ moment: Instant?) -> String { word(moment?.milliseconds) }
func word(_ player: PlayerID?) -> String { player.map { "p\($0.number)" } ?? "" }
func word(_ guess: Guess?) -> String {
  guess?.values.map(String.init).joined(separator: ",") ?? ""
}
func word(_ difference: Difference?) -> String { word(difference?.thousandths) }
func word(_ color: Color?) -> String { color?.hex ?? "" }
func word(_ mode: Mode?) -> String { mode?.name ?? "" }
func word(_ code: RoomCode) -> String { code.text }
func word(_ nonce: Nonce?) -> String { nonce?.text ?? "" }
func word(_ board: Board) -> String { board.name }
func word(_ day: Day?) -> String { day?.text ?? "" }
func word(_ key: PublicKey) -> String { word(key.bytes) }
func word(_ id: KeyID?) -> String { word(id?.bytes) }
func word(_ seed: MatchSeed) -> String { word(seed.bytes) }
func word(_ bytes: [UInt8]?) -> String {
  (bytes ?? []).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
}
func word(_ numbers: [Int]) -> String { list(numbers.map { word($0) }) }
func word(_ players: [PlayerID]) -> String { list(players.map { word($0) }) }
func word(_ nonces: [Nonce]) -> String { list(nonces.map { word($0) }) }
func word(_ icons: [Icon]) -> String { list(icons.map { word($0) }) }
func word(_ colors: [Color]) -> String { list(colors.map { word($0) }) }
func word(_ hashes: [[UInt8]]) -> String { list(hashes.map { word($0) }) }
func word(_ names: [String]) -> String { list(names) }
private func list(_ words: [String]) -> String { words.joined(separator: ",") }

/// Bytes that stand as base64.
func letters(_ bytes: [UInt8]) -> String { base64(bytes) }
