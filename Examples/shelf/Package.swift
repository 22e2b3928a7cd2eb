// swift-tools-version: 6.2

import PackageDescription

// A package of its own, as yours would be; `make test` builds and runs it.
let package = Package(
  name: "shelf",
  dependencies: [.package(name: "besties", path: "../..")],
  targets: [
    .executableTarget(name: "shelf", dependencies: [.product(name: "FetchedResults", package: "besties")])
  ],
  swiftLanguageModes: [.v6]
)
