package io.tiercel.jdbc.result;

import io.tiercel.jdbc.session.ResultLimits;
import io.tiercel.wire.Pending;

/// How many rows are fetched at once, and how many in all. Guarded by the lock of the session.
public final class FetchPlan {
  private final long maxRows;
  private final ResultLimits limits;
  private int fetchSize;
  private long fetched;

  /// @param fetchSize 0 for all that are left
  /// @param maxRows 0 for all
  public FetchPlan(int fetchSize, long maxRows, ResultLimits limits) {
    this.fetchSize = fetchSize;
    this.maxRows = maxRows;
    this.limits = limits;
  }

  void setFetchSize(int rows) {
    fetchSize = rows;
  }

  /// How far the portal is executed next.
  int nextPiece() {
    if (maxRows == 0) {
      return fetchSize;
    }
    long left = Math.min(Integer.MAX_VALUE, maxRows - fetched);
    return (int) (fetchSize == 0 ? left : Math.min(fetchSize, left));
  }

  /// @param largestRow of all that came so far, in bytes
  void fetched(Pending piece, int largestRow) {
    fetched += piece.rows();
    if (limits.adaptsFetchSize() && fetchSize > 0 && largestRow > 0) {
      fetchSize = limits.rowsFor(largestRow);
    }
  }

  boolean isExhausted() {
    return maxRows > 0 && fetched >= maxRows;
  }
}
