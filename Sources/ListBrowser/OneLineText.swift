/// A text in a line of a form: each of its line ends is shown as a sign, and comes back as it was.
struct OneLineText: Equatable {
  /// What stands for a line end, of whatever kind it is.
  static let lineEnd: Character = "⏎"
  /// Longer parts are taken as they were typed: it would take long to find out what of them was there before.
  private static let longestCompared = 1000

  let text: String

  /// The text as the line shows it: as many characters.
  var shown: String { String(text.map { $0.isNewline ? Self.lineEnd : $0 }) }

  /// What becomes of the text by editing what is shown of it.
  ///
  /// - Parameters:
  ///   - typed: What is shown after the editing.
  ///   - takesLines: Whether a sign that was added ends a line; else it is itself.
  /// - Returns: What was typed; the characters that stay are those of the text.
  /// - Complexity: O(*n*), and more for the part that was changed.
  func edited(to typed: String, takesLines: Bool) -> String {
    // One letter may be spelled in two ways, and be equal.
    func isSame(_ left: Character, _ right: Character) -> Bool { left.utf8.elementsEqual(right.utf8) }
    let old = Array(text)
    let shown = Array(shown)
    let typed = Array(typed)
    let start = zip(shown, typed).prefix(while: isSame).count
    let end = zip(shown[start...].reversed(), typed[start...].reversed()).prefix(while: isSame).count
    var middle = Array(old[start..<old.count - end])
    let added = typed[start..<typed.count - end]
    func entered(_ character: Character) -> Character { takesLines && character == Self.lineEnd ? "\n" : character }
    if max(middle.count, added.count) > Self.longestCompared {
      middle = added.map(entered)
    } else {
      for change in added.difference(from: shown[start..<shown.count - end], by: isSame) {
        switch change {
        case .remove(let offset, _, _): middle.remove(at: offset)
        case .insert(let offset, let character, _): middle.insert(entered(character), at: offset)
        }
      }
    }
    return String(old[..<start] + middle + old[(old.count - end)...])
  }
}
