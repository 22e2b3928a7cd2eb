/// Text whose parts may look different, such as a name with what a search has found in it.
///
/// ```swift
/// let name = StyledText("Joan ") + StyledText("Wal", style: theme[.match]) + StyledText("ker")
/// ```
public struct StyledText: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    /// The text.
    public var text: String
    /// How it looks.
    public var style: Style

    /// Makes a run.
    public init(_ text: String, style: Style = Style()) {
      self.text = text
      self.style = style
    }
  }

  /// The pieces, in order; none is empty, and neighbours differ in style.
  public private(set) var runs: [Run] = []

  /// Makes a text in one style.
  public init(_ text: String = "", style: Style = Style()) {
    append(text, style: style)
  }

  /// The text alone.
  public var text: String { runs.map(\.text).joined() }

  /// The columns that the text takes on the screen.
  public var displayWidth: Int { runs.reduce(0) { $0 + $1.text.displayWidth } }

  /// Adds text at the end.
  public mutating func append(_ text: String, style: Style = Style()) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text, style: style))
    }
  }

  /// One text after the other.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    for run in right.runs { sum.append(run.text, style: run.style) }
    return sum
  }

  /// A copy with that style put on the text of a range.
  ///
  /// - Parameters:
  ///   - style: Laid over what the text has already.
  ///   - range: A range of `text`.
  /// - Returns: The copy.
  public func applying(_ style: Style, to range: Range<String.Index>) -> StyledText {
    let text = text
    let lower = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let upper = text.utf8.distance(from: text.startIndex, to: range.upperBound)
    var result = StyledText()
    var start = 0
    for run in runs {
      let count = run.text.utf8.count
      let from = min(max(lower - start, 0), count)
      let to = min(max(upper - start, from), count)
      result.append(run.text.utf8Slice(0..<from), style: run.style)
      result.append(run.text.utf8Slice(from..<to), style: style.over(run.style))
      result.append(run.text.utf8Slice(to..<count), style: run.style)
      start += count
    }
    return result
  }

  /// The text in at most that many columns, ended by `…` if some of it is cut off.
  ///
  /// - Parameter width: The columns; of 0 and less nothing is left but what takes none.
  /// - Returns: The text, or its beginning.
  /// - Complexity: O(*width*), however long the text is.
  public func truncated(toWidth width: Int) -> StyledText {
    // No character takes more columns than it has bytes.
    guard runs.reduce(0, { $0 + $1.text.utf8.count }) > width else { return self }
    var used = 0
    /// What first leaves no room for the ellipsis.
    var cut: (run: Int, index: String.Index)?
    for (number, run) in runs.enumerated() {
      for index in run.text.indices {
        used += Cluster(run.text[index]).width
        if used >= width, cut == nil { cut = (number, index) }
        if used > width, let cut { return width > 0 ? beginning(upTo: cut.index, of: cut.run) : StyledText() }
      }
    }
    return self
  }

  private func beginning(upTo end: String.Index, of number: Int) -> StyledText {
    var beginning = StyledText()
    for run in runs.prefix(number) { beginning.append(run.text, style: run.style) }
    beginning.append(String(runs[number].text[..<end]), style: runs[number].style)
    beginning.append("…", style: runs[number].style)
    return beginning
  }
}

extension String {
  fileprivate func utf8Slice(_ range: Range<Int>) -> String {
    let lower = utf8.index(startIndex, offsetBy: range.lowerBound)
    let upper = utf8.index(startIndex, offsetBy: range.upperBound)
    return String(self[lower..<upper])
  }
}
