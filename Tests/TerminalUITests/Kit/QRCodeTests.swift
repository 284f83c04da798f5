// Codes against those that other programs make of the same texts. The one picture and all numbers
// come from the Python package qrcode 8.2, told the version, the level and the mask; zbarimg has
// read codes of every version.

import TestSupport
import Testing

@testable import TerminalUI

@Suite("QR codes")
struct QRCodeTests {
  private func rows(_ code: QRCode) -> [String] {
    (0..<code.size)
      .map { row in
        String((0..<code.size).map { code.isDark($0, row) ? "#" : "." as Character })
      }
  }

  @Test func areTheSquaresThatOthersMake() throws {
    let code = try require(QRCode("chromatch", mask: 3))
    expect(
      rows(code),
      equals: [
        "#######.#.....#######", "#.....#.#..##.#.....#", "#.###.#..###..#.###.#",
        "#.###.#.#.#.#.#.###.#", "#.###.#....#..#.###.#", "#.....#..####.#.....#",
        "#######.#.#.#.#######", "........#.###........", "#.##.###.####.#..#.##",
        "#..###...#.##..##...#", ".###.##.#.##.#.#.#.##", "#...##.#.#.#....##..#",
        ".#...##..#..#.#..#...", "........#..#...###...", "#######.#..###.##.#..",
        "#.....#.###......###.", "#.###.#..#..#.#..##..", "#.###.#.####..#..###.",
        "#.###.#.##..#.#..#...", "#.....#..#...#.#....#", "#######.#....#.#..#..",
      ])
  }

  /// So many letters, the version they just fit, the mask, and the squares summed up.
  @Test(
    arguments: [
      ("y", 17, 1, 1, 0x567b_cb01_5105_3c99), ("y", 32, 2, 2, 0x1a32_69a2_8207_8f7f),
      ("y", 53, 3, 3, 0x6734_d903_1bdf_b0b3), ("y", 78, 4, 4, 0x28e1_e6d9_c17a_f2f1),
      ("y", 106, 5, 5, 0xaa24_ef1e_60af_f39a), ("y", 134, 6, 6, 0xb96a_133b_1718_44ff),
      ("y", 154, 7, 7, 0x0179_c2e9_232d_cd03), ("y", 192, 8, 0, 0x373b_b35d_cbfa_9db3),
      ("y", 230, 9, 1, 0x8816_a6a6_02da_0106), ("y", 271, 10, 2, 0xf74f_5f05_ad4a_cf07),
      ("x", 14, 1, 3, 0xd622_d013_1380_6ae3), ("x", 26, 2, 4, 0x485e_93d2_7295_7dbf),
      ("x", 42, 3, 5, 0x4118_31a9_18f7_d3d6), ("x", 62, 4, 6, 0x75c9_2e37_cf04_13a0),
      ("x", 84, 5, 7, 0x3ede_d109_2fdd_622f),
    ] as [(String, Int, Int, Int, UInt64)])
  func fillEveryVersionToTheBrim(
    _ letter: String, _ count: Int, _ version: Int, _ mask: Int, _ sum: UInt64
  ) throws {
    let code = try require(QRCode(String(repeating: letter, count: count), mask: mask))
    expect(code.size, equals: 17 + 4 * version)
    // FNV-1a over the squares, 64 bits.
    let seen = rows(code).joined().utf8
      .reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
        ($0 ^ ($1 == UInt8(ascii: "#") ? 1 : 0)) &* 0x100_0000_01b3
      }
    expect(seen, equals: sum)
  }

  @Test func thereIsNoneForATextThatIsTooLong() {
    expect(QRCode(String(repeating: "x", count: 271)), differsFrom: nil)
    expect(QRCode(String(repeating: "x", count: 272)), equals: nil)
  }
}
