package io.tiercel.wire;

/// What a connection has done since it was opened. The numbers only grow.
///
/// @param statements statements completed, failed ones included, skipped ones not
/// @param roundTrips waits for the server after something was sent
/// @param rows rows received
/// @param bytesIn bytes received, before decryption's overhead
/// @param bytesOut bytes sent, before encryption's overhead
/// @param prepares statements parsed
public record ConnectionStatistics(
    long statements, long roundTrips, long rows, long bytesIn, long bytesOut, long prepares) {
  /// Of a connection that has done nothing.
  public static final ConnectionStatistics NONE = new ConnectionStatistics(0, 0, 0, 0, 0, 0);

  /// What both have done together.
  public ConnectionStatistics plus(ConnectionStatistics other) {
    return new ConnectionStatistics(
        statements + other.statements,
        roundTrips + other.roundTrips,
        rows + other.rows,
        bytesIn + other.bytesIn,
        bytesOut + other.bytesOut,
        prepares + other.prepares);
  }

  /// What happened between `earlier` and this.
  public ConnectionStatistics since(ConnectionStatistics earlier) {
    return new ConnectionStatistics(
        statements - earlier.statements,
        roundTrips - earlier.roundTrips,
        rows - earlier.rows,
        bytesIn - earlier.bytesIn,
        bytesOut - earlier.bytesOut,
        prepares - earlier.prepares);
  }
}
