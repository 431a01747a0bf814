package io.tiercel.lab.check.run;

import io.tiercel.lab.check.node.NodeOptions;
import io.tiercel.lab.check.server.CheckServer;
import io.tiercel.lab.check.server.SlowStandby;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Makes one fault happen for the length of a round and mends it in the end. Run by one thread.
final class FaultScript {
  private static final Duration STANDBY_DELAY = Duration.ofMillis(1);
  private static final int SEGMENTS = 4;

  private static final String DROP_TRIGGERS =
      """
      do $$ declare t record; begin
        for t in select tgname from pg_trigger
          where tgrelid = '%1$s'::regclass and tgname like 'tiercel%%'
        loop execute format('drop trigger %%I on %1$s', t.tgname); end loop;
      end $$\
      """;

  private final CheckServer server;
  private final NodeOptions options;
  private final BooleanSupplier isOver;
  private int happened;

  FaultScript(CheckServer server, NodeOptions options, BooleanSupplier isOver) {
    this.server = server;
    this.options = options;
    this.isOver = isOver;
  }

  /// How often it has happened.
  int happened() {
    return happened;
  }

  void run(Fault fault) throws SQLException {
    switch (fault) {
      case NONE, SAVEPOINTS, PREPARED_TRANSACTIONS, ASYNCHRONOUS_COMMIT -> pause(Long.MAX_VALUE);
      case SLOW_STANDBY -> slowStandby();
      case STREAM_PAUSED -> repeat(this::holdStream, 150);
      case WALSENDER_KILLED -> repeat(this::killWalsenders, 700);
      case POSTMASTER_KILLED -> killPostmaster();
      case SLOT_INVALIDATED -> invalidateSlots();
      case LONG_TRANSACTIONS -> repeat(this::longTransaction, 10);
      case LARGE_TRANSACTIONS -> repeat(() -> server.execute("update ballast set n = n + 1"), 200);
      case DDL -> repeat(this::define, 250);
      case TRUNCATE -> repeat(this::truncate, 150);
    }
  }

  private interface Step {
    void once() throws SQLException;
  }

  private void repeat(Step step, int pauseMillis) throws SQLException {
    while (!isOver.getAsBoolean()) {
      pause(pauseMillis);
      step.once();
      happened++;
    }
  }

  /// At most until the round is over.
  private void pause(long millis) {
    long start = System.nanoTime();
    while (!isOver.getAsBoolean() && (System.nanoTime() - start) / 1_000_000 < millis) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  private void slowStandby() throws SQLException {
    try (var _ = new SlowStandby(server, STANDBY_DELAY)) {
      happened++;
      pause(Long.MAX_VALUE);
    }
  }

  private void holdStream() {
    server.gate().shut();
    try {
      pause(ThreadLocalRandom.current().nextInt(50, 600));
    } finally {
      server.gate().open();
    }
  }

  private void killWalsenders() throws SQLException {
    server.execute(
        options.byJournal()
            ? "select pg_terminate_backend(pid) from pg_stat_activity where usename = '%s'"
                .formatted(CheckServer.PLAIN_ROLE)
            : "select pg_terminate_backend(pid) from pg_stat_replication");
  }

  private void killPostmaster() {
    pause(500);
    server.killAndRestart();
    happened++;
    pause(Long.MAX_VALUE);
  }

  private void invalidateSlots() throws SQLException {
    pause(300);
    var slots = "select count(*) from pg_replication_slots where invalidation_reason is null";
    int before = Integer.parseInt(server.ask(slots));
    server.execute("alter system set max_slot_wal_keep_size = '1MB'", "select pg_reload_conf()");
    server.gate().shut();
    try {
      for (int i = 0; i < SEGMENTS; i++) {
        server.execute(
            "select pg_logical_emit_message(false, 'check', repeat('x', 1000))",
            "select pg_switch_wal()");
      }
      server.execute("checkpoint");
      // Temporary ones go with their walsenders, which nobody can talk to meanwhile.
      happened += before - Integer.parseInt(server.ask(slots));
    } finally {
      server.gate().open();
      server.execute("alter system reset max_slot_wal_keep_size", "select pg_reload_conf()");
    }
    pause(Long.MAX_VALUE);
  }

  /// Holds locks on a note that writers want, and its change back.
  private void longTransaction() throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("update note set body = 'long' where id = 1");
      pause(ThreadLocalRandom.current().nextInt(100, 700));
      connection.commit();
    }
  }

  private void define() throws SQLException {
    switch (happened % 7) {
      // Every value changes, and no row event tells of it.
      case 0 -> server.execute("alter table item alter column stamp type int using stamp + 1");
      case 1 ->
          server.execute(
              "alter table note add column extra int not null default 7",
              "alter table note drop column extra");
      case 2 -> server.execute(leave("note"), "update note set body = body || '!' where id <= 8");
      case 3 -> server.execute("alter table thing alter column price type int using price + 1");
      case 4 ->
          server.execute(
              leave("crate_label"),
              "delete from crate_label where label_id = 1",
              leave("thing"),
              "update thing set crate_id = 1 where crate_id = 2");
      case 5 ->
          server.execute(
              leave("rate"),
              "update rate set band = 1 where band = 2",
              leave("crate_word"),
              "delete from crate_word where crate_id = 1");
      default -> server.execute("alter table note alter column body type text using body || '?'");
    }
  }

  /// Changes of the table escape until a node puts it back; perhaps it has left before.
  private String leave(String table) {
    return options.byJournal()
        ? DROP_TRIGGERS.formatted(table)
        : "do $$ begin alter publication tiercel_cache drop table %s; exception when undefined_object then null; end $$"
            .formatted(table);
  }

  private void truncate() throws SQLException {
    server.execute("truncate note", Notes.FILL, Crates.TRUNCATE);
    server.execute(Crates.FILL);
  }
}
