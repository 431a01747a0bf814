package io.tiercel.jdbc.lob;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.SQLException;

/// The checks that Blob and Clob share: positions count from 1.
final class LobPositions {
  private static final String INVALID_PARAMETER_VALUE = "22023";

  private LobPositions() {}

  static void check(long position) throws SQLException {
    if (position < 1) {
      throw SqlExceptions.of(
          INVALID_PARAMETER_VALUE, "a position in a LOB is 1 or more, not " + position, null);
    }
  }

  static void check(long position, long length) throws SQLException {
    check(position);
    if (length < 0) {
      throw SqlExceptions.of(
          INVALID_PARAMETER_VALUE, "a length in a LOB is 0 or more, not " + length, null);
    }
  }

  /// Refuses a part of a source that reaches beyond it.
  static void checkPart(int offset, int length, int sourceLength) throws SQLException {
    if (offset < 0 || length < 0 || length > sourceLength - offset) {
      throw SqlExceptions.of(
          INVALID_PARAMETER_VALUE,
          "cannot take %d from offset %d on: the source is %d long"
              .formatted(length, offset, sourceLength),
          null);
    }
  }

  static SQLException freed() {
    return SqlExceptions.of("55000", "the LOB was freed", null);
  }

  static int inMemory(long size) throws SQLException {
    if (size > Integer.MAX_VALUE - 8) {
      throw SqlExceptions.of("54000", "a LOB in memory holds 2 GB at most", null);
    }
    return (int) size;
  }
}
