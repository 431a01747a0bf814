package io.tiercel.jpa.learn;

/// Which of the last [#WINDOW] observed reads of a kind went on to load one path, and how many rows
/// it brought. Guarded by its [ReadSite].
final class PathHistory {
  /// How many observed reads count.
  static final int WINDOW = Integer.SIZE;

  /// A path with more rows than that in one read is never carried.
  static final int MAX_ROWS = 200;

  private static final int MIN_OBSERVED = WINDOW / 2;
  private static final int RECENT = 0xFFFF;
  private static final int MIN_RECENT = 13;

  /// One bit for each read, the latest lowest.
  private int loaded;

  /// The largest of late: one that was large is forgotten by and by.
  private int rows;

  /// One more read has been observed.
  ///
  /// @param newRows of the path, -1 when it was not loaded
  void observed(int newRows) {
    loaded = loaded << 1 | (newRows < 0 ? 0 : 1);
    rows = Math.max(newRows, rows - (rows + 7) / 8);
  }

  /// Whether none of the reads loaded it.
  boolean isEmpty() {
    return loaded == 0;
  }

  /// Of the largest of the late loads.
  int rows() {
    return rows;
  }

  /// Whether the next read is to carry it. It takes nine reads of ten to begin with it, at least 16
  /// of them, and four of the last 16 without it to end it, so that it does not go to and fro.
  ///
  /// @param observed how many reads the history is of
  /// @param isCarried whether reads carry it now
  boolean isWanted(int observed, boolean isCarried) {
    if (rows > MAX_ROWS) {
      return false;
    }
    return isCarried
        ? Integer.bitCount(loaded & RECENT) >= MIN_RECENT
        : observed >= MIN_OBSERVED && Integer.bitCount(loaded) * 10 >= observed * 9;
  }
}
