/// One property of a value, read and written where it lies in memory if it is a stored one: a key path is some ten times
/// as slow, and each record is read and written property by property.
///
/// Source: <https://developer.apple.com/documentation/swift/memorylayout/offset(of:)>
package struct Property<Root, Value>: Sendable {
  private let keyPath: WritableKeyPath<Root, Value> & Sendable
  /// Where the property lies in the value; nil if it is computed or observed, or lies in an object.
  private let offset: Int?

  /// The property of a key path.
  package init(_ keyPath: WritableKeyPath<Root, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// The property's value.
  package func value(of root: Root) -> Value {
    guard let offset else { return root[keyPath: keyPath] }
    // At this offset of every `Root` lies a `Value`: that is what `offset(of:)` promises.
    return withUnsafeBytes(of: root) { $0.load(fromByteOffset: offset, as: Value.self) }
  }

  /// Sets the property.
  package func set(_ value: Value, of root: inout Root) {
    guard let offset else {
      root[keyPath: keyPath] = value
      return
    }
    // As above.
    withUnsafeMutableBytes(of: &root) { bytes in
      if let start = bytes.baseAddress { (start + offset).assumingMemoryBound(to: Value.self).pointee = value }
    }
  }
}
