package io.tiercel.jpa.history;

import java.time.Instant;
import java.util.List;

/// What takes care of the histories of a unit: `factory.unwrap(Histories.class)`. Safe for any
/// number of threads.
public interface Histories {

  /// The statements that give tables that are there their periods, histories and triggers, or bring
  /// these in line with columns that were added since. They change nothing where nothing is
  /// missing, so that a migration may run them each time. Each is one line without a semicolon.
  /// Needs no database.
  List<String> script();

  /// Runs [#script()] in a transaction of its own.
  void migrate();

  /// Forgets rows of a history that were valid no longer at a moment: from then on, queries for
  /// moments before it find less than there was. Runs in a transaction of its own.
  ///
  /// @param entity annotated with [SystemVersioned], whose history is a table
  /// @return how many rows were deleted
  /// @throws IllegalArgumentException for other classes
  long purge(Class<?> entity, Instant before);
}
