/// What a store may make and change.
///
///     let store = Store(at: .file(url), schema: schema, access: isGuest ? .readOnly : .readWrite)
///
/// It mirrors `NSReadOnlyPersistentStoreOption`:
/// <https://developer.apple.com/documentation/coredata/nsreadonlypersistentstoreoption>
public enum StoreAccess: Hashable, Sendable {
  /// It reads and writes. A missing file is an empty store until the first write, or ``Store/open()``, makes it; its folder
  /// has to be there.
  case readWrite
  /// The same, and a missing folder is made with the file, for its owner alone.
  case makingFolder
  /// It changes nothing, whatever the file would allow, and leaves nothing beside it; a write throws
  /// ``StoreError/openedReadOnly(path:)``.
  case readOnly
}
