package io.tiercel.inside;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a trigger's method is told: `public static R method(PgTrigger<R> trigger)`. The rows are
/// records whose components are named as columns of the table, or [PgRow]s with all of them. Of a
/// record's columns alone the values travel, so a table may get more columns without its triggers
/// taking notice; `unitPrice` stands for `unit_price`.
///
/// What the method of a row-level BEFORE or INSTEAD OF trigger returns replaces the new row;
/// columns
/// that the record does not have stay as they are. Null skips the row. What other triggers return
/// is ignored, and a method that returns `void` changes nothing.
///
/// Belongs to the thread of the call, and to the call.
///
/// @param <R> a public record, or [PgRow]
public interface PgTrigger<R> {
  /// What was done to the table.
  enum Event {
    INSERT,
    DELETE,
    UPDATE,
    TRUNCATE
  }

  /// When the trigger fires.
  enum Timing {
    BEFORE,
    AFTER,
    INSTEAD_OF
  }

  Event event();

  Timing timing();

  /// Whether it was created FOR EACH ROW; else for each statement.
  boolean isForEachRow();

  /// The trigger's name.
  String name();

  /// The schema of [#table()].
  String schema();

  /// The table or view; of a partitioned one the partition, where a row is concerned.
  String table();

  /// What CREATE TRIGGER wrote in the parentheses.
  List<String> arguments();

  /// The row before; null on INSERT and for each statement.
  @Nullable R oldRow();

  /// The row to be; null on DELETE and for each statement.
  @Nullable R newRow();

  /// The transition table that was declared with REFERENCING OLD TABLE. It is read in batches while
  /// it is iterated, by one iterator at a time.
  ///
  /// @throws PgException `55000` if there is none
  Iterable<R> oldRows();

  /// The transition table that was declared with REFERENCING NEW TABLE, as [#oldRows()].
  Iterable<R> newRows();
}
