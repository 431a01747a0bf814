package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PipelineTest {
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void createDatabase() {
    database = TestServer.v18().newDatabase();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @BeforeEach
  void open() {
    connection = Databases.open(database);
    connection.script("create temp table t (id int primary key, name text)");
  }

  @AfterEach
  void close() {
    connection.close();
  }

  private long count() {
    return connection.queryList("select count(*) from t", row -> row.getLong(0)).getFirst();
  }

  @Test
  void the_tags_of_a_transaction_that_repeats_are_the_same_objects() {
    var tags = new ArrayList<CommandTag>();
    for (int i = 0; i < 2; i++) {
      try (var pipeline = connection.pipeline()) {
        var pending =
            List.of(pipeline.add("begin"), pipeline.add("select from t"), pipeline.add("commit"));
        pipeline.await();
        pending.forEach(each -> tags.add(each.tag()));
      }
    }

    assertEquals(List.of("BEGIN", "SELECT 0", "COMMIT"), texts(tags.subList(0, 3)));
    for (int i = 0; i < 3; i++) {
      assertSame(tags.get(i), tags.get(i + 3));
    }
  }

  @Test
  void more_tags_than_are_kept_are_told_apart() {
    var tags = new ArrayList<CommandTag>();
    for (int rows = 0; rows < 30; rows++) {
      try (var pipeline = connection.pipeline()) {
        var pending = pipeline.add("select from generate_series(1, " + rows % 12 + ")");
        pipeline.await();
        tags.add(pending.tag());
      }
    }

    for (int rows = 0; rows < 30; rows++) {
      assertEquals(new CommandTag("SELECT " + rows % 12, rows % 12), tags.get(rows));
    }
  }

  private static List<String> texts(List<CommandTag> tags) {
    return tags.stream().map(CommandTag::text).toList();
  }

  @Test
  void a_transaction_of_different_statements_takes_one_round_trip() {
    var insert = connection.prepare("insert into t values ($1, $2) returning id");
    var select = connection.prepare("select name from t order by id");
    long before = connection.statistics().roundTrips();
    List<String> names = new ArrayList<>();
    List<Integer> ids = new ArrayList<>();

    Pending inserted;
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      inserted = pipeline.add(insert, row -> ids.add(row.getInt(0)), 1, "one");
      pipeline.add(insert, 2, "two");
      pipeline.add(select, row -> names.add(row.getString(0)));
      pipeline.add("commit");
      pipeline.await();
    }

    assertEquals(List.of("one", "two"), names);
    assertEquals(List.of(1), ids);
    assertTrue(inserted.isDone());
    assertEquals("INSERT 0 1", inserted.tag().text());
    assertEquals(1, connection.statistics().roundTrips() - before);
    assertEquals(TransactionStatus.IDLE, connection.transactionStatus());
  }

  @Test
  void a_commit_behind_a_failed_statement_is_never_executed() {
    var insert = connection.prepare("insert into t values ($1, $2)");
    var pipeline = connection.pipeline();
    pipeline.add("begin");
    pipeline.add(insert, 1, "one");
    Pending failed = pipeline.add(insert, 1, "again");
    Pending skipped = pipeline.add(insert, 2, "two");
    Pending commit = pipeline.add("commit");

    var failure = assertThrows(ServerException.class, pipeline::await);

    assertEquals("23505", failure.sqlState());
    assertEquals(insert.sql(), failure.sql());
    assertSame(failure.error(), failed.error());
    assertTrue(skipped.isSkipped());
    assertTrue(commit.isSkipped());
    assertEquals(TransactionStatus.FAILED, connection.transactionStatus());
    connection.execute("rollback");
    assertEquals(0, count());
  }

  @Test
  void statements_behind_a_sync_run_although_one_before_it_failed() {
    var insert = connection.prepare("insert into t values ($1, $2)");
    var pipeline = connection.pipeline();
    pipeline.add(insert, 1, "one");
    pipeline.add(insert, 1, "again");
    pipeline.sync();
    Pending second = pipeline.add(insert, 2, "two");

    assertThrows(ServerException.class, pipeline::await);

    assertFalse(second.isSkipped());
    assertEquals(1, second.rows());
    assertEquals(1, count());
  }

  @Test
  void a_pipeline_of_200_000_statements_comes_back_whole() {
    var insert = connection.prepare("insert into t values ($1, $2) returning id, name");
    long[] sum = new long[1];
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      for (int i = 0; i < 200_000; i++) {
        pipeline.add(insert, row -> sum[0] += row.getInt(0), i, "name");
      }
      pipeline.add("commit");
      pipeline.await();
    }
    assertEquals(199_999L * 200_000 / 2, sum[0]);
    assertEquals(200_000, count());
  }

  @Test
  void a_pipeline_whose_statements_all_return_wide_rows_does_not_deadlock() {
    var wide = connection.prepare("select repeat('x', 100000), repeat($1, 1000)");
    long[] bytes = new long[1];
    try (var pipeline = connection.pipeline()) {
      for (int i = 0; i < 500; i++) {
        pipeline.add(wide, row -> bytes[0] += row.length(0), "y".repeat(1000));
      }
      pipeline.await();
    }
    assertEquals(50_000_000L, bytes[0]);
  }

  @Test
  void a_parameter_that_cannot_be_encoded_adds_nothing() {
    var insert = connection.prepare("insert into t values ($1, $2)");
    try (var pipeline = connection.pipeline()) {
      pipeline.add(insert, 1, "one");
      var failure = assertThrows(CodecException.class, () -> pipeline.add(insert, "x", "two"));
      Failures.assertMentions("cannot bind parameter $1", failure);

      pipeline.add(insert, 3, "three");
      pipeline.await();
    }
    assertEquals(2, count());
  }

  @Test
  void a_consumer_that_throws_loses_only_its_own_rows() {
    var select = connection.prepare("select generate_series(1, 1000)");
    var insert = connection.prepare("insert into t values ($1, $2)");
    var pipeline = connection.pipeline();
    pipeline.add(
        select,
        row -> {
          throw new IllegalStateException("enough");
        });
    pipeline.add(insert, 1, "one");

    var failure = assertThrows(IllegalStateException.class, pipeline::await);

    assertEquals("enough", failure.getMessage());
    assertEquals(1, count());
  }

  @Test
  void a_statement_can_be_prepared_in_the_middle_of_a_pipeline() {
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      pipeline.add(connection.prepare("insert into t values ($1, $2)"), 1, "one");
      pipeline.add(connection.prepare("update t set name = $1"), "new");
      pipeline.add("rollback");
      pipeline.await();
    }
    assertEquals(0, count());
  }

  @Test
  void what_cannot_be_described_tells_of_the_failure_before_it() {
    var insert = connection.prepare("insert into t values ($1, $2)");
    try (var pipeline = connection.pipeline()) {
      pipeline.add(insert, 1, "one");
      pipeline.add(insert, 1, "again");
      var unknown = pipeline.statement("select $1::int");
      var failure = assertThrows(ServerException.class, () -> pipeline.add(unknown, 2));
      assertEquals("23505", failure.sqlState());
    }
    assertEquals(0L, connection.query("select * from t", row -> {}));
  }

  @Test
  void preparing_behind_a_failed_statement_is_refused_and_the_pipeline_tells_why() {
    var insert = connection.prepare("insert into t values ($1, $2)");
    var pipeline = connection.pipeline();
    pipeline.add(insert, 1, "one");
    pipeline.add(insert, 1, "again");
    assertThrows(UsageException.class, () -> connection.prepare("select 1 + 1"));
    assertThrows(ServerException.class, pipeline::await);
    assertEquals(2, connection.queryList("select 1 + 1", row -> row.getInt(0)).getFirst());
  }

  @Test
  void closing_without_awaiting_sends_nothing() {
    var insert = connection.prepare("insert into t values ($1, $2)");
    Pending pending;
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      pending = pipeline.add(insert, 1, "one");
      pipeline.add("commit");
    }
    assertTrue(pending.isSkipped());
    assertEquals(0, count());
  }

  @Test
  void other_use_of_the_connection_is_refused_until_the_pipeline_is_awaited() {
    var pipeline = connection.pipeline();
    pipeline.add("begin");
    assertThrows(UsageException.class, () -> connection.execute("select 1"));
    pipeline.await();
    connection.execute("rollback");
  }

  @Test
  void copy_rides_along_with_other_statements() {
    var text = Codecs.builtin().encoder(Oids.TEXT, String.class);
    var integer = Codecs.builtin().encoder(Oids.INT4, Integer.class);
    long before = connection.statistics().roundTrips();
    Pending copied;
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      copied =
          pipeline.copy(
              "copy t (id, name) from stdin (format binary)",
              out -> {
                for (int i = 0; i < 50_000; i++) {
                  out.startRow();
                  out.put(integer, i);
                  if (i % 2 == 0) {
                    out.put(text, "name " + i);
                  } else {
                    out.putNull();
                  }
                }
              });
      pipeline.add("commit");
      pipeline.await();
    }
    assertEquals(50_000, copied.rows());
    assertEquals(1, connection.statistics().roundTrips() - before);
    assertEquals(50_000, count());
    assertEquals(
        25_000,
        connection.queryList("select count(name) from t", row -> row.getLong(0)).getFirst());
  }

  @Test
  void a_copy_whose_writer_throws_fails_the_scope() {
    var integer = Codecs.builtin().encoder(Oids.INT4, Integer.class);
    var insert = connection.prepare("insert into t values ($1, $2)");
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      pipeline.add(insert, 1, "one");
      assertThrows(
          IllegalStateException.class,
          () ->
              pipeline.copy(
                  "copy t (id) from stdin (format binary)",
                  out -> {
                    for (int i = 2; i < 50_000; i++) {
                      out.startRow();
                      out.put(integer, i);
                    }
                    throw new IllegalStateException("no more");
                  }));
      pipeline.add("commit");
    }
    connection.execute("rollback");
    assertEquals(0, count());
  }

  @Test
  void statements_added_apart_fail_apart() {
    connection.script("create temp table d (id int primary key deferrable initially deferred)");
    var insert = connection.prepare("insert into d values ($1)");
    var divide = connection.prepare("select 10 / $1::int");
    List<Integer> rows = new ArrayList<>();
    long before = connection.statistics().roundTrips();
    var added = new ArrayList<Pending>();
    try (var pipeline = connection.pipeline()) {
      for (int divisor : new int[] {0, 5}) {
        added.add(
            pipeline.addApart(
                divide, PortalLimit.NONE, (buffer, offset, length) -> rows.add(length), divisor));
      }
      // What a deferred constraint refuses is known at the Sync only.
      for (int i = 0; i < 2; i++) {
        added.add(pipeline.addApart(insert, PortalLimit.NONE, (buffer, offset, length) -> {}, 1));
      }
      added.add(pipeline.addApart(insert, PortalLimit.NONE, (buffer, offset, length) -> {}, 2));
      assertFalse(added.getFirst().isAnswered());
      pipeline.await();
    }
    assertEquals(1, connection.statistics().roundTrips() - before);
    assertTrue(added.stream().allMatch(Pending::isAnswered));
    assertEquals(
        "22012", assertThrows(ServerException.class, added.get(0)::throwFailure).sqlState());
    added.get(1).throwFailure();
    added.get(2).throwFailure();
    assertEquals(
        "23505", assertThrows(ServerException.class, added.get(3)::throwFailure).sqlState());
    added.get(4).throwFailure();
    assertEquals(1, rows.size());
    assertEquals(
        List.of(1, 2), connection.queryList("select id from d order by 1", row -> row.getInt(0)));
  }
}
