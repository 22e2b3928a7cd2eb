import Testing

@testable import TerminalUI

struct HistogramTests {
  @Test(arguments: [
    ([], 10, ""), ([0, 0], 10, "  "), ([1], 10, "█"), ([2, 5, 8, 0, 1], 40, "▂▅█ ▁"), ([1, 1_000_000], 9, "▁█"),
    ([1, 1, 2, 2], 2, "▄█"), ([1, 1, 4], 2, "▂█"), ([5], 0, ""), ([5], -1, ""),
  ])
  func bars(counts: [Int], width: Int, line: String) {
    #expect(Histogram(counts: counts).line(width: width) == line)
  }

  @Test func placesKeepTheirDistance() {
    #expect(Histogram([(place: 3, count: 2), (place: -1, count: 1)]).counts == [1, 0, 0, 0, 2])
    #expect(Histogram([(place: .max, count: 2), (place: .min, count: 1)]).counts == [1, 2])
    #expect(Histogram([(place: 50, count: 2), (place: 0, count: 1)], farthest: 49).counts == [1, 2])
    #expect(Histogram([]).counts == [])
  }
}
