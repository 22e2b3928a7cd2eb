// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "besties",
  products: [
    .library(name: "FetchedResults", targets: ["FetchedResults"]),
    .executable(name: "besties", targets: ["besties"]),
  ],
  targets: [
    // The C libraries: a module map or a small C or C++ shim each, nothing else.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "CNcurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CGlibc"),
    .target(name: "CCollation", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),

    // The C libraries made safe.
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(name: "TerminalUI", dependencies: ["CNcurses"]),

    // The library, and the one generic screen on it.
    .target(name: "FetchedResults", dependencies: ["SQLite", "CCollation", "CGlibc"]),
    .target(name: "ListBrowser", dependencies: ["FetchedResults", "TerminalUI"]),

    // The apps: what they share on the command line, the app without a screen, the app.
    .target(name: "Commands", dependencies: ["FetchedResults"]),
    .target(
      name: "BestiesKit", dependencies: ["FetchedResults"],
      resources: [.embedInCode("../../Resources/friends.json")]),
    .executableTarget(name: "besties", dependencies: ["BestiesKit", "Commands", "ListBrowser"]),

    // `make bench`, and what ours is measured against.
    .target(name: "CPeers", dependencies: ["CCollation", "CSQLite"]),
    .executableTarget(name: "benchmarks", dependencies: ["BestiesKit", "CPeers", "CSQLite", "SQLite"]),

    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
    .testTarget(name: "FetchedResultsTests", dependencies: ["FetchedResults", "SQLite"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"]),
    .testTarget(name: "ListBrowserTests", dependencies: ["ListBrowser"]),
    .testTarget(name: "BestiesKitTests", dependencies: ["BestiesKit"]),
    .testTarget(name: "CommandsTests", dependencies: ["Commands"]),
    .testTarget(name: "EndToEndTests", dependencies: ["BestiesKit"]),
  ],
  swiftLanguageModes: [.v6]
)
