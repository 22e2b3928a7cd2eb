import BestiesKit
import Commands
import Foundation

/// One friend in full, for people.
enum FriendCard {
  /// The name, and a line for each field that is known.
  static func text(of friend: Friend) -> String {
    let fields = FriendField.all.dropFirst().flatMap { field in field.cardTexts(friend).map { (field.cardLabel, $0) } }
    let lines = (fields + [("id", friend.id)]).flatMap { label, text in
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { index, line in
        line.isEmpty ? "" : "  \(index == 0 ? padded(label) : padded(""))\(PrintableText.of(String(line)))"
      }
    }
    return ([PrintableText.of(friend.name)] + lines).map { $0 + "\n" }.joined()
  }

  private static func padded(_ label: String) -> String { label + String(repeating: " ", count: 10 - label.count) }
}
