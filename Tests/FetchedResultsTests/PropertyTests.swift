import Testing

@testable import FetchedResults

/// Properties are read and written as by their key paths, wherever they lie.
@Suite struct PropertyTests {
  private struct Address: Equatable {
    var street = "Elm Street"
    var city: String? = "Springfield"
  }

  private struct Entry {
    var isOpen = true
    var name = "Zoë, whose name is too long to be kept in sixteen bytes"
    var tags = ["work", "gym"]
    var address = Address()
    var observed = 1 { didSet { changes += 1 } }
    var changes = 0
    var initial: String {
      get { String(name.prefix(1)) }
      set { name = newValue + name.dropFirst() }
    }
  }

  private final class Counter {
    var count = 7
  }

  private func expect<Value: Equatable>(
    _ keyPath: WritableKeyPath<Entry, Value> & Sendable, toBe value: Value, then changed: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let property = Property(keyPath)
    var entry = Entry()
    #expect(property.value(of: entry) == value, sourceLocation: sourceLocation)
    let untouched = entry
    property.set(changed, of: &entry)
    #expect(entry[keyPath: keyPath] == changed, sourceLocation: sourceLocation)
    #expect(property.value(of: entry) == changed, sourceLocation: sourceLocation)
    #expect(untouched[keyPath: keyPath] == value, sourceLocation: sourceLocation)
  }

  @Test func storedProperties() {
    expect(\.isOpen, toBe: true, then: false)
    expect(\.name, toBe: "Zoë, whose name is too long to be kept in sixteen bytes", then: "Ann")
    expect(\.tags, toBe: ["work", "gym"], then: [])
    expect(\.address, toBe: Address(), then: Address(street: "", city: nil))
    expect(\.address.city, toBe: "Springfield", then: nil)
  }

  @Test func aComputedPropertyIsComputed() { expect(\.initial, toBe: "Z", then: "A") }

  @Test func whoObservesAPropertyIsTold() {
    expect(\.observed, toBe: 1, then: 2)
    var entry = Entry()
    Property(\Entry.observed).set(5, of: &entry)
    #expect(entry.changes == 1)
  }

  @Test func aPropertyOfAnObjectIsTheObjects() {
    let counter = Counter()
    var same = counter
    let property = Property(\Counter.count)
    property.set(8, of: &same)
    #expect(counter.count == 8)
    #expect(property.value(of: counter) == 8)
  }
}
