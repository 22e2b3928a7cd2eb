/// A key, or several, and what they do: data, from which keys are looked up and help is made.
public struct KeyBinding<Action: Hashable & Sendable>: Hashable, Sendable {
  /// The keys; the first is the one that hints name.
  public var keys: [Key]
  /// What they do.
  public var action: Action
  /// What they do, in words, for the help.
  public var help: String
  /// Under which heading the help shows it.
  public var group: String
  /// What they do, in one word, for the hint line; not there if `nil`.
  public var hint: String?

  /// Makes a binding.
  public init(
    _ keys: Key..., action: Action, help: String, group: String, hint: String? = nil
  ) {
    self.init(keys: keys, action: action, help: help, group: group, hint: hint)
  }

  /// Makes a binding of keys that are known when the app runs.
  public init(keys: [Key], action: Action, help: String, group: String, hint: String? = nil) {
    self.keys = keys
    self.action = action
    self.help = help
    self.group = group
    self.hint = hint
  }
}

/// All that keys do on a screen.
///
/// ```swift
/// let keyMap = KeyMap([
///   KeyBinding(.up, .character("k"), action: Action.up, help: "Go up", group: "Move"),
///   KeyBinding(.character("s"), action: .sort, help: "Sort", group: "View", hint: "sort"),
/// ])
/// keyMap.action(for: .up)                   // .up
/// keyMap.hints(theme: .standard).text       // "s sort"
/// ```
public struct KeyMap<Action: Hashable & Sendable>: Sendable {
  /// The bindings, in the order of the help.
  public let bindings: [KeyBinding<Action>]
  private let actions: [Key: Action]

  /// Makes a table; where a key is bound twice, the first binding counts.
  public init(_ bindings: [KeyBinding<Action>]) {
    self.bindings = bindings
    let pairs = bindings.flatMap { binding in binding.keys.map { ($0, binding.action) } }
    actions = Dictionary(pairs) { first, _ in first }
  }

  /// What a key does.
  public func action(for key: Key) -> Action? { actions[key] }

  /// The line that names the most useful keys; only those of some actions, if a set is given.
  ///
  /// Where there is not room for all of them, the last two stay longest: they are the way to the help and out.
  public func hints(theme: Theme, for available: Set<Action>? = nil, width: Int = .max) -> StyledText {
    var hints = bindings.compactMap { binding -> (String, String)? in
      guard let hint = binding.hint, let key = binding.keys.first,
        available?.contains(binding.action) ?? true
      else { return nil }
      return (key.description, hint)
    }
    var line = StyledText(hints: hints, theme: theme)
    while line.displayWidth > width, hints.count > 1 {
      hints.remove(at: max(0, hints.count - 3))
      line = StyledText(hints: hints, theme: theme)
    }
    return line
  }

  /// The help: each group with its keys, in the order of the table.
  public var help: [HelpSection] {
    var sections: [HelpSection] = []
    for binding in bindings {
      let entry = HelpSection.Entry(
        keys: binding.keys.map(\.description).joined(separator: "  "), text: binding.help)
      if let index = sections.firstIndex(where: { $0.title == binding.group }) {
        sections[index].entries.append(entry)
      } else {
        sections.append(HelpSection(title: binding.group, entries: [entry]))
      }
    }
    return sections
  }
}

/// A group of keys in the help.
public struct HelpSection: Hashable, Sendable {
  /// Keys and what they do.
  public struct Entry: Hashable, Sendable {
    /// The names of the keys.
    public var keys: String
    /// What they do.
    public var text: String

    /// Makes an entry.
    public init(keys: String, text: String) {
      self.keys = keys
      self.text = text
    }
  }

  /// The heading.
  public var title: String
  /// What stands under it.
  public var entries: [Entry]

  /// Makes a group.
  public init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }
}

extension StyledText {
  /// Keys and what they do, side by side.
  public init(hints: [(key: String, text: String)], theme: Theme) {
    for (index, hint) in hints.enumerated() {
      append((index == 0 ? "" : "   "), style: theme[.hint])
      append(hint.key, style: theme[.keyName])
      append(" " + hint.text, style: theme[.hint])
    }
  }
}
