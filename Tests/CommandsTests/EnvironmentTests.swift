import Files
import Testing

@testable import Commands

@Suite struct UserDirectoriesTests {
  @Test(arguments: [
    (["HOME": "/home/zoe"], "/home/zoe/.local/share/besties", "/home/zoe/.local/state/besties"),
    (
      ["HOME": "/home/zoe/", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "state"],
      "/home/zoe/.local/share/besties", "/home/zoe/.local/state/besties"
    ),
    (
      ["HOME": "/home/zoe", "XDG_DATA_HOME": "/data/", "XDG_STATE_HOME": "/state"],
      "/data/besties", "/state/besties"
    ),
    (["HOME": "/"], "/.local/share/besties", "/.local/state/besties"),
    (["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/s"], "/data/besties", "/s/besties"),
  ])
  func followsTheEnvironment(environment: [String: String], data: String, state: String) throws {
    let directories = UserDirectories(app: "besties", environment: environment)
    #expect("\(try directories.data())" == data)
    #expect("\(try directories.state())" == state)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home/zoe"], ["HOME": "~", "XDG_DATA_HOME": "x"]])
  func saysThatHomeIsUnknown(environment: [String: String]) throws {
    let directories = UserDirectories(app: "besties", environment: environment)
    #expect(throws: HomeUnknownError(variable: "XDG_DATA_HOME")) { try directories.data() }
    #expect(throws: HomeUnknownError(variable: "XDG_STATE_HOME")) { try directories.state() }
    #expect(
      HomeUnknownError(variable: "XDG_DATA_HOME").description
        == "Neither HOME nor XDG_DATA_HOME is set to an absolute path:"
        + " set one of them, or name a file.")
  }
}

@Suite struct StorePathTests {
  @Test(
    arguments: [
      ("besties", "f.sqlite", ["BESTIES_STORE": "g"], "f.sqlite", false),
      ("besties", nil, ["BESTIES_STORE": "g", "HOME": "/h"], "g", false),
      (
        "besties", nil, ["BESTIES_STORE": "", "HOME": "/h"],
        "/h/.local/share/besties/besties.sqlite", true
      ),
      (
        "quakes", nil, ["BESTIES_STORE": "g", "XDG_DATA_HOME": "/d"], "/d/quakes/quakes.sqlite",
        true
      ),
      ("colors", nil, ["COLORS_STORE": "c"], "c", false),
    ] as [(String, String?, [String: String], String, Bool)])
  func takesTheFirstThatNamesAFile(
    app: String, option: String?, environment: [String: String], path: String, isDefault: Bool
  ) throws {
    let location = try StorePath(app: app, option: option, environment: environment)
    #expect(location.path == FilePath(path))
    #expect(location.isDefault == isDefault)
  }

  @Test func needsAName() {
    #expect(throws: UsageError.missingArgument(option: "--store", argument: "FILE")) {
      try StorePath(app: "besties", option: "", environment: ["HOME": "/h"])
    }
    #expect(throws: HomeUnknownError.self) {
      try StorePath(app: "besties", option: nil, environment: [:])
    }
  }
}

@Suite struct UserLocaleTests {
  @Test(arguments: [
    ([:], "", "en_001"),
    (["LANG": "de_DE.UTF-8"], "de_DE", "de_DE"),
    (["LANG": "C.UTF-8"], "", "en_001"),
    (["LANG": "POSIX"], "", "en_001"),
    (["LANG": "sv_SE.UTF-8", "LC_ALL": "C"], "", "en_001"),
    (["LANG": "sv_SE.UTF-8", "LC_ALL": ""], "sv_SE", "sv_SE"),
    (["LANG": "sv_SE", "LC_COLLATE": "de_DE@euro", "LC_TIME": "pl_PL.UTF-8"], "de_DE", "pl_PL"),
    (["LC_ALL": "fr_CA.UTF-8", "LC_COLLATE": "de_DE", "LC_TIME": "pl_PL"], "fr_CA", "fr_CA"),
    (["LANG": "sr_RS.UTF-8@latin"], "sr_RS", "sr_RS"),
    (["LANG": "../../etc"], "", "en_001"),
    (["LANG": "日本"], "", "en_001"),
    (["LC_CTYPE": "de_DE.UTF-8"], "", "en_001"),
    (["LANG": "englishunitedstates"], "", "en_001"),
    (["LANG": "/usr/share/locale/de"], "", "en_001"),
    (["LANG": "deutsch"], "", "en_001"),
    (["LANG": "d"], "", "en_001"),
    (["LANG": "de_"], "", "en_001"),
    (["LANG": "de__DE"], "", "en_001"),
    (["LANG": "de_DE_" + String(repeating: "x", count: 300)], "", "en_001"),
    (["LANG": String(repeating: "de_", count: 90)], "", "en_001"),
    (["LANG": "zz_ZZ"], "zz_ZZ", "en_001"),
    (["LANG": "de-AT"], "de-AT", "de-AT"),
    (["LANG": "zh_Hant_TW"], "zh_Hant_TW", "zh_Hant_TW"),
    (["LANG": "es_419"], "es_419", "es_419"),
    (["LANG": "ca_ES_VALENCIA"], "ca_ES_VALENCIA", "ca_ES_VALENCIA"),
  ])
  func followsTheEnvironment(environment: [String: String], collation: String, formatting: String) {
    #expect(UserLocale.collationIdentifier(in: environment) == collation)
    #expect(UserLocale.formattingLocale(in: environment).identifier == formatting)
  }
}
