package io.tiercel.wire.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.replication.LogicalMessage.Commit;
import io.tiercel.wire.replication.LogicalMessage.Delete;
import io.tiercel.wire.replication.LogicalMessage.Insert;
import io.tiercel.wire.replication.LogicalMessage.StreamAbort;
import io.tiercel.wire.replication.LogicalMessage.StreamCommit;
import io.tiercel.wire.replication.LogicalMessage.StreamStart;
import io.tiercel.wire.replication.LogicalMessage.Truncate;
import io.tiercel.wire.replication.LogicalMessage.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/// Random changes, by way of a stream of transactions in progress, lead to the table's own state.
@Timeout(240)
class ReplayTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int TRANSACTIONS = 150;

  private static ConnectionConfig.Builder config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password());
  }

  @EveryPostgres
  void replayed_changes_lead_to_the_same_table(TestServer server) {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    try (var database = server.newDatabase()) {
      database.execute(
          "create table t (id int primary key, a text, b text)",
          "alter table t alter b set storage external",
          "create publication changes for all tables");
      try (var replication =
              ReplicationConnection.logical(
                  config(database).runtimeParameter("logical_decoding_work_mem", "64kB").build());
          var first = Connection.open(config(database).build());
          var second = Connection.open(config(database).build())) {
        String slot = "replay_" + server.majorVersion();
        replication.createSlot(SlotDefinition.temporary(slot));
        var options =
            PgoutputOptions.of("changes")
                .withMessages()
                .withStreaming(PgoutputOptions.Streaming.ON);
        try (var stream =
            replication.startLogical(slot, Lsn.ZERO, options, StreamSettings.DEFAULT)) {
          new Changes(new Random(seed), first, second).run();
          first.execute("select pg_logical_emit_message(true, 'end', '')");
          var replica = new Replica();
          replica.follow(stream);
          assertEquals(contents(first), replica.rows, "seed " + seed);
        }
      }
    }
  }

  private static Map<Integer, List<@Nullable String>> contents(Connection connection) {
    var rows = new TreeMap<Integer, List<@Nullable String>>();
    connection.query(
        "select id, a, b from t",
        row ->
            rows.put(
                row.getInt(0),
                Arrays.asList(
                    row.isNull(1) ? null : row.getString(1),
                    row.isNull(2) ? null : row.getString(2))));
    return rows;
  }

  /// Two sessions whose transactions overlap; the ids of one are even, of the other odd.
  private record Changes(Random random, Connection first, Connection second) {
    void run() {
      for (int i = 0; i < TRANSACTIONS; i++) {
        first.execute("begin");
        second.execute("begin");
        for (int n = random.nextInt(6); n >= 0; n--) {
          change(first, 0);
          change(second, 1);
        }
        end(random.nextBoolean() ? first : second);
        end(first);
        end(second);
        if (random.nextInt(40) == 0) {
          first.execute("truncate t");
        }
      }
    }

    private void end(Connection connection) {
      connection.execute(random.nextInt(5) == 0 ? "rollback" : "commit");
    }

    private void change(Connection connection, int parity) {
      boolean isUndone = random.nextInt(4) == 0;
      connection.execute("savepoint s");
      int id = 2 * random.nextInt(200) + parity;
      switch (random.nextInt(6)) {
        case 0, 1 ->
            connection.execute(
                "insert into t select 2 * g + $1, 'a' || g, repeat('b', 3000 + g)"
                    + " from generate_series($2::int, $2::int + $3::int) g on conflict do nothing",
                parity,
                random.nextInt(100),
                random.nextInt(60));
        case 2 -> connection.execute("update t set a = 'changed' where id = $1", id);
        case 3 ->
            connection.execute(
                "update t set b = null where id between $1 and $1 + 9" + " and id % 2 = $2",
                id, parity);
        case 4 ->
            connection.execute(
                "update t set id = id + 100000 where id = $1"
                    + " and not exists (select 1 from t where id = $1 + 100000)",
                id);
        default -> connection.execute("delete from t where id = $1 or id = $1 + 100000", id);
      }
      connection.execute(isUndone ? "rollback to savepoint s" : "release savepoint s");
    }
  }

  /// A table that follows the stream. Changes of a transaction in progress wait for its end.
  private static final class Replica {
    final Map<Integer, List<@Nullable String>> rows = new TreeMap<>();
    private final Map<Integer, List<LogicalMessage>> inProgress = new HashMap<>();
    private int block;

    void follow(LogicalStream stream) {
      boolean atEnd = false;
      while (!atEnd) {
        LogicalMessage message = Objects.requireNonNull(stream.next(LIMIT), "nothing in time");
        switch (message) {
          case StreamStart start -> block = start.xid();
          case LogicalMessage.StreamStop stop -> block = 0;
          case StreamCommit commit -> {
            // Of a transaction whose changes were all undone nothing may be left to stream.
            List<LogicalMessage> changes = inProgress.remove(commit.xid());
            if (changes != null) {
              changes.forEach(this::apply);
            }
            stream.acknowledge(commit.end());
          }
          case StreamAbort abort -> abort(abort);
          case Commit commit -> stream.acknowledge(commit.end());
          case LogicalMessage.Message end -> atEnd = end.prefix().equals("end");
          case LogicalMessage change when block != 0 ->
              inProgress.computeIfAbsent(block, xid -> new ArrayList<>()).add(change);
          case LogicalMessage change -> apply(change);
        }
      }
    }

    private void abort(StreamAbort abort) {
      if (abort.xid() == abort.subXid()) {
        inProgress.remove(abort.xid());
      } else {
        inProgress
            .getOrDefault(abort.xid(), new ArrayList<>())
            .removeIf(change -> xid(change) == abort.subXid());
      }
    }

    private static int xid(LogicalMessage change) {
      return switch (change) {
        case Insert insert -> insert.xid();
        case Update update -> update.xid();
        case Delete delete -> delete.xid();
        case Truncate truncate -> truncate.xid();
        default -> 0;
      };
    }

    private void apply(LogicalMessage change) {
      switch (change) {
        case Insert insert -> put(insert.row(), null);
        case Update update -> {
          Tuple key = update.key() == null ? update.row() : update.key();
          put(update.row(), rows.remove(id(key)));
        }
        case Delete delete -> rows.remove(id(Objects.requireNonNull(delete.key())));
        case Truncate truncate -> rows.clear();
        default -> {
          // descriptions
        }
      }
    }

    private void put(Tuple row, @Nullable List<@Nullable String> former) {
      var values = new ArrayList<@Nullable String>();
      for (int i = 1; i < 3; i++) {
        values.add(row.isUnchanged(i) ? Objects.requireNonNull(former).get(i - 1) : row.text(i));
      }
      rows.put(id(row), values);
    }

    private static int id(Tuple tuple) {
      return Integer.parseInt(Objects.requireNonNull(tuple.text(0)));
    }
  }
}
