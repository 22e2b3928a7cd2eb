import Testing

@testable import ListBrowser

struct RowMapTests {
  private static let open = RowMap([
    .init(positions: 0..<2, isFolded: false), .init(positions: 2..<5, isFolded: true),
    .init(positions: 5..<6, isFolded: false),
  ])

  @Test(arguments: [
    (-1, nil), (0, RowMap.Content.header(section: 0)), (1, .record(position: 0, section: 0)),
    (2, .record(position: 1, section: 0)), (3, .header(section: 1)), (4, .header(section: 2)),
    (5, .record(position: 5, section: 2)), (6, nil),
  ])
  func saysWhatARowShows(row: Int, content: RowMap.Content?) {
    #expect(Self.open[row] == content)
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 3), (4, 3), (5, 5), (6, nil), (-1, nil)])
  func findsTheRowOfARecordOrOfTheHeaderThatHidesIt(position: Int, row: Int?) {
    #expect(Self.open.row(ofPosition: position) == row)
  }

  @Test(arguments: [(0, 0), (2, 0), (3, 1), (5, 2), (6, nil)])
  func findsTheSectionOfARow(row: Int, section: Int?) {
    #expect(Self.open.section(ofRow: row) == section)
  }

  @Test func countsRows() {
    #expect(Self.open.count == 6)
    #expect(RowMap([]).count == 0)
    #expect(RowMap([])[0] == nil)
    #expect(RowMap([]).row(ofPosition: 0) == nil)
  }

  @Test func rowsAndRecordsAreEachOthersInverse() {
    var positions = 0..<0
    let map = RowMap(
      (0..<200).map { index in
        positions = positions.upperBound..<positions.upperBound + 1 + index * 7 % 5
        return .init(positions: positions, isFolded: index % 3 == 0)
      })
    for row in 0..<map.count {
      switch map[row] {
      case .header(let section): #expect(map.row(ofSection: section) == row)
      case .record(let position, _): #expect(map.row(ofPosition: position) == row)
      case nil: Issue.record("Row \(row) shows nothing")
      }
    }
  }
}
