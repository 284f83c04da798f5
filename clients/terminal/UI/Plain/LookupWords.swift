// What is looked up in a server's archive, in words, for screens and lines alike.

import ClientCore
import Game
import Wire

extension Lookup {
  /// What it is called.
  var title: String {
    switch self {
    case .board(.daily, _): Words["today's five"]
    case .board(.rating(let family), _): Words["rating in \(Words[entry: family])"]
    case .board(.best(let mode), .always): Words["best of \(mode)"]
    case .board(.best(let mode), .week): Words["best of \(mode) this week"]
    case .board(.best(let mode), .day): Words["best of \(mode) today"]
    case .past: Words["your matches"]
    case .forgetting: ""
    }
  }
}

extension Found {
  /// Why there is nothing to be told; nil when there is.
  package var whyNot: String? {
    switch refusal {
    case nil: nil
    case .unproved: Words["The server does not know who you are."]
    case .some: Words["This server keeps no boards, or cannot read them just now."]
    }
  }
}

extension PlayedMatch {
  /// How it ended.
  var ending: String {
    let place = place.map { of > 1 ? Words["place \($0) of \(of)"] : "" } ?? Words["left"]
    let kind = copies.map { _ in isFirstTry ? Words["first try"] : Words["later try"] }
    return [place, kind ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension RatingChange {
  /// What has become of a rating.
  var words: String {
    guard missing == 0 else {
      return Words[
        missing, "rating ? until \(missing) more rated match",
        "rating ? until \(missing) more rated matches"]
    }
    let change = delta < 0 ? "−\(-delta)" : "+\(delta)"
    return Words["rating \(rating)  \(change)  ±\(margin)"]
  }
}
