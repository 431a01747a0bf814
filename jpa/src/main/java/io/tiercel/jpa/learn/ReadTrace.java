package io.tiercel.jpa.learn;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one observed read went on to load. Confined to the thread of its persistence context.
///
/// Only what is loaded before the unit of work does anything but plain reads counts: after a lock,
/// a write or the end of the transaction the application may well expect to see what the database
/// holds by then, and such loads are not to come earlier.
public final class ReadTrace {
  /// How many associations a path has at most.
  public static final int MAX_DEPTH = 3;

  /// Stands between the associations of a path; names of attributes may have dots.
  public static final char SEPARATOR = '/';

  private static final int MAX_PATHS = 32;

  private final ReadSite<?> site;
  private final long stamp;
  private final Map<String, Integer> rows = LinkedHashMap.newLinkedHashMap(4);
  private @Nullable Object root;
  private boolean isOpen = true;

  ReadTrace(ReadSite<?> site, long stamp) {
    this.site = site;
    this.stamp = stamp;
  }

  /// How many associations a path has.
  public static int depth(String path) {
    return (int) path.chars().filter(each -> each == SEPARATOR).count() + 1;
  }

  /// What was read; null while nothing was.
  public @Nullable Object root() {
    return root;
  }

  /// That was read.
  public void setRoot(Object read) {
    root = read;
  }

  /// Whether what is loaded now still counts.
  ///
  /// @param now how often the session has done something else than plain reads
  public boolean counts(long now) {
    return isOpen && now == stamp;
  }

  /// A path was loaded because the application touched it.
  ///
  /// @param loadedRows that it brought
  public void loaded(String path, int loadedRows) {
    if (isOpen && (rows.size() < MAX_PATHS || rows.containsKey(path))) {
      rows.merge(path, loadedRows, Integer::sum);
    }
  }

  /// Nothing more is told to it: what it knows goes to its site.
  void close() {
    if (isOpen) {
      isOpen = false;
      // A row that is not there says nothing of what is done with those that are.
      if (root != null) {
        site.observed(rows);
      }
      root = null;
    }
  }
}
