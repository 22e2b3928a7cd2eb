import Foundation

/// Friends who don't exist, from many places, for a first look at the app and for tests.
public enum SampleFriends {
  /// All of them, in the order of the file.
  ///
  /// Their ids are always the same, so that a store's samples can be told from its friends.
  ///
  /// - Parameter addedAt: When they are added.
  /// - Returns: About two dozen friends.
  /// - Throws: ``FriendJSON/ParseError`` if the file that was built into the app is broken.
  public static func all(addedAt: Date = .now) throws -> [Friend] {
    try FriendJSON.drafts(from: PackageResources.friends_json).map { result in
      try result.get().makeFriend(id: "", addedAt: addedAt)
    }
  }
}
