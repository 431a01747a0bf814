package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;

/// Changes that PostgreSQL does not put on the stream as changes of rows.
@Timeout(300)
class EscapeTest {
  private static final String PARTITIONED =
      "create table item (id text primary key, name text) partition by list (id)";
  private static final String PARTITION =
      "create table item_a partition of item for values in ('a')";
  private static final String DEFAULT_PARTITION = "create table item_d partition of item default";

  /// Whether the statement takes what is stored of `item`, and nothing else: at once where it is
  /// announced, and without that as soon as it was looked for.
  private static void takesItems(TestServer server, String statement, String... preparation) {
    try (Followed followed = new Followed(server.newDatabase(), preparation).start()) {
      StreamSession session = prepare(followed);
      followed.committed(statement);
      assertNull(followed.items.get("a"), "announced: " + statement);
      followed.isStillStored(followed.notes, "a");
      followed.store(followed.items, "a");
      assertEquals(session, followed.coherence.session());
    }
    try (Followed followed = new Followed(server.newDatabase(), preparation).startPolling()) {
      StreamSession session = prepare(followed);
      followed.database.execute(statement);
      Followed.await("polled: " + statement, () -> followed.items.get("a") == null);
      followed.isStillStored(followed.notes, "a");
      followed.store(followed.items, "a");
      assertEquals(session, followed.coherence.session());
    }
  }

  private static StreamSession prepare(Followed followed) {
    followed.committed("insert into item values ('a', '1')");
    followed.store(followed.items, "a");
    followed.store(followed.notes, "a");
    return followed.coherence.session();
  }

  /// Whether `item` is not used from the statement on, until the mend, and the rest is.
  private static void endsItems(TestServer server, String statement, String mend) {
    Consumer<Followed> test =
        followed -> {
          prepare(followed);
          followed.database.execute(statement);
          Followed.await(statement, () -> followed.items.get("a") == null);
          Followed.await("the use of notes", () -> followed.isStored(followed.notes, "a"));
          assertTrue(followed.items.isSuspended(), statement);
          assertFalse(followed.isStored(followed.items, "a"), statement);
          followed.database.execute(mend);
          followed.store(followed.items, "a");
        };
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      test.accept(followed);
    }
    try (Followed followed = new Followed(server.newDatabase()).startPolling()) {
      test.accept(followed);
    }
  }

  @EveryPostgres
  void a_type_that_is_changed_takes_what_is_stored(TestServer server) {
    takesItems(server, "alter table item alter name type int using name::int + 1");
  }

  @EveryPostgres
  void a_column_with_a_volatile_default_takes_what_is_stored(TestServer server) {
    takesItems(server, "alter table item add extra float default random()");
  }

  @EveryPostgres
  void a_renamed_column_takes_what_is_stored(TestServer server) {
    takesItems(server, "alter table item rename name to title");
  }

  @EveryPostgres
  void a_dropped_column_takes_what_is_stored(TestServer server) {
    takesItems(server, "alter table item drop name");
  }

  @EveryPostgres
  void a_type_that_is_dropped_with_its_columns_takes_what_is_stored(TestServer server) {
    takesItems(
        server,
        "drop domain title cascade",
        "create domain title as text",
        "create table item (id text primary key, name text, title title)");
  }

  @EveryPostgres
  void a_renamed_label_takes_what_is_stored(TestServer server) {
    takesItems(
        server,
        "alter type label rename value '1' to 'one'",
        "create type label as enum ('1')",
        "create table item (id text primary key, name label)");
  }

  @EveryPostgres
  void a_detached_partition_takes_what_is_stored(TestServer server) {
    takesItems(server, "alter table item detach partition item_a", PARTITIONED, PARTITION);
  }

  @EveryPostgres
  void an_attached_partition_takes_what_is_stored(TestServer server) {
    takesItems(
        server,
        "alter table item attach partition item_b for values in ('b')",
        PARTITIONED,
        PARTITION,
        "create table item_b (id text primary key, name text)",
        "insert into item_b values ('b', '1')");
  }

  @EveryPostgres
  void a_dropped_partition_takes_what_is_stored(TestServer server) {
    takesItems(server, "drop table item_a", PARTITIONED, PARTITION);
  }

  @EveryPostgres
  void definitions_are_watched_in_sessions_of_replicas_as_well(TestServer server) {
    takesItems(
        server,
        "do $$ begin set local session_replication_role = replica;"
            + " alter table item alter name type int using name::int + 1; end $$");
  }

  @EveryPostgres
  void a_table_is_not_used_while_it_is_unlogged(TestServer server) {
    // PostgreSQL refuses that while the table is published.
    endsItems(
        server,
        "do $$ begin alter publication tiercel drop table item;"
            + " alter table item set unlogged; end $$",
        "do $$ begin alter table item set logged;"
            + " alter publication tiercel add table item; end $$");
  }

  @EveryPostgres
  void a_table_is_not_used_while_it_has_row_level_security(TestServer server) {
    endsItems(
        server,
        "alter table item enable row level security",
        "alter table item disable row level security");
  }

  @EveryPostgres
  void a_table_is_not_used_while_its_updates_are_refused(TestServer server) {
    endsItems(
        server,
        "alter table item replica identity nothing",
        "alter table item replica identity full");
  }

  @EveryPostgres
  void a_table_is_not_used_while_another_one_inherits_from_it(TestServer server) {
    endsItems(server, "create table sub () inherits (item)", "drop table sub");
  }

  @EveryPostgres
  void a_table_is_not_used_while_its_changes_are_filtered(TestServer server) {
    endsItems(
        server,
        "alter publication tiercel set table item where (id <> 'x'), note",
        "alter publication tiercel set table item, note");
  }

  @EveryPostgres
  void no_table_is_used_while_updates_are_not_published(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      prepare(followed);
      followed.database.execute("alter publication tiercel set (publish = 'insert')");
      Followed.await(
          "the breach", () -> followed.items.isSuspended() && followed.items.get("a") == null);
      followed.database.execute(
          "alter publication tiercel set (publish = 'insert, update, delete, truncate')");
      followed.store(followed.items, "a");
    }
  }

  @EveryPostgres
  void a_table_that_is_taken_out_of_the_publication_is_put_back(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      StreamSession session = prepare(followed);
      followed.committed(
          "alter publication tiercel drop table item", "update item set name = 'unseen'");
      assertNull(followed.items.get("a"));
      Followed.await("another stream", () -> followed.coherence.session() != session);
      followed.store(followed.items, "a");
      followed.committed("update item set name = 'seen'");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_table_that_is_out_of_the_publication_is_not_used(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).startPolling()) {
      prepare(followed);
      followed.database.execute("alter publication tiercel drop table item");
      Followed.await("the breach", () -> followed.items.get("a") == null);
      followed.store(followed.notes, "a");
      assertTrue(followed.items.isSuspended());
      followed.database.execute("alter publication tiercel add table item");
      followed.store(followed.items, "a");
      followed.committed("update item set name = 'seen'");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_publication_that_is_dropped_is_made_anew(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      StreamSession session = prepare(followed);
      followed.database.execute("drop publication tiercel", "update item set name = 'unseen'");
      Followed.await("the end", () -> followed.coherence.session() != session);
      assertNull(followed.items.get("a"));
      followed.store(followed.items, "a");
      followed.committed("update item set name = 'seen'");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void tables_that_change_their_names_change_their_rows(TestServer server) {
    try (Followed followed =
        new Followed(server.newDatabase(), "create table item_new (id text primary key, name text)")
            .start()) {
      prepare(followed);
      followed.committed(
          "do $$ begin alter table item rename to item_old;"
              + " alter table item_new rename to item; end $$");
      assertNull(followed.items.get("a"));
      followed.store(followed.items, "a");
      followed.committed("insert into item values ('a', 'of the other table')");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_table_that_is_made_anew_is_followed(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      prepare(followed);
      followed.database.execute("drop table item");
      Followed.await("the end", () -> followed.items.get("a") == null);
      followed.database.execute("create table item (id text primary key, name text)");
      followed.store(followed.items, "a");
      followed.committed("insert into item values ('a', '1')");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_row_that_moves_between_partitions_goes(TestServer server) {
    try (Followed followed =
        new Followed(server.newDatabase(), PARTITIONED, PARTITION, DEFAULT_PARTITION).start()) {
      prepare(followed);
      followed.store(followed.items, "b", "c");
      followed.committed("update item set id = 'b' where id = 'a'");
      assertNull(followed.items.get("a"));
      assertNull(followed.items.get("b"));
      followed.isStillStored(followed.items, "c");
      followed.store(followed.items, "b");
      followed.committed("update item_d set name = '2'");
      assertNull(followed.items.get("b"), "changed by way of the partition");
    }
  }

  @EveryPostgres
  void what_cannot_be_followed_is_not_used_and_the_rest_is(TestServer server) {
    try (Followed followed =
        new Followed(
            server.newDatabase(),
            "create unlogged table lost (id text primary key)",
            "create view seen as select 'a'::text as id",
            "create materialized view kept as select 'a'::text as id",
            "create table keyless (id text)",
            "create extension file_fdw",
            "create server files foreign data wrapper file_fdw",
            "create foreign table far (id text) server files options (filename '/dev/null')",
            "create table parted (id text primary key) partition by list (id)",
            "create unlogged table parted_a partition of parted for values in ('a')",
            "create table generated (n text, id text generated always as (n) stored primary"
                + " key)")) {
      Map<String, Region<String, String>> regions = new HashMap<>();
      for (String name :
          List.of("lost", "seen", "kept", "keyless", "far", "parted", "generated", "absent")) {
        regions.put(name, followed.with(name));
      }
      followed.start();
      followed.store(followed.items, "a");
      regions.forEach(
          (name, region) -> {
            assertTrue(region.isSuspended(), name);
            assertFalse(followed.isStored(region, "a"), name);
          });
      Region<String, String> absent = Objects.requireNonNull(regions.get("absent"));
      followed.database.execute("create table absent (id text primary key)");
      followed.store(absent, "a");
      followed.committed("insert into absent values ('a')");
      assertNull(absent.get("a"));
    }
  }
}
