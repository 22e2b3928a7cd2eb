import FetchedResults
import Testing

@testable import ListBrowser
@testable import TerminalUI

@MainActor
struct ChangeHighlightTests {
  private func isBold(_ name: String, in frame: Frame) -> Bool? {
    guard let row = frame.lines.firstIndex(where: { $0.contains(name) }) else { return nil }
    return frame[Position(column: 5, row: row)]?.style.attributes.contains(.bold)
  }

  @Test func whatACommitBringsStandsOutForAMoment() async throws {
    let fixture = try await Fixture(animates: true)
    #expect(isBold("Ann Bell", in: try await fixture.settle()) == false)
    try await fixture.store.write("Add") { try $0.insert(Person(name: "Bea Outside", place: "Airport")) }
    let frame = try await fixture.wait { isBold("Bea Outside", in: $0) == true }
    #expect(isBold("Bob Cole", in: frame) == false)
    try await fixture.wait { isBold("Bea Outside", in: $0) == false }
  }

  @Test func anotherSortBringsNoNews() async throws {
    let fixture = try await Fixture(animates: true)
    try await fixture.settle()
    fixture.type("S")
    let frame = try await fixture.settle()
    #expect(Fixture.people.allSatisfy { isBold($0.name, in: frame) != true })
  }

  @Test func withoutAnimationsNothingStandsOut() async throws {
    let fixture = try await Fixture(animates: false)
    try await fixture.settle()
    try await fixture.store.write("Add") { try $0.insert(Person(name: "Bea Outside", place: "Airport")) }
    let frame = try await fixture.wait { isBold("Bea Outside", in: $0) != nil }
    #expect(isBold("Bea Outside", in: frame) == false)
  }
}
