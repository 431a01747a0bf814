package io.tiercel.jpa.flush;

import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.load.WrittenCollection;
import io.tiercel.jpa.write.WriteBatch;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Map;

/// What a flush sends, and what becomes true of the context once the database has taken it.
///
/// @param writes the statements in order
/// @param doubles what a refusal may be about
/// @param taken what else it may be about
/// @param assumed what else it may be about
/// @param afterwards moves entries to their new state; only to be run after success
/// @param written the entities whose rows are written
/// @param collections of which rows are written, those of their elements included
/// @param callbacks calls what is to be called after the writes; to be run by whoever sends them
public record FlushPlan(
    WriteBatch writes,
    Doubles doubles,
    TakenKeys taken,
    AssumedReferences assumed,
    Runnable afterwards,
    PostCallbacks callbacks,
    List<EntityEntry> written,
    List<WrittenCollection> collections) {

  /// Nothing to send, and nothing becomes of it. Nobody adds to its parts.
  public static final FlushPlan NOTHING =
      new FlushPlan(
          new WriteBatch(),
          new Doubles(),
          new TakenKeys(Map.of()),
          new AssumedReferences(),
          () -> {},
          new PostCallbacks(),
          List.of(),
          List.of());

  /// Whether somebody is to be told of the writes.
  public boolean hasCallbacks() {
    return !callbacks.isEmpty();
  }

  /// Sends the writes, and takes note when the database has taken them.
  public void send(Runnable sending) {
    try {
      sending.run();
    } catch (PersistenceException e) {
      throw assumed.explained(taken.explained(doubles.explained(e)));
    }
    afterwards.run();
  }
}
