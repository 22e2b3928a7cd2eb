import Foundation
import Testing

@testable import ListApp
@testable import quakes

/// Feeds, good and bad, as they come.
struct FeedTests {
  private static let header = "time,latitude,longitude,depth,mag,magType,id,updated,place,type\n"

  /// What a reader finds, line by line: an event, or why it was refused; and at the end why it gave up.
  private func read(_ text: String, piece: Int = 4096) -> [String] {
    var rest = Array(text.utf8)[...]
    var found: [String] = []
    do {
      var reader = try FeedReader {
        defer { rest = rest.dropFirst(piece) }
        return Array(rest.prefix(piece))
      }
      while let entry = try reader.next() {
        switch entry.result {
        case .success(let quake):
          let magnitude = quake.magnitude.map { "\($0)" } ?? "none"
          found.append("\(entry.line) \(quake.id) \(magnitude) \(quake.place) (\(quake.type))")
        case .failure(let refusal): found.append("\(entry.line) ! \(refusal)")
        }
      }
    } catch let error as UnusableFile {
      found.append("\(error.line) !! \(error.reason)")
    } catch {
      found.append("\(error)")
    }
    return found
  }

  private func row(
    _ id: String, time: String = "2015-11-01T23:30:00.000Z", magnitude: String = "4.5", place: String = "Anywhere",
    type: String = "earthquake"
  ) -> String { "\(time),1,2,-1.5,\(magnitude),ml,\(id),2015-11-02T00:00:00.000Z,\(place),\(type)\n" }

  @Test(arguments: [1, 7, 4096])
  func rows(piece: Int) {
    let text =
      Self.header + row("a", place: "\"12km ENE of Circle, \"")
      + row("b", magnitude: "-0.9", place: "2 km  of Somewhere")
      + row("c", magnitude: "", place: "\"Pit \"\"A\"\", Sarpol-e Z\u{304}aha\u{304}b\"", type: "quarry_blast")
      + row("d", magnitude: "0", place: "", type: "")
    #expect(
      read(text, piece: piece) == [
        "2 a 4.5 12km ENE of Circle (earthquake)", "3 b -0.9 2 km of Somewhere (earthquake)",
        "4 c none Pit \"A\", Sarpol-e Z\u{304}aha\u{304}b (quarry_blast)", "5 d 0.0  (earthquake)",
      ])
  }

  @Test func badRowsAreToldAndTheOthersRead() {
    let text =
      Self.header + row("a", time: "yesterday") + row("b", magnitude: "big") + row("", magnitude: "1") + "1,2\n"
      + row("e", magnitude: "nan") + row("f") + row("g", magnitude: "0x10") + row("h", place: "5 km N of Here, CA")
    #expect(
      read(text) == [
        "2 ! the cell “time” should be like 2026-11-30T09:15:00.000Z, and is “yesterday”",
        "3 ! the cell “mag” should be a number, and is “big”", "4 ! the event has no id",
        "5 ! the row has 2 cells, the header 10", "6 ! the cell “mag” should be a number, and is “nan”",
        "7 f 4.5 Anywhere (earthquake)", "8 ! the cell “mag” should be a number, and is “0x10”",
        "9 ! the row has 11 cells, the header 10",
      ])
  }

  @Test func whatIsCutOrNoFeedIsToldWithItsPlace() {
    let whole = Self.header + row("a") + row("b", place: "\"Here, CA\"")
    let inQuote = String(whole.prefix(upTo: whole.range(of: "ere, CA")?.lowerBound ?? whole.endIndex))
    #expect(read(inQuote).last?.hasPrefix("3 !! the feed is cut off: the quote") == true)
    #expect(
      read(Self.header + row("a") + "2015-11-01T23:").last == "3 !! the feed is cut off in the middle of this row")
    #expect(read("") == ["1 !! this file is empty, and no feed"])
    #expect(read("name\nAnn\n") == ["1 !! this is no feed: no column is called “id”"])
    #expect(
      read("time,mag,id,mag\n") == ["1 !! two columns are called “mag”; take one of them out"])
    #expect(read("[1]") == ["1 !! this is no feed: no column is called “id”"])
    #expect(read("{\"a\": 1}") == ["1 !! this is no feed: it has no array of features"])
    #expect(read("{\"a\":\n{") == ["2 !! the feed is cut off, or is not JSON, near here"])
    // The end of a line may be missing at the end of a file.
    #expect(read(String(whole.dropLast())).count == 2)
  }

  private func feature(_ id: String, _ properties: String) -> String {
    #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[1,2,-1.34]},"id":"\#(id)"}"#
  }

  @Test func features() {
    let text =
      "{\"type\":\"FeatureCollection\",\"metadata\":{\"count\":4},\"features\":[\n"
      + [
        feature("a", #""mag":1.95,"place":"NEW HALVARD REGION, P.N.G.","time":1446420600000,"updated":1446420700000"#),
        feature("b", #""mag":0,"place":null,"time":-15463344340,"type":"quarry_blast""#),
        feature("c", #""mag":null,"place":"Pit, ","time":1446420600000,"type":"explosion""#),
        feature("d", #""mag":"big","time":1446420600000"#), feature("e", #""mag":1"#), "7",
        feature("f", #""mag":true,"time":0"#), feature("g", #""mag":1,"time":1e20"#),
        feature("h", #""mag":1,"time":-62167219200001"#), feature("i", #""mag":1,"time":0,"place":7"#),
        feature("j", #""mag":1,"time":-62167219200000,"place":"\#u{FEFF}X""#),
      ].joined(separator: ",\n") + "],\"bbox\":[1,2]}\n"
    #expect(
      read(text) == [
        "2 a 1.95 NEW HALVARD REGION, P.N.G. (earthquake)", "3 b 0.0  (quarry_blast)", "4 c none Pit (explosion)",
        "5 ! “mag” should be a number", "6 ! the event has no time", "7 ! this is no feature with properties",
        "8 ! “mag” should be a number", "9 ! “time” is in no year from 0 to 9999",
        "10 ! “time” is in no year from 0 to 9999", "11 ! “place” should be a text", "12 j 1.0 \u{FEFF}X (earthquake)",
      ])
    let cut = String(text.prefix(text.count * 2 / 3))
    #expect(read(cut).last?.contains(" !! the feed is cut off: ") == true)
  }

  /// A number is the nearest double in either form, so that an event doesn't move to another section with its feed's form.
  @Test(arguments: ["2.1099999999999999", "34.799999999999997", "1.9999999999999998", "2.07999992", "-0.05", "5"])
  func bothFormsReadOneNumber(text: String) throws {
    let json = "{\"features\":[\n" + feature("a", "\"mag\":\(text),\"time\":0") + "]}"
    let csv = Self.header + row("a").replacing("4.5", with: text)
    for file in [json, csv] {
      let quakes = try FeedReader.quakes(in: Array(file.utf8))
      #expect(quakes.map(\.magnitude) == [strtod(text, nil)])
    }
    #expect(try FeedText.number(text) == strtod(text, nil))
  }

  @Test func whatIsNewerWins() {
    let old = Quake(id: "a", updated: Date(timeIntervalSince1970: 10))
    func quake(_ updated: Double?) -> Quake {
      Quake(id: "a", magnitude: 1, updated: updated.map(Date.init(timeIntervalSince1970:)))
    }
    #expect(Quakes.isNewer(quake(11), than: old) && Quakes.isNewer(quake(10), than: old))
    #expect(!Quakes.isNewer(quake(9), than: old) && !Quakes.isNewer(quake(nil), than: old))
    #expect(Quakes.isNewer(quake(nil), than: quake(nil)) && Quakes.isNewer(quake(1), than: quake(nil)))
  }

  @Test func theSamplesAreAGoodFeed() throws {
    let samples = try Quakes(locale: Locale(identifier: "en_US")).samples()
    #expect(samples.count == 36 && Set(samples.map(\.id)).count == 36)
    #expect(samples.contains { $0.magnitude == nil } && samples.contains { ($0.magnitude ?? 0) < 0 })
  }
}
