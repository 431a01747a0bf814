package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.history.Part;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One node of an application that keeps rows in memory. Safe for any thread.
public interface CachedNode extends AutoCloseable {
  /// The level whose readers it serves.
  Level level();

  /// A session on it, for one thread.
  ///
  /// @param token of a session elsewhere that goes on here, empty for a new one
  NodeSession session(Level level, Optional<Object> token);

  /// Waits until what it has stored may be served; false if that did not happen in time.
  boolean awaitReady(Duration limit) throws InterruptedException;

  /// Waits until the stream has brought everything up to that position of the log; false if it did
  /// not in time.
  boolean awaitApplied(long position, Duration limit) throws InterruptedException;

  /// What a hit would show of the item now; empty if it is not stored.
  Optional<StoredItem> stored(int key);

  /// What a query would get of a pair by its stored result, or else of the database.
  List<StoredItem> pair(int first);

  /// What a read would get of that part of a key, from memory or else from the database; empty
  /// where the node knows items alone.
  Optional<String> part(Part part, int key);

  /// What was served from memory so far.
  Hits hits();

  /// How much was served from memory.
  ///
  /// @param rows by id or by unique columns
  /// @param collections of join tables and values
  /// @param results of queries, collections by foreign keys and who is in tables that are kept
  ///     whole among them
  /// @param tier rows that had to be fetched from disk
  record Hits(long rows, long collections, long results, long tier) {
    /// None.
    public static final Hits NONE = new Hits(0, 0, 0, 0);

    /// What was served since.
    public Hits minus(Hits before) {
      return new Hits(
          rows - before.rows,
          collections - before.collections,
          results - before.results,
          tier - before.tier);
    }

    /// Both.
    public Hits plus(Hits more) {
      return new Hits(
          rows + more.rows,
          collections + more.collections,
          results + more.results,
          tier + more.tier);
    }

    /// All but those from disk, which are rows.
    public long sum() {
      return rows + collections + results;
    }
  }

  /// What is stored of rows that come and go, [notes][Note], [crates][Crate] and [rates][Rate], and
  /// of answers to questions about them, held against the tables; nobody writes meanwhile.
  TableCheck checkTables(Connection connection) throws SQLException;

  @Override
  void close();
}
