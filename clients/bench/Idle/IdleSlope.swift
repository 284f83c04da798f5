// Memory over connections, as a line through a few points, and how that is told.

import Net

/// The memory of a server with more and more idle connections.
struct IdleSlope: Sendable {
  let transport: Transport
  /// Connections, and resident bytes with them.
  var points: [(connections: Int, bytes: Int)] = []

  init(transport: Transport) { self.transport = transport }

  /// Bytes for each connection: the slope of the line with the least squares.
  var bytesPerConnection: Double {
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + Double($1.connections) } / count
    let height = points.reduce(0) { $0 + Double($1.bytes) } / count
    var products = 0.0
    var squares = 0.0
    for point in points {
      let distance = Double(point.connections) - middle
      products += distance * (Double(point.bytes) - height)
      squares += distance * distance
    }
    return squares > 0 ? products / squares : 0
  }

  var summary: String {
    "\(transport.rawValue): \(decimal(bytesPerConnection / 1_024, 2)) KiB a connection"
  }
}

/// The outcome of `idle`.
struct IdleReport {
  let machine: Machine
  let slopes: [IdleSlope]

  var table: String {
    let steps = slopes.first?.points.map { "MiB at \(grouped($0.connections))" } ?? []
    let rows = slopes.map { slope in
      [slope.transport.rawValue, decimal(slope.bytesPerConnection / 1_024, 2)]
        + slope.points.map { decimal(Double($0.bytes) / 1_048_576, 1) }
    }
    let head = ["chromatch-bench idle: resident memory, players included", machine.description, ""]
    return (head + aligned([["", "KiB a connection"] + steps] + rows)).joined(separator: "\n")
  }

  var json: JSON {
    .object([
      ("machine", machine.json),
      (
        "idle",
        .array(
          slopes.map { slope in
            .object([
              ("over", .string(slope.transport.rawValue)),
              ("bytes_per_connection", .number(slope.bytesPerConnection)),
              (
                "points",
                .array(
                  slope.points.map { point in
                    .object([
                      ("connections", .number(Double(point.connections))),
                      ("resident_bytes", .number(Double(point.bytes))),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }
}
