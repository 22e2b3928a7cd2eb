import BestiesKit
import Foundation
import Testing

@Suite struct SampleFriendsTests {
  private let friends: [Friend]

  init() throws { friends = try SampleFriends.all(addedAt: Date(timeIntervalSince1970: 0)) }

  @Test func everyOneIsComplete() {
    #expect(friends.count == 24)
    #expect(friends.allSatisfy { UUID(uuidString: $0.id) != nil })
    #expect(friends.allSatisfy { $0.addedAt == Date(timeIntervalSince1970: 0) })
    #expect(friends.map(\.name).prefix(3) == ["Łukasz Nowak", "Zoë Martínez", "佐藤 花子"])
  }

  /// Four digits of an id's beginning or end are enough to name a friend.
  @Test func idsDifferInTheirLastFourDigits() {
    #expect(Set(friends.map { $0.id.suffix(4) }).count == friends.count)
  }

  @Test func showWhatTheAppCanDo() {
    let places = Dictionary(grouping: friends, by: \.meetingPlace).mapValues(\.count)
    #expect(places["Airport"] == 3)
    #expect(places["Café Müller"] == 3)
    #expect(places[nil] == 2)
    let dates = friends.map { $0.meetingDate?.text.count }
    for length in [nil, 4, 7, 10] { #expect(dates.contains(length)) }
    #expect(friends.contains { $0.birthday?.year == nil && $0.birthday != nil })
    #expect(friends.contains { $0.birthday?.year != nil })
  }

  @Test func onlyInventedAddressesAndNumbers() {
    #expect(friends.flatMap(\.emails).allSatisfy { $0.value.hasSuffix("@example.org") })
    #expect(friends.flatMap(\.phones).allSatisfy { $0.value.contains("555") })
  }

  @Test func areWellFormed() throws {
    for friend in friends {
      #expect(try FriendField.name(friend.name) == friend.name)
      #expect(FriendField.tags(friend.tags) == friend.tags)
      #expect(friend.meetingDate.map { (2009...2025).contains($0.year ?? 0) } ?? true)
    }
  }
}
