import Synchronization
import Testing

@testable import ListApp

/// Entries read while those before are at work: all of them, in order, and failures told behind them.
@Suite struct ReadAheadTests {
  private struct Torn: Error {}

  private static func all(_ entries: ReadAhead<Int>) throws -> [Int] {
    var all: [Int] = []
    while let entry = try entries.next() { all.append(entry) }
    return all
  }

  @Test(arguments: [0, 1, 511, 512, 513, 3000]) func everythingIsReadInOrder(count: Int) throws {
    var numbers = (0..<count).makeIterator()
    let entries = ReadAhead { numbers.next() }
    #expect(try Self.all(entries) == Array(0..<count))
    #expect(try entries.next() == nil)
  }

  @Test(arguments: [0, 1, 512, 700]) func aFailureComesBehindWhatWasReadBefore(count: Int) throws {
    var next = 0
    let entries = ReadAhead {
      if next == count { throw Torn() }
      next += 1
      return next
    }
    for number in 0..<count { #expect(try entries.next() == number + 1) }
    #expect(throws: Torn.self) { try entries.next() }
    #expect(throws: Torn.self) { try entries.next() }
  }

  @Test func largeEntriesAreReadOneAhead() throws {
    let asked = Atomic(0)
    let tooEarly = Atomic(0)
    var number = 0
    let read: () -> Int? = {
      number += 1
      if number > asked.load(ordering: .acquiring) + 1 { tooEarly.add(1, ordering: .relaxed) }
      return number <= 100 ? number : nil
    }
    let entries = ReadAhead(size: { _ in 1 << 20 }, reading: read)
    for number in 1...100 {
      asked.store(number, ordering: .releasing)
      #expect(try entries.next() == number)
    }
    #expect(try entries.next() == nil)
    #expect(tooEarly.load(ordering: .relaxed) == 0)
  }
}
