package io.tiercel.jpa.load;

import io.tiercel.cache.RowRegion;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What an open transaction has written of cached entities. Rows go from the cache when they are
/// written. With COMMIT they are read once more, as the server has them then, so that they are
/// stored again when it is answered. Confined to the thread of its session, but for [#ended].
final class SharedWrites {
  /// More are not read again: a bulk program would fill the cache with what nobody asks for.
  private static final int MAX_READ_BACK = 64;

  private static final String XID = "select pg_catalog.pg_current_xact_id_if_assigned()::text";

  private final OwnWrite write;
  private final Map<EntityDescriptor, Set<Object>> changed = new LinkedHashMap<>();
  private final Set<RowRegion> unknown = new HashSet<>();
  private final List<Installed> installed = new ArrayList<>();

  /// All rows that were written, and whether they are gone: their changes end results of queries.
  private final Map<RowRegion, Map<Object, Boolean>> touched = new HashMap<>();

  private int count;
  private @Nullable Long xid;
  private @Nullable Long position;
  private boolean isDone;
  private boolean maybeCommitted;
  private boolean readsBack;

  private record Installed(SharedEntity shared, Object id, CachedRow row) {}

  SharedWrites(Coherence coherence) {
    write = coherence.beginWrite();
  }

  /// The row of that entity is about to be written.
  void add(EntityEntry entry) {
    SharedEntity shared = entry.type.shared;
    if (shared == null) {
      return;
    }
    Object id = Keys.normal(entry.id);
    shared.region().written(write, id, null);
    touched
        .computeIfAbsent(shared.region(), any -> new HashMap<>())
        .put(id, entry.state == State.REMOVED);
    Set<Object> ids = changed.computeIfAbsent(entry.type, any -> new LinkedHashSet<>());
    if (entry.state == State.REMOVED) {
      count -= ids.remove(id) ? 1 : 0;
    } else {
      count += ids.add(id) ? 1 : 0;
    }
  }

  /// Something of what is stored under that id is about to be written, such as a row of a
  /// collection. It goes, and is not read again.
  void add(RowRegion region, Object id) {
    region.written(write, id, null);
    // A row that goes as well has been added as such.
    touched.computeIfAbsent(region, any -> new HashMap<>()).putIfAbsent(id, false);
  }

  /// A column of a row of that type, or of one below, is about to be written.
  void add(EntityDescriptor type, Object rawId) {
    SharedEntity shared = type.shared;
    if (shared == null) {
      return;
    }
    Object id = Keys.normal(rawId);
    add(shared.region(), id);
    boolean isGone = touched.getOrDefault(shared.region(), Map.of()).getOrDefault(id, false);
    if (!isGone && !type.mapping.isPolymorphic()) {
      count += changed.computeIfAbsent(type, any -> new LinkedHashSet<>()).add(id) ? 1 : 0;
    }
  }

  /// Rows of that region are about to be written, and nobody knows which.
  void addUnknown(RowRegion region) {
    unknown.add(region);
  }

  /// @param last what is sent with COMMIT
  /// @param behind what is asked behind it
  void addTo(Flight last, Flight behind, TableCatalog catalog, Session session) {
    if (count <= MAX_READ_BACK) {
      changed.forEach((type, ids) -> readBack(type, ids, last, catalog, session));
    }
    last.query(XID, row -> xid = xid(row));
    behind.query(SharedEntities.POSITION, row -> position = row.getLong(0));
    write.beginCommit();
    maybeCommitted();
  }

  /// Whether rows are read with COMMIT, to be stored when it is answered.
  boolean readsBack() {
    return readsBack;
  }

  /// From now on nobody knows whether it is committed, until [#committed].
  void maybeCommitted() {
    maybeCommitted = true;
  }

  private static @Nullable Long xid(DataRow row) {
    String text = row.getString(0);
    return text == null ? null : Long.valueOf(text);
  }

  /// State that stands in several rows is not stored by its writer: others may have written those
  /// that this transaction did not.
  private void readBack(
      EntityDescriptor type, Set<Object> ids, Flight last, TableCatalog catalog, Session session) {
    SharedEntity shared = type.shared;
    if (shared == null || !shared.isStored() || !shared.isOneRow() || ids.isEmpty()) {
      return;
    }
    RowReader reader = new RowReader(type, type.places(0));
    readsBack = true;
    type.selectByIds(catalog, session).addTo(last, ids, row -> install(type, shared, reader, row));
  }

  /// What cannot be read is not stored; it must not fail a COMMIT.
  private void install(EntityDescriptor type, SharedEntity shared, RowReader reader, DataRow row) {
    try {
      Object id = reader.key(row);
      if (id != null) {
        CachedRow value = CachedRow.of(type.mapping, new Row(reader.values(row, null)));
        installed.add(new Installed(shared, Keys.normal(id), value));
      }
    } catch (WireException e) {
      System.getLogger("io.tiercel.jpa")
          .log(System.Logger.Level.DEBUG, "a row of %s is not cached".formatted(type), e);
    }
  }

  /// COMMIT was answered.
  void committed(SharedReads reads) {
    Long transaction = xid;
    Long upTo = position;
    if (transaction == null || upTo == null) {
      // Nothing was written, or it is not known up to where.
      return;
    }
    isDone = true;
    for (Installed one : installed) {
      one.shared().region().written(write, one.id(), one.row());
      WrittenRows.tell(write, one.shared().region(), one.id(), one.row());
      touched.getOrDefault(one.shared().region(), new HashMap<>()).remove(one.id());
    }
    tellOthers();
    write.committed(transaction.intValue(), upTo);
    unknown.forEach(region -> region.awaitStream(upTo));
    reads.committed(write, transaction.intValue(), upTo);
  }

  /// The transaction is over.
  ///
  /// @param end asks for the end of the log
  void ended(SharedReads reads, LongSupplier end) {
    if (isDone) {
      return;
    }
    isDone = true;
    tellOthers();
    if (maybeCommitted && !unknown.isEmpty()) {
      awaitStream(end);
    }
    write.ended();
    // It may be committed, and what it has read may be ahead of what is stored.
    reads.askPosition();
  }

  /// Whoever comes next on this node sees what was written of rows that nobody knows. Must not
  /// fail: the transaction has ended.
  private void awaitStream(LongSupplier end) {
    try {
      long upTo = end.getAsLong();
      if (upTo == Reads.UNKNOWN) {
        unknown.forEach(RowRegion::evictAll);
      } else {
        unknown.forEach(region -> region.awaitStream(upTo));
      }
    } catch (PersistenceException e) {
      System.getLogger("io.tiercel.jpa")
          .log(System.Logger.Level.DEBUG, "rows that were written are forgotten", e);
      unknown.forEach(RowRegion::evictAll);
    }
  }

  /// Of rows that are gone, or were not read again.
  private void tellOthers() {
    touched.forEach((region, ids) -> WrittenRows.tellOthers(write, region, ids));
  }
}
