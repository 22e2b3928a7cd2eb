/// Finds what somebody meant who mistyped a name.
public enum Suggestion {
  /// The candidate that is nearest to a mistyped name.
  ///
  /// - Parameters:
  ///   - name: The mistyped name.
  ///   - candidates: The right names; of equally near ones the first is taken.
  /// - Returns: `nil` if none is near: about one slip in three letters is forgiven.
  public static func closest(to name: String, among candidates: [String]) -> String? {
    let limit = max(1, name.count / 3)
    let nearest =
      candidates
      .map { (name: $0, distance: distance(from: name.lowercased(), to: $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= limit, nearest.distance < name.count else { return nil }
    return nearest.name
  }

  /// How many slips lead from one text to another.
  ///
  /// A slip is a letter too many, too few or wrong, or two neighbours swapped.
  ///
  /// - Parameters:
  ///   - start: One text.
  ///   - end: The other text.
  /// - Returns: The optimal string alignment distance.
  /// - Complexity: O(*n* · *m*), with the lengths of both.
  static func distance(from start: String, to end: String) -> Int {
    let start = Array(start)
    let end = Array(end)
    var beforeLast: [Int] = []
    var last = Array(0...end.count)
    for row in start.indices {
      var current = [row + 1]
      for column in end.indices {
        let substitution = last[column] + (start[row] == end[column] ? 0 : 1)
        var best = min(substitution, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, start[row] == end[column - 1], start[row - 1] == end[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[end.count]
  }
}
