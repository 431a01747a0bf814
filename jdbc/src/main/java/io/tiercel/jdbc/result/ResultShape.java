package io.tiercel.jdbc.result;

import java.sql.ResultSet;

/// What a result can do.
///
/// @param type one of the TYPE constants of [ResultSet]
/// @param concurrency one of the CONCUR constants
/// @param holdability whether it outlives its transaction
/// @param maxFieldSize the limit of character and binary values in bytes or characters; 0 for none
public record ResultShape(int type, int concurrency, int holdability, int maxFieldSize) {
  /// Of results that the driver makes: scrollable and not to be changed.
  public static final ResultShape INSENSITIVE =
      new ResultShape(
          ResultSet.TYPE_SCROLL_INSENSITIVE,
          ResultSet.CONCUR_READ_ONLY,
          ResultSet.HOLD_CURSORS_OVER_COMMIT,
          0);

  boolean isScrollable() {
    return type != ResultSet.TYPE_FORWARD_ONLY;
  }

  public boolean isUpdatable() {
    return concurrency == ResultSet.CONCUR_UPDATABLE;
  }
}
