package io.tiercel.lab.check.node;

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

  /// Two rows of one snapshot.
  record Pair(String first, String second) {}

  /// Appends the write's token to the item and commits, one way or another; tells the write how it
  /// ended, as far as that is known.
  void append(Write write, int key);

  /// Reads, moves or asks for notes, some of them by unique column or by stored result.
  void useNotes();

  /// Where the session stands, to be taken to another node.
  Optional<Object> token();

  @Override
  void close();
}
