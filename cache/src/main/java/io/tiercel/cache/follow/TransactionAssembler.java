package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.guard.DdlTriggers;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.replication.LogicalMessage;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Puts the messages of a stream together to transactions, whether they come whole, in blocks while
/// they are in progress, or prepared. For one stream, in order, on one thread.
final class TransactionAssembler {
  private final List<FollowedTable<?>> tables;

  /// By the relations' ids: how they were described last, and which table that is.
  private final Map<Integer, Relation> described = new HashMap<>();

  private final Map<Integer, List<FollowedTable<?>>> known = new HashMap<>();
  private final Map<Integer, OpenTransaction> streamed = new HashMap<>();
  private final Map<String, OpenTransaction> prepared = new HashMap<>();

  /// The one whose changes come; null between transactions.
  private @Nullable OpenTransaction current;

  TransactionAssembler(List<FollowedTable<?>> tables) {
    this.tables = tables;
  }

  /// Takes the next message.
  ///
  /// @return the transaction that the message has committed; null if it did not commit one
  @Nullable CommittedTransaction take(LogicalMessage message) {
    return switch (message) {
      case LogicalMessage.Begin begin -> open(new OpenTransaction(begin.xid()));
      case LogicalMessage.BeginPrepare begin -> open(new OpenTransaction(begin.xid()));
      case LogicalMessage.StreamStart start ->
          open(streamed.computeIfAbsent(start.xid(), OpenTransaction::new));
      case LogicalMessage.StreamStop _ -> open(null);
      case LogicalMessage.Commit commit -> end(current()).committed(commit.lsn(), commit.end());
      case LogicalMessage.StreamCommit commit ->
          end(removed(streamed, commit.xid())).committed(commit.lsn(), commit.end());
      case LogicalMessage.StreamAbort abort -> abort(abort);
      case LogicalMessage.Prepare prepare -> keep(prepare.gid(), end(current()));
      case LogicalMessage.StreamPrepare prepare ->
          keep(prepare.gid(), end(removed(streamed, prepare.xid())));
      case LogicalMessage.CommitPrepared commit ->
          end(removed(prepared, commit.gid())).committed(commit.lsn(), commit.end());
      case LogicalMessage.RollbackPrepared rollback -> {
        prepared.remove(rollback.gid());
        yield null;
      }
      default -> change(message);
    };
  }

  private @Nullable CommittedTransaction open(@Nullable OpenTransaction transaction) {
    current = transaction;
    return null;
  }

  private OpenTransaction end(OpenTransaction transaction) {
    current = null;
    return transaction;
  }

  private @Nullable CommittedTransaction keep(String gid, OpenTransaction transaction) {
    prepared.put(gid, transaction);
    return null;
  }

  private @Nullable CommittedTransaction abort(LogicalMessage.StreamAbort abort) {
    if (abort.xid() == abort.subXid()) {
      streamed.remove(abort.xid());
      return null;
    }
    OpenTransaction transaction = streamed.get(abort.xid());
    if (transaction != null) {
      transaction.abort(abort.subXid());
    }
    return null;
  }

  private OpenTransaction current() {
    if (current == null) {
      throw new ProtocolViolation("a message of a transaction that has not begun");
    }
    return current;
  }

  private static <K> OpenTransaction removed(Map<K, OpenTransaction> from, K key) {
    OpenTransaction transaction = from.remove(key);
    if (transaction == null) {
      throw new ProtocolViolation("transaction %s ends and has not begun".formatted(key));
    }
    return transaction;
  }

  // Changes

  private @Nullable CommittedTransaction change(LogicalMessage message) {
    switch (message) {
      case LogicalMessage.Relation relation -> describe(relation);
      case LogicalMessage.Insert insert -> add(insert.xid(), insert.relation(), insert.row());
      case LogicalMessage.Update update -> update(update);
      case LogicalMessage.Delete delete ->
          remove(
              delete.xid(),
              delete.relation(),
              Objects.requireNonNull(delete.key() != null ? delete.key() : delete.old()));
      case LogicalMessage.Truncate truncate -> truncate(truncate);
      case LogicalMessage.Message told -> told(told);
      default -> {
        // Types and origins change no row.
      }
    }
    return null;
  }

  /// A table that looks otherwise than before was altered since: what was read of it before may
  /// lack a column, or have it by another type.
  private void describe(Relation relation) {
    Relation before = described.put(relation.oid(), relation);
    List<FollowedTable<?>> altered = new ArrayList<>(tables(relation));
    known.put(relation.oid(), tables.stream().filter(each -> each.is(relation)).toList());
    if (before == null || looksAlike(before, relation)) {
      return;
    }
    altered.addAll(tables(relation));
    for (FollowedTable<?> table : altered) {
      current().add(xid(relation.xid()), table, table.changed());
      current().changesDefinitions(xid(relation.xid()));
    }
  }

  private static boolean looksAlike(Relation one, Relation other) {
    return one.schema().equals(other.schema())
        && one.name().equals(other.name())
        && one.identity() == other.identity()
        && one.columns().equals(other.columns());
  }

  private void add(int xid, Relation relation, Tuple row) {
    for (FollowedTable<?> table : tables(relation)) {
      addTo(xid(xid), table, changed(table, relation, row));
    }
  }

  private void remove(int xid, Relation relation, Tuple row) {
    for (FollowedTable<?> table : tables(relation)) {
      addTo(xid(xid), table, table.gone(relation, row));
    }
  }

  /// What is in the way of a table is looked up as after a change of its definition.
  private void addTo(int xid, FollowedTable<?> table, Change change) {
    current().add(xid, table, change);
    if (table.isNewlyUnreadable()) {
      current().changesDefinitions(xid);
    }
  }

  /// A key that is large enough to be stored apart is not sent when it stays what it is, unless
  /// the former one is sent as well.
  private static Change changed(FollowedTable<?> table, Relation relation, Tuple row) {
    for (int i = 0; i < row.size(); i++) {
      if (row.isUnchanged(i) && isKey(relation).test(i)) {
        return table.changed();
      }
    }
    return table.changed(relation, row);
  }

  private static IntPredicate isKey(Relation relation) {
    return relation.identity() == LogicalMessage.ReplicaIdentity.FULL
        ? column -> false
        : column -> relation.columns().get(column).isKey();
  }

  private void update(LogicalMessage.Update update) {
    Relation relation = update.relation();
    if (update.key() != null) {
      remove(update.xid(), relation, update.key());
      add(update.xid(), relation, update.row().completedBy(update.key(), isKey(relation)));
    } else if (update.old() != null) {
      remove(update.xid(), relation, update.old());
      add(update.xid(), relation, update.row().completedBy(update.old(), column -> true));
    } else {
      add(update.xid(), relation, update.row());
    }
  }

  private void truncate(LogicalMessage.Truncate truncate) {
    for (Relation relation : truncate.relations()) {
      for (FollowedTable<?> table : tables(relation)) {
        current().add(xid(truncate.xid()), table, table.changed());
      }
    }
  }

  private void told(LogicalMessage.Message message) {
    if (!message.isTransactional()) {
      return;
    }
    if (message.prefix().equals(DdlTriggers.PREFIX)) {
      current().changesDefinitions(xid(message.xid()));
    } else if (message.prefix().equals(Survivors.ANCHOR)) {
      current().isAnchor(message.content().text());
    }
  }

  /// Outside of streamed blocks changes do not say whose they are.
  private int xid(int xid) {
    return xid == LogicalMessage.NO_XID ? current().xid() : xid;
  }

  /// Where the rows of a table are cached: in one region mostly.
  private List<FollowedTable<?>> tables(Relation relation) {
    return known.getOrDefault(relation.oid(), List.of());
  }
}
