package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import java.util.List;

/// A batch of single-row inserts in a form in which the server takes many rows at once, with the
/// outcome that they have one by one. Confined to an exchange.
sealed interface BulkBatch permits UnnestBatch, CopyBatch {

  /// Whether the values cannot change from now on, so that the batch can be sent again later.
  boolean isLasting();

  /// Adds all entries to a flight.
  ///
  /// @param entries those that the form was made for
  /// @param rows takes the rows that come back
  /// @throws io.tiercel.wire.error.CodecException if a value cannot be encoded; what was added
  ///     before it may have left
  List<Part> send(Pipeline pipeline, List<BoundCommand> entries, MemoryFeed rows);

  /// One command for some of the entries, which follow those of the part before.
  ///
  /// @param size how many entries it has
  record Part(int size, Pending pending) {}

  /// Whether a value that cannot be encoded has made the server give up what it is part of.
  boolean failsWithItsValues();
}
