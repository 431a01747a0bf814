package io.tiercel.wire.replication;

import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.replication.LogicalMessage.Column;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.LogicalMessage.ReplicaIdentity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decodes the messages of `pgoutput`, protocol versions 1 to 4. Remembers the tables that were
/// described, and whether a streamed block is under way: then messages begin with an xid. For one
/// stream, in order, on one thread.
public final class PgoutputDecoder {
  private static final int TRUNCATE_CASCADE = 1;
  private static final int TRUNCATE_RESTART = 2;
  private static final int ABORT_DETAILS = Long.BYTES + Long.BYTES;

  private final Map<Integer, Relation> relations = new HashMap<>();
  private boolean inBlock;

  /// For a stream that begins.
  public PgoutputDecoder() {}

  /// Decodes `source[offset .. offset + length)`, the payload of one XLogData. Copies what it
  /// keeps.
  ///
  /// @throws ProtocolViolation if that is no message, or one that cannot come here
  public LogicalMessage decode(byte[] source, int offset, int length) {
    var in = new WireReader(source, offset, length);
    byte type = in.readByte();
    LogicalMessage message =
        switch (type) {
          case 'B' -> new LogicalMessage.Begin(in.readLsn(), in.readTime(), in.readInt());
          case 'C' -> commit(in);
          case 'O' -> new LogicalMessage.Origin(in.readLsn(), in.readCString());
          case 'R' -> relation(in);
          case 'Y' ->
              new LogicalMessage.Type(xid(in), in.readInt(), in.readCString(), in.readCString());
          case 'I', 'U', 'D', 'T' -> change(type, in);
          case 'M' -> message(in);
          case 'S', 'E', 'c', 'A' -> streamed(type, in);
          case 'b', 'P', 'K', 'r', 'p' -> prepared(type, in);
          default ->
              throw new ProtocolViolation(
                  "unknown message 0x%02x of pgoutput".formatted(type & 0xFF));
        };
    in.expectEnd();
    return message;
  }

  private int xid(WireReader in) {
    return inBlock ? in.readInt() : LogicalMessage.NO_XID;
  }

  private static LogicalMessage commit(WireReader in) {
    in.readByte(); // flags, of which there are none yet
    return new LogicalMessage.Commit(in.readLsn(), in.readLsn(), in.readTime());
  }

  private Relation relation(WireReader in) {
    int xid = xid(in);
    int oid = in.readInt();
    // Version 1 of the manual: an empty schema stands for pg_catalog.
    String schema = in.readCString();
    String name = in.readCString();
    ReplicaIdentity identity = identity(in.readByte());
    int count = in.readCount(in.readShort());
    List<Column> columns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean isKey = (in.readByte() & 1) != 0;
      columns.add(new Column(in.readCString(), isKey, in.readInt(), in.readInt()));
    }
    var relation =
        new Relation(xid, oid, schema.isEmpty() ? "pg_catalog" : schema, name, identity, columns);
    relations.put(oid, relation);
    return relation;
  }

  private static ReplicaIdentity identity(byte setting) {
    return switch (setting) {
      case 'd' -> ReplicaIdentity.DEFAULT;
      case 'n' -> ReplicaIdentity.NOTHING;
      case 'f' -> ReplicaIdentity.FULL;
      case 'i' -> ReplicaIdentity.INDEX;
      default ->
          throw new ProtocolViolation("unknown replica identity 0x%02x".formatted(setting & 0xFF));
    };
  }

  private LogicalMessage change(byte type, WireReader in) {
    int xid = xid(in);
    if (type == 'T') {
      return truncate(xid, in);
    }
    Relation relation = known(in.readInt());
    byte kind = in.readByte();
    return switch (type) {
      case 'I' -> {
        expect('N', kind);
        yield new LogicalMessage.Insert(xid, relation, tuple(relation, in));
      }
      case 'D' -> {
        Tuple tuple = tuple(relation, in);
        yield switch (kind) {
          case 'K' -> new LogicalMessage.Delete(xid, relation, tuple, null);
          case 'O' -> new LogicalMessage.Delete(xid, relation, null, tuple);
          default -> throw unexpected(kind);
        };
      }
      default -> update(xid, relation, kind, in);
    };
  }

  private LogicalMessage update(int xid, Relation relation, byte kind, WireReader in) {
    Tuple key = null;
    Tuple old = null;
    byte next = kind;
    if (kind == 'K' || kind == 'O') {
      Tuple former = tuple(relation, in);
      key = kind == 'K' ? former : null;
      old = kind == 'O' ? former : null;
      next = in.readByte();
    }
    expect('N', next);
    return new LogicalMessage.Update(xid, relation, key, old, tuple(relation, in));
  }

  private LogicalMessage truncate(int xid, WireReader in) {
    int count = in.readCount(in.readInt());
    int options = in.readByte();
    List<Relation> truncated = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      truncated.add(known(in.readInt()));
    }
    return new LogicalMessage.Truncate(
        xid, truncated, (options & TRUNCATE_CASCADE) != 0, (options & TRUNCATE_RESTART) != 0);
  }

  private LogicalMessage message(WireReader in) {
    int xid = xid(in);
    boolean isTransactional = (in.readByte() & 1) != 0;
    Lsn lsn = in.readLsn();
    String prefix = in.readCString();
    return new LogicalMessage.Message(
        xid, isTransactional, lsn, prefix, new Content(in.readBytes(in.readInt())));
  }

  private LogicalMessage streamed(byte type, WireReader in) {
    return switch (type) {
      case 'S' -> {
        if (inBlock) {
          throw new ProtocolViolation("a streamed block begins within another one");
        }
        inBlock = true;
        yield new LogicalMessage.StreamStart(in.readInt(), in.readByte() != 0);
      }
      case 'E' -> {
        if (!inBlock) {
          throw new ProtocolViolation("a streamed block ends that has not begun");
        }
        inBlock = false;
        yield new LogicalMessage.StreamStop();
      }
      case 'c' -> {
        int xid = in.readInt();
        in.readByte();
        yield new LogicalMessage.StreamCommit(xid, in.readLsn(), in.readLsn(), in.readTime());
      }
      default -> abort(in);
    };
  }

  /// Position and time are there when the stream is parallel; the message itself does not say so.
  private static LogicalMessage abort(WireReader in) {
    int xid = in.readInt();
    int subXid = in.readInt();
    @Nullable Lsn lsn = null;
    @Nullable Instant time = null;
    if (in.remaining() == ABORT_DETAILS) {
      lsn = in.readLsn();
      time = in.readTime();
    }
    return new LogicalMessage.StreamAbort(xid, subXid, lsn, time);
  }

  private static LogicalMessage prepared(byte type, WireReader in) {
    if (type != 'b') {
      in.readByte(); // flags, of which there are none yet
    }
    Lsn first = in.readLsn();
    Lsn end = in.readLsn();
    Instant time = in.readTime();
    if (type == 'r') {
      return new LogicalMessage.RollbackPrepared(
          first, end, time, in.readTime(), in.readInt(), in.readCString());
    }
    int xid = in.readInt();
    String gid = in.readCString();
    return switch (type) {
      case 'b' -> new LogicalMessage.BeginPrepare(first, end, time, xid, gid);
      case 'P' -> new LogicalMessage.Prepare(first, end, time, xid, gid);
      case 'K' -> new LogicalMessage.CommitPrepared(first, end, time, xid, gid);
      default -> new LogicalMessage.StreamPrepare(first, end, time, xid, gid);
    };
  }

  private static Tuple tuple(Relation relation, WireReader in) {
    Tuple tuple = in.readTuple();
    if (tuple.size() != relation.columns().size()) {
      throw new ProtocolViolation(
          "a row of \"%s\" has %d values, its description %d columns"
              .formatted(relation.name(), tuple.size(), relation.columns().size()));
    }
    return tuple;
  }

  private Relation known(int oid) {
    Relation relation = relations.get(oid);
    if (relation == null) {
      throw new ProtocolViolation("a change of table %d, which was not described".formatted(oid));
    }
    return relation;
  }

  private static void expect(char expected, byte kind) {
    if (kind != expected) {
      throw unexpected(kind);
    }
  }

  private static ProtocolViolation unexpected(byte kind) {
    return new ProtocolViolation("unexpected kind 0x%02x of a tuple".formatted(kind & 0xFF));
  }
}
