// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "besties",
  products: [
    // A column's type, a migration and an error speak of SQLite's values, connection and errors.
    .library(name: "FetchedResults", targets: ["FetchedResults", "SQLite"]),
    .library(name: "ListApp", targets: ["ListApp"]),
    .executable(name: "besties", targets: ["besties"]),
    .executable(name: "quakes", targets: ["quakes"]),
    .executable(name: "colors", targets: ["colors"]),
  ],
  targets: [
    // The C libraries: a module map or a small C or C++ shim each, nothing else.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "CNcurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CGlibc"),
    .target(name: "CCollation", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),

    // What the system knows of files: names, identities, whole or not at all.
    .target(name: "Files"),

    // The C libraries made safe.
    .target(name: "SQLite", dependencies: ["CSQLite", "Files"]),
    .target(name: "TerminalUI", dependencies: ["CNcurses"]),

    // The library, and the one generic screen on it.
    .target(name: "FetchedResults", dependencies: ["SQLite", "Files", "CCollation", "CGlibc"]),
    .target(name: "ListBrowser", dependencies: ["FetchedResults", "Files", "TerminalUI"]),

    // What every app shares: files of text, the command line, an app as a whole.
    .target(name: "TextFormats"),
    .target(name: "Commands", dependencies: ["Files", "TextFormats"]),
    .target(name: "ListApp", dependencies: ["Commands", "Files", "ListBrowser", "TextFormats"]),

    // The apps: besties without a screen, besties, two small ones.
    .target(
      name: "BestiesKit", dependencies: ["FetchedResults", "TextFormats"],
      resources: [.embedInCode("../../Resources/friends.json")]),
    .executableTarget(name: "besties", dependencies: ["BestiesKit", "Files", "ListApp"]),
    .executableTarget(
      name: "quakes", dependencies: ["ListApp"], resources: [.embedInCode("../../Resources/quakes.csv")]),
    .executableTarget(name: "colors", dependencies: ["ListApp"]),
    // The app of docs/your-own-list.md.
    .executableTarget(name: "books", dependencies: ["ListApp"], path: "Examples/books"),

    // `make bench`, and what ours is measured against.
    .target(name: "CPeers", dependencies: ["CCollation", "CSQLite"]),
    .executableTarget(name: "benchmarks", dependencies: ["BestiesKit", "CPeers", "CSQLite", "SQLite"]),

    // How tests start programs.
    .target(name: "ChildProcesses", path: "Tests/ChildProcesses"),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),

    .testTarget(name: "FilesTests", dependencies: ["Files"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
    .testTarget(name: "FetchedResultsTests", dependencies: ["FetchedResults", "SeededRandom", "SQLite"]),
    .testTarget(name: "TerminalUITests", dependencies: ["SeededRandom", "TerminalUI"]),
    .testTarget(name: "ListBrowserTests", dependencies: ["Files", "ListBrowser", "SeededRandom", "SQLite"]),
    .testTarget(name: "TextFormatsTests", dependencies: ["ChildProcesses", "SeededRandom", "TextFormats"]),
    .testTarget(name: "BestiesKitTests", dependencies: ["BestiesKit", "SQLite", "TextFormats"]),
    .testTarget(name: "AppsTests", dependencies: ["colors", "quakes", "SQLite"]),
    .testTarget(name: "CommandsTests", dependencies: ["ChildProcesses", "Commands", "Files"]),
    .testTarget(name: "EndToEndTests", dependencies: ["BestiesKit", "ChildProcesses"]),
  ],
  swiftLanguageModes: [.v6]
)
