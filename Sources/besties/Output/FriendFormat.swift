import BestiesKit
import ListApp

extension Besties {
  /// How commands print friends.
  static let format = RecordFormat<Friend>(
    columns: FriendCSV.titles,
    cells: { friend in FriendField.all.map { $0.line(friend) } + [friend.id] },
    row: { friend, id in
      let tags = friend.tags.map { "#\($0)" }.joined(separator: " ")
      return [friend.name, friend.meetingPlace ?? "", friend.meetingDate?.text ?? "", id, tags]
    },
    candidate: { friend in
      [friend.name, friend.meetingPlace, friend.meetingDate?.text].compactMap(\.self).joined(separator: ", ")
    },
    appendJSON: FriendJSON.append)
}
