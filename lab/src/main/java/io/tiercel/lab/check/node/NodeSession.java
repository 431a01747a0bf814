package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.Write;
import java.util.Optional;

/// What one thread of an application does on a node. Every call may fail with a RuntimeException
/// when the database is out of reach; the session is then to be closed.
public interface NodeSession extends AutoCloseable {
  /// The row of an item as the node's level allows.
  String read(int key, Way way);

  /// The rows of a pair by one query whose result is stored.
  Pair readPair(int first);

  /// The rows of two items in one transaction under REPEATABLE READ.
  ///
  /// @param between run between the two
  Pair readTogether(int first, int second, Runnable between);

  /// What a collection of a key holds.
  ///
  /// @param part of a [Shelf]
  /// @param between run when the owner is there, before the collection is touched
  String readElements(Part part, int key, Runnable between);

  /// The row of an item, and what a collection of the same key holds, in one transaction under
  /// REPEATABLE READ.
  ///
  /// @param part of a [Shelf]
  /// @param between run between the two
  Pair readWithElements(Part part, int key, Runnable between);

  /// Two coins by a query that looks at all of them; they need not be of one moment.
  Pair readCoins(int first);

  /// Two rows of one snapshot.
  record Pair(String first, String second) {}

  /// Appends the write's token to the item, and to another part of its key, and commits, one way or
  /// another; tells the write how it ended, as far as that is known.
  ///
  /// @param also [Part#ROW] for nothing more
  void append(Write write, int key, Part also);

  /// Reads, moves or asks for notes, some of them by unique column or by stored result, things in
  /// their crates, or rates.
  void useTables();

  /// Where the session stands, to be taken to another node.
  Optional<Object> token();

  @Override
  void close();
}
