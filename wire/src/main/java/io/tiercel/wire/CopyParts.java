package io.tiercel.wire;

/// By how many COPY commands rows that are known beforehand are best copied.
///
/// The server keeps up to a thousand rows of a COPY at a time, each with a reference to one
/// description, and noting so many of the same costs by the square: half a millisecond for a
/// thousand, once a COPY. To begin one costs about 20 µs. So some thousands of rows go by COPYs of
/// about [#ROWS_OF_A_PART]; more than that by one, where it counts no more.
public final class CopyParts {
  /// From this many rows on one COPY takes them all.
  static final int TOGETHER_FROM_ROWS = 4_096;

  static final int ROWS_OF_A_PART = 192;

  private CopyParts() {}

  /// Takes the rows of one COPY.
  @FunctionalInterface
  public interface Part {
    /// Copies these rows.
    ///
    /// @param from the first row, counted from 0
    /// @param to behind the last one
    void copy(int from, int to);
  }

  /// Cuts that many rows into parts of nearly the same size, in their order. None makes no part.
  public static void cut(int rows, Part part) {
    int count = rows < TOGETHER_FROM_ROWS ? Math.ceilDiv(rows, ROWS_OF_A_PART) : 1;
    int from = 0;
    for (int i = 1; i <= count; i++) {
      int to = (int) ((long) i * rows / count);
      part.copy(from, to);
      from = to;
    }
  }
}
