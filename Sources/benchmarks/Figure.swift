/// One line of the table: what ours took, and what the peer took for the same.
struct Figure: Codable {
  /// What has to be reached: at most so many milliseconds, or so many times what the peer takes, or so many milliseconds more.
  struct Reach: Codable {
    var milliseconds: Double?
    var ratio: Double?
    var behind: Double?
  }

  let name: String
  /// Milliseconds, one for each run.
  var ours: [Double] = []
  var peer: [Double] = []
  /// What the peer is.
  let peerName: String?
  let reach: Reach
}

/// The figures of this process, in the order in which they were first noted.
struct Figures {
  private(set) var all: [Figure] = []

  /// Notes one run.
  mutating func note(
    _ name: String, _ ours: Duration, peer: Duration? = nil, of peerName: String? = nil, reach: Figure.Reach
  ) {
    let index =
      all.firstIndex { $0.name == name }
      ?? {
        all.append(Figure(name: name, peerName: peerName, reach: reach))
        return all.count - 1
      }()
    all[index].ours.append(ours / .milliseconds(1))
    if let peer { all[index].peer.append(peer / .milliseconds(1)) }
  }
}

extension Figure.Reach {
  static let none = Figure.Reach()
  static func milliseconds(_ limit: Double) -> Figure.Reach { Figure.Reach(milliseconds: limit) }
  static func ratio(_ limit: Double) -> Figure.Reach { Figure.Reach(ratio: limit) }
  static func behind(_ limit: Double) -> Figure.Reach { Figure.Reach(behind: limit) }
}
