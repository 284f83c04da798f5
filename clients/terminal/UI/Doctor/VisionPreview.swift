// Some targets as other eyes see them, beside the true ones: for a host who sets a room up and
// wants to know who can play in it. How eyes see is Chroma's (Vision.swift); here it is only laid
// out, in swatches and in figures, so that it says something without colors too.

import Chroma
import ClientCore

/// A table of targets: one row each, a column for each kind of eyes.
enum VisionPreview {
  /// What is shown: a color from every part of the hues, a brown, an olive and a gray.
  static let targets = [
    "#e5484d", "#f28c28", "#c9c23a", "#3a9d4b", "#00a3a3", "#2e6fc1", "#8a5bd6", "#d16ba5",
    "#8a6d3b", "#6b7a3a", "#808080",
  ]
  .compactMap { Color(hex: $0) }

  private static let patchColumns = 8
  private static let columnWidth = 18

  static var lines: [DoctorLine] {
    let heads = Vision.allCases.map { vision in padded(name(of: vision)) }.joined()
    let rows = targets.map { target in
      var line = DoctorLine("  ")
      for vision in Vision.allCases {
        let seen = target.seen(by: vision)
        let hex = " \(seen.hex)"
        let rest = String(repeating: " ", count: columnWidth - patchColumns - hex.count)
        line.pieces += [.patch(seen, columns: patchColumns), .text(hex + rest)]
      }
      return line
    }
    return [
      DoctorLine(.strong(Words["Targets as other eyes see them"])), DoctorLine("  \(heads)"),
    ] + rows + [
      DoctorLine(
        Words["  protan: no cones for long waves; deutan: for medium; tritan: for short."]),
      DoctorLine(
        Words["  Figures are exact; in 256 colors, patches are only the nearest."]),
      DoctorLine(Words["  A model (Machado, Oliveira and Fernandes 2009), not a pair of eyes."]),
    ]
  }

  private static func name(of vision: Vision) -> String {
    vision == .normal ? Words["as it is"] : vision.rawValue
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: columnWidth - name.count)
  }
}
