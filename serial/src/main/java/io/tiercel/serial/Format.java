package io.tiercel.serial;

import org.jspecify.annotations.Nullable;

/// Writes graphs into columns and reads them. Safe for any number of threads.
///
/// @param <D> what is stored
interface Format<D> {
  /// What is stored for the graph.
  ///
  /// @throws Exception of any kind when it cannot
  D write(Object graph) throws Exception;

  /// The graph of what is stored; null when that says so.
  ///
  /// @throws Exception of any kind when it cannot
  @Nullable Object read(D stored) throws Exception;

  /// What to do about a graph that could not be written; null where nothing is known to help.
  default @Nullable String mendOfWriting(Exception failure) {
    return null;
  }

  /// What to do about something stored that could not be read; null where nothing is known to help.
  default @Nullable String mendOfReading(Exception failure) {
    return null;
  }
}
