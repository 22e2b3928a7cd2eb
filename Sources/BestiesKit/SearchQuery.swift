import FetchedResults

/// What one looks for: the text of the search field, or the words of a command, understood.
///
/// The search language lives here and nowhere else. Today it has one kind of term, the word, and
/// no signs: quotes, `%`, `_`, `*` and `-` are themselves.
public struct SearchQuery: Hashable, Sendable {
  /// The words, each as it was typed; a friend matches if all of them occur in it.
  public var words: [String]

  /// Whether nothing is asked for, so that everything matches.
  public var isEmpty: Bool { words.isEmpty }

  /// Reads the text of the search field.
  ///
  /// Words are separated by white space of any kind. A text of white space, or of characters that show nothing, asks for nothing.
  ///
  /// - Parameter text: What was typed.
  public init(_ text: String) {
    words = text.searchWords
  }

  /// Reads the words of a command; one that holds white space is several.
  ///
  /// - Parameter arguments: The arguments, as the shell gave them.
  public init(arguments: [String]) {
    words = arguments.flatMap { SearchQuery($0).words }
  }
}
