import Foundation
import Testing

/// Predicates about numbers, truth values and enumerations.
@Suite struct PredicateNumberTests {
  // swift-format-ignore: NeverForceUnwrap
  private static let wholeNumbers = PredicateTable.made { table in
    let (one, two, three, limit, least) = (1, 2, 3, Int.max, Int.min)
    let four: Int? = 40
    let nothing: Int? = nil
    let ages: [Int?] = [20, nil, -1]
    let known: [Int?] = [20, -1]
    let counts: Set<Int> = [-4, 0, 3, .max]
    table.add("==", #Predicate { $0.count == one })
    table.add("!=", #Predicate { $0.count != one })
    table.add("<", #Predicate { $0.count < one })
    table.add("<=", #Predicate { $0.count <= one })
    table.add(">", #Predicate { $0.count > one })
    table.add(">=", #Predicate { $0.count >= one })
    table.add("== the greatest", #Predicate { $0.count == limit })
    table.add("== the least", #Predicate { $0.count == least })
    table.add("< the greatest", #Predicate { $0.count < limit })
    table.add("== a negative", #Predicate { $0.count == -3 })
    table.add("optional ==", #Predicate { $0.age == four })
    table.add("optional !=", #Predicate { $0.age != four })
    table.add("optional == nothing", #Predicate { $0.age == nothing })
    table.add("optional == nil", #Predicate { $0.age == nil })
    table.add("optional != nil", #Predicate { $0.age != nil })
    table.add("?? <", #Predicate { ($0.age ?? one) < two })
    table.add("?? a column", #Predicate { ($0.age ?? $0.count) == $0.count })
    table.add("flatMap", #Predicate { $0.age.flatMap { $0 > three } ?? false })
    table.add("flatMap, not", #Predicate { !($0.age.flatMap { $0 > three } ?? true) })
    table.add("optionals of two columns", #Predicate { $0.age == $0.level.flatMap { _ in nothing } })
    table.add("in an array", #Predicate { ages.contains($0.age) })
    table.add("in a set", #Predicate { counts.contains($0.count) })
    table.add("not in a set", #Predicate { !counts.contains($0.count) })
    table.add("any of", #Predicate { s in ages.contains { $0 == s.age } })
    table.add("all of", #Predicate { s in ages.allSatisfy { $0 != s.age } })
    table.add("any of, not nil", #Predicate { s in ages.contains { ($0 ?? one) == s.count } })
    table.add("any of, none nil", #Predicate { s in known.contains { $0 == s.age } })
    table.add("computed", #Predicate { $0.length == three })
    table.add("-", #Predicate { $0.length - two == one })
    table.add("*", #Predicate { $0.length * two > three })
    table.add("+", #Predicate { $0.length + three == $0.name.count + three })
    table.add("unary minus", #Predicate { -$0.length < -two })
    table.add("range", #Predicate { (one..<three).contains($0.count) })
    table.add("closed range", #Predicate { (one...three).contains($0.count) })
    table.add("range of columns", #Predicate { (-$0.length...$0.length).contains($0.name.count) })
    table.refuse("IntDivision", #Predicate { $0.count / two == one })
    table.refuse("IntRemainder", #Predicate { $0.count % two == one })
    table.refuse("ForcedUnwrap", #Predicate { $0.age != nil && $0.age! > one })
    table.refuse("SequenceMaximum", #Predicate { $0.scores.max() == one })
  }

  private static let numbers = PredicateTable.made { table in
    let (half, zero, minusZero, infinity) = (0.5, 0.0, -0.0, Double.infinity)
    let (unknown, great) = (Double.nan, Double.greatestFiniteMagnitude)
    let third: Double? = Double(3) * 0.1
    let list = [0.25, -0.0, .infinity, .nan, 1e300]
    let weights: [Double?] = [0.1, nil, .nan, Double(3) * 0.1]
    let (from, upTo, through) = (half..., ..<half, ...half)
    table.add("==", #Predicate { $0.size == half })
    table.add("!=", #Predicate { $0.size != half })
    table.add("== zero", #Predicate { $0.size == zero })
    table.add("== minus zero", #Predicate { $0.size == minusZero })
    table.add("<", #Predicate { $0.size < half })
    table.add("<= zero", #Predicate { $0.size <= minusZero })
    table.add("== infinity", #Predicate { $0.size == infinity })
    table.add("< infinity", #Predicate { $0.size < infinity })
    table.add("> minus infinity", #Predicate { $0.size > -infinity })
    table.add("optional ==", #Predicate { $0.weight == third })
    table.add("optional !=", #Predicate { $0.weight != third })
    table.add("optional == nil", #Predicate { $0.weight == nil })
    table.add("== the greatest", #Predicate { $0.weight == great })
    table.add("?? >", #Predicate { ($0.weight ?? zero) > half })
    table.add("?? of two columns", #Predicate { ($0.weight ?? $0.size) < $0.size })
    table.add("in an array", #Predicate { list.contains($0.size) })
    table.add("not in an array", #Predicate { !list.contains($0.size) })
    table.add("optional in an array", #Predicate { weights.contains($0.weight) })
    table.add("optional not in an array", #Predicate { !weights.contains($0.weight) })
    table.add("+", #Predicate { $0.size + half > zero })
    table.add("-", #Predicate { $0.size - half < zero })
    table.add("*", #Predicate { $0.size * half == half * half })
    table.add("unary minus", #Predicate { -$0.size > half })
    table.add("from", #Predicate { from.contains($0.size) })
    table.add("up to", #Predicate { upTo.contains($0.size) })
    table.add("through", #Predicate { !through.contains($0.size) })
    table.add("range to infinity", #Predicate { (zero..<infinity).contains($0.size) })
    table.add("a range in flatMap", #Predicate { $0.weight.flatMap { from.contains($0) } == true })
    table.refuse("FloatDivision", #Predicate { $0.size / half > zero })
    table.refuse("nan", #Predicate { $0.size == unknown })
    table.refuse("nan", #Predicate { $0.size < unknown })
    table.refuse("nan", #Predicate { ($0.weight ?? unknown) < half })
  }

  private static let truths = PredicateTable.made { table in
    let (yes, no) = (true, false)
    let maybe: Bool? = true
    let (animal, middle) = (Specimen.Kind.animal, Specimen.Level.middle)
    let kinds = [Specimen.Kind.plant, .stone]
    let levels: [Specimen.Level?] = [.low, nil]
    table.add("a column", #Predicate { $0.isOn })
    table.add("not a column", #Predicate { !$0.isOn })
    table.add("== true", #Predicate { $0.isOn == yes })
    table.add("!= true", #Predicate { $0.isOn != yes })
    table.add("== false", #Predicate { $0.isOn == no })
    table.add("optional == true", #Predicate { $0.isOld == maybe })
    table.add("optional != true", #Predicate { $0.isOld != maybe })
    table.add("optional ?? false", #Predicate { $0.isOld ?? no })
    table.add("optional == nil", #Predicate { $0.isOld == nil })
    table.add("two columns", #Predicate { ($0.isOld ?? no) == $0.isOn })
    table.add("enumeration ==", #Predicate { $0.kind == animal })
    table.add("enumeration !=", #Predicate { $0.kind != animal })
    table.add("enumeration in an array", #Predicate { kinds.contains($0.kind) })
    table.add("optional enumeration ==", #Predicate { $0.level == middle })
    table.add("optional enumeration in an array", #Predicate { levels.contains($0.level) })
    table.add("enumeration <", #Predicate { $0.level.flatMap { $0 < middle } == true })
    table.refuse("KeyPath from \\Specimen.kind to String", #Predicate { $0.kind.rawValue == "animal" })
  }

  @Test(arguments: wholeNumbers.indices) func wholeNumbersAreAsInMemory(index: Int) async throws {
    try await Self.wholeNumbers[index].check()
  }

  @Test(arguments: numbers.indices) func numbersAreAsInMemory(index: Int) async throws {
    try await Self.numbers[index].check()
  }

  @Test(arguments: truths.indices) func truthsAreAsInMemory(index: Int) async throws {
    try await Self.truths[index].check()
  }
}
