import CNcurses

/// Finds out which entry of the terminal database to use.
enum TerminalType {
  /// Terminals of today that systems often have no entry for; all understand xterm's sequences.
  static let likeXterm: Set<String> = [
    "alacritty", "alacritty-direct", "contour", "contour-latest", "foot", "foot-direct",
    "foot-extra", "ghostty", "iterm2", "iterm2-direct", "kitty", "kitty-direct", "konsole",
    "konsole-256color", "mintty", "mintty-direct", "ms-terminal", "rio", "st-256color",
    "tmux-256color", "tmux-direct", "vte-256color", "wezterm", "xterm-direct", "xterm-direct2",
    "xterm-direct16", "xterm-direct256", "xterm-ghostty", "xterm-kitty",
  ]

  static let fallback = "xterm-256color"

  /// The entry to use for a value of `TERM`: one with all colors, if the terminal says that it has them, by a value of
  /// `COLORTERM`, and the system has such an entry.
  ///
  /// - Throws: An error that names `TERM` if there is none that could work.
  static func resolve(
    _ value: String?, colorTerm: String? = nil, lookUp: (String) -> cn_type = { cn_look_up($0) }
  ) throws(TerminalError) -> String {
    guard let value, !value.isEmpty else { throw .typeUnset }
    if ["truecolor", "24bit"].contains(colorTerm), value == fallback || likeXterm.contains(value) {
      let direct = value.hasPrefix("tmux") ? "tmux-direct" : "xterm-direct"
      if lookUp(direct) == CN_TYPE_USABLE { return direct }
    }
    switch lookUp(value) {
    case CN_TYPE_USABLE: return value
    case CN_TYPE_UNUSABLE: throw .typeUnusable(value)
    default: break
    }
    guard likeXterm.contains(value), lookUp(fallback) == CN_TYPE_USABLE else {
      throw .typeUnknown(value)
    }
    return fallback
  }
}
