import BestiesKit
import ListApp

extension Besties {
  /// How commands print friends.
  static let format = RecordFormat<Friend>(
    columns: FriendCSV.Column.allCases.map(\.rawValue),
    cells: { friend in
      FriendCSV.Column.allCases.map { column in
        switch column {
        case .name: friend.name
        case .meetingPlace: friend.meetingPlace ?? ""
        case .meetingDate: friend.meetingDate?.text ?? ""
        case .birthday: friend.birthday?.text ?? ""
        case .phones: ContactValue.spelling(of: friend.phones)
        case .emails: ContactValue.spelling(of: friend.emails)
        case .tags: friend.tags.spelling
        case .note: friend.note
        case .id: friend.id
        }
      }
    },
    row: { friend, id in
      let tags = friend.tags.map { "#\($0)" }.joined(separator: " ")
      return [friend.name, friend.meetingPlace ?? "", friend.meetingDate?.text ?? "", id, tags]
    },
    candidate: { friend in
      [friend.name, friend.meetingPlace, friend.meetingDate?.text].compactMap(\.self).joined(separator: ", ")
    },
    appendJSON: FriendJSON.append)
}
