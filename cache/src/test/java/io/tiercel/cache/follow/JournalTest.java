package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;

/// What others do to rows that are stored, learnt by way of the journal.
@Timeout(300)
class JournalTest {
  private static Followed follow(TestServer server, String... preparation) {
    return follow(new Followed(server.newDatabase(), preparation));
  }

  private static Followed follow(Followed followed) {
    followed.start(FollowerSettings::byJournal);
    followed.awaitReady();
    return followed;
  }

  @EveryPostgres
  void a_role_that_may_not_replicate_sees_every_kind_of_change(TestServer server) {
    try (TestServer own =
            server.startAnother(
                TestServerOptions.defaults()
                    .setting("wal_level", "minimal")
                    .setting("max_wal_senders", "0")
                    .setting("max_prepared_transactions", "5"));
        TestDatabase database = own.newDatabase()) {
      database.execute(
          "create role plain login password 'kestrel'",
          "grant all on database %s to plain".formatted(database.name()),
          "grant all on schema public to plain");
      TestDatabase asPlain =
          new TestDatabase(database.host(), database.port(), database.name(), "plain", "kestrel");
      try (Followed followed = follow(new Followed(asPlain))) {
        seesChanges(followed);
        followed.committed(
            "begin; update item set name = '2' where id = 'h'; prepare transaction 'one'");
        assertNotNull(followed.items.get("h"));
        followed.committed("commit prepared 'one'");
        assertNull(followed.items.get("h"));
      }
    }
  }

  private static void seesChanges(Followed followed) {
    followed.committed(
        "insert into item select c, '1' from regexp_split_to_table('abcdefgh', '') c");
    followed.store(followed.items, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
    followed.store(followed.notes, "a");
    StreamSession session = followed.coherence.session();
    followed.committed(
        "update item set name = '2' where id = 'a'",
        "update item set id = 'i' where id = 'b'",
        "delete from item where id = 'c'",
        "insert into item values ('j', '1')",
        "insert into item values ('d', '3') on conflict (id) do update set name = excluded.name",
        """
        do $$ begin
          update item set name = '2' where id = 'e';
          begin
            update item set name = '2' where id = 'f';
            raise exception 'no';
          exception when raise_exception then null; end;
        end $$\
        """);
    for (String key : new String[] {"a", "b", "c", "d", "e", "i", "j"}) {
      assertNull(followed.items.get(key), key);
    }
    for (String key : new String[] {"f", "g", "h"}) {
      assertNotNull(followed.items.get(key), key);
    }
    assertNotNull(followed.notes.get("a"));
    followed.committed("truncate note");
    assertNull(followed.notes.get("a"));
    assertNotNull(followed.items.get("g"));
    followed.committed("update item set name = name || '!' where id <> 'h'");
    assertNull(followed.items.get("g"));
    assertEquals(session, followed.coherence.session());
  }

  @EveryPostgres
  void copied_rows_and_cascades_are_seen(TestServer server) {
    try (Followed followed =
        follow(
            server,
            "create table item (id text primary key, name text)",
            "create table note (id text primary key references item on delete cascade)")) {
      followed.committed("insert into item values ('a', '1')", "insert into note values ('a')");
      followed.store(followed.items, "b");
      followed.store(followed.notes, "a", "b");
      followed.committed(
          "do $$ begin set local session_replication_role = replica;"
              + " insert into item values ('b', '1'); end $$",
          "delete from item where id = 'a'");
      assertNull(followed.items.get("b"));
      assertNull(followed.notes.get("a"));
      assertNotNull(followed.notes.get("b"));
    }
  }

  @EveryPostgres
  void keys_are_as_the_stream_has_them(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase())) {
      followed.database.execute(
          "create table flag (id boolean primary key)",
          "create table day (id date primary key)",
          "create table pair (x int, id text, primary key (x, id))");
      Region<String, String> flags = followed.with("flag");
      Region<String, String> days = followed.with("day");
      Region<String, String> pairs = followed.with("pair");
      follow(followed);
      followed.store(flags, "t", "f");
      followed.store(days, "2026-11-22", "2026-11-23");
      followed.store(pairs, "it's", "b");
      followed.committed(
          "insert into flag values (true)",
          "do $$ begin set local datestyle = 'German'; insert into day values ('22.11.2026'); end"
              + " $$",
          "insert into pair values (1, 'it''s'), (2, 'c')");
      assertNull(flags.get("t"));
      assertNotNull(flags.get("f"));
      assertNull(days.get("2026-11-22"));
      assertNotNull(days.get("2026-11-23"));
      assertNull(pairs.get("it's"));
      assertNotNull(pairs.get("b"));
    }
  }

  @EveryPostgres
  void partitions_are_recorded_whichever_way_they_are_written(TestServer server) {
    try (Followed followed =
        follow(
            server,
            "create table item (id text primary key, name text) partition by list (id)",
            "create table item_a partition of item for values in ('a', 'b')",
            "create table item_d partition of item for values in ('d', 'e')")) {
      followed.committed("insert into item values ('a', '1'), ('b', '1'), ('d', '1')");
      followed.store(followed.items, "a", "b", "d", "e");
      followed.committed("update item set id = 'e' where id = 'a'");
      assertNull(followed.items.get("a"));
      assertNull(followed.items.get("e"));
      assertNotNull(followed.items.get("b"));
      followed.committed("update item_d set name = '2' where id = 'd'");
      assertNull(followed.items.get("d"));
      StreamSession session = followed.coherence.session();
      followed.database.execute("create table item_x partition of item for values in ('x')");
      Followed.await("the new partition", () -> followed.coherence.session() != session);
      followed.awaitReady();
      followed.store(followed.items, "x");
      followed.committed("insert into item_x values ('x', '1')");
      assertNull(followed.items.get("x"));
    }
  }

  @EveryPostgres
  void a_statement_of_very_many_rows_takes_the_table(TestServer server) {
    try (Followed followed = follow(server)) {
      followed.store(followed.items, "a");
      followed.store(followed.notes, "a");
      followed.committed("insert into item select 'k' || i from generate_series(1, 100001) i");
      assertNull(followed.items.get("a"));
      assertNotNull(followed.notes.get("a"));
    }
  }

  @EveryPostgres
  void definitions_that_change_take_what_is_stored(TestServer server) {
    try (Followed followed = follow(server)) {
      followed.store(followed.items, "a");
      followed.store(followed.notes, "a");
      followed.database.execute("alter table item alter name type int using 1");
      Followed.await("the change", () -> followed.items.get("a") == null);
      assertNotNull(followed.notes.get("a"));
      followed.store(followed.items, "a");
    }
  }

  @EveryPostgres
  void a_table_whose_triggers_are_off_is_not_used(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase())) {
      follow(followed);
      followed.stop();
      followed.start(settings -> settings.byJournal().withoutPreparing());
      followed.awaitReady();
      followed.store(followed.items, "a");
      followed.store(followed.notes, "a");
      followed.database.execute("alter table item disable trigger tiercel_journal_update");
      Followed.await("the breach", () -> followed.items.get("a") == null);
      followed.store(followed.notes, "a");
      assertTrue(followed.items.isSuspended());
      followed.database.execute("alter table item enable always trigger tiercel_journal_update");
      followed.store(followed.items, "a");
    }
  }

  /// Its replica identity would do for a stream.
  @EveryPostgres
  void a_table_without_a_primary_key_gets_no_triggers_and_is_not_used(TestServer server) {
    try (Followed followed =
        follow(
            server,
            "create table note (id text, name text)",
            "alter table note replica identity full")) {
      followed.store(followed.items, "a");
      // A trigger that knows no key would fail them.
      followed.committed(
          "insert into note values ('a', '1')", "update note set name = '2'", "delete from note");
      assertTrue(followed.notes.isSuspended());
    }
  }

  @EveryPostgres
  void what_is_not_there_is_said_with_what_mends_it(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase())) {
      followed.start(settings -> settings.byJournal().withoutPreparing());
      Followed.await("an obstacle", () -> followed.follower().state().obstacle() != null);
      var obstacle = Objects.requireNonNull(followed.follower().state().obstacle());
      assertEquals("there is no table tiercel.journal", obstacle.cause());
      followed.database.execute(obstacle.mend());
      followed.awaitReady();
      followed.store(followed.items, "a");
      followed.committed("insert into item values ('a', '1')");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_crash_that_empties_the_journal_voids_everything(TestServer server) {
    try (TestServer own = server.startAnother(TestServerOptions.defaults());
        Followed followed = follow(own)) {
      followed.store(followed.items, "a");
      StreamSession session = followed.coherence.session();
      own.kill();
      Followed.await("the end", () -> followed.items.get("a") == null);
      own.restart();
      Followed.await("a new beginning", () -> followed.coherence.session() != session);
      followed.awaitReady();
      followed.store(followed.items, "a");
      followed.committed("insert into item values ('a', '1')");
      assertNull(followed.items.get("a"));
    }
  }
}
