import Commands
public import FetchedResults
public import Foundation
public import ListBrowser
import TextFormats

/// An app that keeps one list: what its command line and its browser need to know of it, said once.
///
/// ```swift
/// @main struct Books: ListApp {
///   static let name = "books"
///   static let commands: [any Command.Type] = [ListCommand<Self>.self, UndoCommand<Self>.self]
///   …
/// }
/// ```
///
/// The browser's half is ``ListBrowser/BrowserContent``. `main()` comes with the protocol: it reads the arguments, opens
/// the store, runs a command or the browser, and turns every error into a sentence and a status.
public protocol ListApp: BrowserContent where R.ID == String {
  /// The name that is typed.
  static var name: String { get }
  /// The version, as `--version` prints it.
  static var version: String { get }
  /// What the app is for, in a few words.
  static var summary: String { get }
  /// What its store holds.
  static var schema: Schema { get }
  /// Its commands, in the order of the help.
  static var commands: [any Command.Type] { get }
  /// What the help of `list` says besides the options.
  static var listDiscussion: String { get }
  /// Other names of what `--sort` takes, in small letters and without hyphens, such as those of columns.
  static var sortSynonyms: [String: String] { get }
  /// How commands print records.
  static var format: RecordFormat<R> { get }
  /// Whether the browser puts the samples into a new store; `--demo` always does.
  static var fillsNewStores: Bool { get }

  /// Makes the app.
  ///
  /// - Parameter locale: How dates and numbers are written.
  init(locale: Locale)

  /// The condition that words stand for: each has to occur.
  ///
  /// - Parameter words: At least one word.
  /// - Returns: The condition.
  func predicate(matching words: [String]) -> Predicate<R>
  /// Records for a first look.
  ///
  /// - Throws: What reading them throws.
  func samples() throws -> [R]
  /// What the browser says when the samples are new.
  var samplesNotice: String? { get }
}

extension ListApp {
  /// The version that all apps of this package have.
  public static var version: String { "0.1.0" }
  /// Every WORD must occur in what a search looks at.
  public static var listDiscussion: String {
    """
    Every WORD must occur in the \(neutral.searchPlaceholder); case and accents don't count.
    The status is 1 if WORDs were given and nothing matches.
    """
  }
  /// None.
  public static var sortSynonyms: [String: String] { [:] }
  /// No: an empty list says how to fill it.
  public static var fillsNewStores: Bool { false }
  /// None.
  public func samples() throws -> [R] { [] }
  /// Nothing.
  public var samplesNotice: String? { nil }

  /// What the words of a text stand for, which white space separates.
  public func search(_ text: String) -> (predicate: Predicate<R>, words: [String])? {
    let words = text.searchWords
    guard !words.isEmpty else { return nil }
    // A word of control characters occurs nowhere.
    return (words.allSatisfy(\.isFoldedToSomething) ? predicate(matching: words) : #Predicate { _ in false }, words)
  }

  /// Adds the samples to a store that has never held a record, if the store is one of samples or the app says so.
  public func prepare(_ store: Store) async throws -> String? {
    guard store.location == .temporary || Self.fillsNewStores else { return nil }
    return try await addSamples(to: store) ? samplesNotice : nil
  }

  /// Adds the samples, as one step, to a store that has never held a record.
  func addSamples(to store: Store) async throws -> Bool {
    try await store.addIfNew("Add the sample \(pluralNoun)") { try samples() }
  }

  /// The app in no locale: what the help says is the same everywhere.
  static var neutral: Self { Self(locale: Locale(identifier: "en_001")) }

  /// The app as its help describes it.
  static var description: AppDescription {
    let noun = neutral.pluralNoun
    return AppDescription(
      name: name, summary: summary,
      discussion: """
        Without a command it opens the browser. Data goes to standard output, messages to
        standard error. Everything that changes \(noun) can be taken back with “\(name) undo”.
        """,
      options: [
        CommandOption(
          "store", argument: "FILE",
          summary: "the file of \(noun) (default: $\(name.uppercased())_STORE, else your own)"),
        CommandOption("demo", summary: "sample \(noun); nothing is kept"),
        CommandOption("read-only", summary: "change nothing, whatever the file would allow"),
        CommandOption("color", argument: "WHEN", summary: "colors: auto, always or never"),
        CommandOption("no-animation", summary: "nothing on the screen slides"),
        CommandOption("log", argument: LogFile.spelling, summary: "write what the store does, and how long it takes"),
        CommandOption("version", summary: "print the version and exit"),
      ],
      commands: commands.map { $0.description } + [helpCommand])
  }

  /// The command that prints help, for those who don't think of `--help`.
  static var helpCommand: CommandDescription {
    CommandDescription(name: "help", operands: "[COMMAND]", summary: "say more of a command")
  }
}
