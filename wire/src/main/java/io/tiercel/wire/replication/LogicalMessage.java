package io.tiercel.wire.replication;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `pgoutput` sends: the manual's "Logical Replication Message Formats". Immutable.
///
/// A transaction is [Begin], its changes, [Commit]. One that is streamed while it is in progress
/// comes in blocks between [StreamStart] and [StreamStop], other transactions in between, and ends
/// by [StreamCommit], [StreamAbort] or [StreamPrepare]. Changes in such a block name their
/// transaction or subtransaction: an abort of that one takes back only its changes.
public sealed interface LogicalMessage {
  /// A change outside of a streamed block has no xid of its own: it is that of [Begin].
  int NO_XID = 0;

  /// A transaction begins, of which all changes follow.
  ///
  /// @param finalLsn of the commit
  record Begin(Lsn finalLsn, Instant committed, int xid) implements LogicalMessage {}

  /// The transaction was committed.
  ///
  /// @param end the position behind the transaction, to acknowledge
  record Commit(Lsn lsn, Lsn end, Instant committed) implements LogicalMessage {}

  /// The transaction came from another server.
  record Origin(Lsn lsn, String name) implements LogicalMessage {}

  /// Describes a table before its first change, and again after its definition changed.
  record Relation(
      int xid, int oid, String schema, String name, ReplicaIdentity identity, List<Column> columns)
      implements LogicalMessage {
    public Relation {
      columns = List.copyOf(columns);
    }
  }

  /// Describes a type that is not built in.
  record Type(int xid, int oid, String schema, String name) implements LogicalMessage {}

  /// A row was inserted.
  record Insert(int xid, Relation relation, Tuple row) implements LogicalMessage {}

  /// A row was updated.
  ///
  /// @param key the former key, if it changed; null if not
  /// @param old the former row, if the replica identity is full; null if not
  record Update(int xid, Relation relation, @Nullable Tuple key, @Nullable Tuple old, Tuple row)
      implements LogicalMessage {}

  /// A row was deleted. One of `key` and `old` is there.
  record Delete(int xid, Relation relation, @Nullable Tuple key, @Nullable Tuple old)
      implements LogicalMessage {}

  /// Tables were emptied.
  record Truncate(int xid, List<Relation> relations, boolean cascade, boolean restartIdentity)
      implements LogicalMessage {
    public Truncate {
      relations = List.copyOf(relations);
    }
  }

  /// What `pg_logical_emit_message` was given.
  ///
  /// @param isTransactional whether it is part of the transaction around it
  record Message(int xid, boolean isTransactional, Lsn lsn, String prefix, Content content)
      implements LogicalMessage {}

  /// A block of a transaction in progress begins.
  record StreamStart(int xid, boolean isFirst) implements LogicalMessage {}

  /// The block ends.
  record StreamStop() implements LogicalMessage {}

  /// A streamed transaction was committed.
  record StreamCommit(int xid, Lsn lsn, Lsn end, Instant committed) implements LogicalMessage {}

  /// A streamed transaction, or one of its subtransactions, was rolled back.
  ///
  /// @param lsn only with [PgoutputOptions.Streaming#PARALLEL], as is `aborted`
  record StreamAbort(int xid, int subXid, @Nullable Lsn lsn, @Nullable Instant aborted)
      implements LogicalMessage {}

  /// A transaction that ends by [Prepare] begins.
  record BeginPrepare(Lsn lsn, Lsn end, Instant prepared, int xid, String gid)
      implements LogicalMessage {}

  /// It was prepared; nothing of it is visible yet.
  record Prepare(Lsn lsn, Lsn end, Instant prepared, int xid, String gid)
      implements LogicalMessage {}

  /// A prepared transaction was committed.
  record CommitPrepared(Lsn lsn, Lsn end, Instant committed, int xid, String gid)
      implements LogicalMessage {}

  /// A prepared transaction was rolled back.
  record RollbackPrepared(
      Lsn prepareEnd, Lsn end, Instant prepared, Instant rolledBack, int xid, String gid)
      implements LogicalMessage {}

  /// A streamed transaction was prepared.
  record StreamPrepare(Lsn lsn, Lsn end, Instant prepared, int xid, String gid)
      implements LogicalMessage {}

  /// Which columns identify a row of the publisher's.
  enum ReplicaIdentity {
    DEFAULT,
    NOTHING,
    FULL,
    INDEX
  }

  /// A column of a published table.
  ///
  /// @param isKey whether it is part of the replica identity
  record Column(String name, boolean isKey, int typeOid, int typeModifier) {}
}
