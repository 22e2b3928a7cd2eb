import ChildProcesses
import Foundation
import SeededRandom
import Testing

@testable import TextFormats

/// Nasty tables, the same every time, read and written by us and by Python's csv module.
@Suite struct CSVOracleTests {
  private static let pieces = [
    "a", "b", " ", ",", ";", "\"", "\"\"", "\n", "\r", "\r\n", "\t", "|", "'", "é", "e\u{301}",
    "佐藤",
    "👩‍👩‍👧", "\u{FEFF}", "\u{A0}", "0", "=", "\\",
  ]

  private func tables(seed: UInt64) -> [[[String]]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<200).map { _ in
      let width = Int.random(in: 1...5, using: &generator)
      return (0..<Int.random(in: 1...6, using: &generator)).map { row in
        (0..<width).map { column in
          // The first cell is never blank: our reader passes over rows that are.
          let start = column == 0 ? "c\(row)" : ""
          let count = Int.random(in: 0...5, using: &generator)
          return (0..<count).reduce(start) { text, _ in
            text + (Self.pieces.randomElement(using: &generator) ?? "")
          }
        }
      }
    }
  }

  private func run(_ script: String, in folder: URL) throws {
    let python = try ChildProcess(
      "python3", ["-c", script], environment: ProcessInfo.processInfo.environment, folder: folder)
    try #require(python.wait() == ChildProcess.Output(status: 0, out: "", err: ""))
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "csv-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func cells(_ bytes: [UInt8], separator: UInt8) throws -> [[[UInt8]]] {
    var reader = CSVReader(bytes: bytes, separator: separator)
    var rows: [[[UInt8]]] = []
    while let record = try reader.next() {
      guard case .row(let row) = record else {
        Issue.record("refused: \(record)")
        return rows
      }
      rows.append(row.cells.map { Array($0.utf8) })
    }
    return rows
  }

  private func bytes(_ table: [[String]]) -> [[[UInt8]]] {
    table.map { $0.map { Array($0.utf8) } }
  }

  @Test func readsWhatPythonWrites() throws {
    let tables = tables(seed: 1)
    try withFolder { folder in
      try JSONEncoder().encode(tables).write(to: folder.appending(path: "tables.json"))
      try run(
        """
        import csv, json
        # It quotes only those of CR and LF that end its lines: else everything is quoted.
        variants = [(',', '\\n', csv.QUOTE_ALL), (';', '\\r\\n', csv.QUOTE_MINIMAL),
                    ('\\t', '\\r', csv.QUOTE_ALL), ('|', '\\r\\n', csv.QUOTE_MINIMAL)]
        for number, table in enumerate(json.load(open('tables.json', encoding='utf-8'))):
            delimiter, end, quoting = variants[number % 4]
            with open(f'{number}.csv', 'w', newline='', encoding='utf-8') as file:
                csv.writer(file, delimiter=delimiter, lineterminator=end,
                           quoting=quoting).writerows(table)
        """, in: folder)
      for (number, table) in tables.enumerated() {
        let data = try Data(contentsOf: folder.appending(path: "\(number).csv"))
        let separator = CSVScanner.separators[number % 4]
        #expect(try cells(Array(data), separator: separator) == bytes(table), "table \(number)")
      }
    }
  }

  @Test func pythonReadsWhatWeWrite() throws {
    let tables = tables(seed: 2)
    try withFolder { folder in
      for (number, table) in tables.enumerated() {
        var written: [UInt8] = []
        for row in table { CSVWriter().append(row, to: &written) }
        try Data(written).write(to: folder.appending(path: "\(number).csv"))
        #expect(try cells(written, separator: UInt8(ascii: ",")) == bytes(table))
      }
      try run(
        """
        import csv, json
        tables = [list(csv.reader(open(f'{number}.csv', newline='', encoding='utf-8')))
                  for number in range(\(tables.count))]
        json.dump(tables, open('tables.json', 'w', encoding='utf-8'))
        """, in: folder)
      let data = try Data(contentsOf: folder.appending(path: "tables.json"))
      let reread = try JSONDecoder().decode([[[String]]].self, from: data)
      #expect(reread.map(bytes) == tables.map(bytes))
    }
  }
}
