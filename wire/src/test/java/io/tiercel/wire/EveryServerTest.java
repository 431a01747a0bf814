package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.error.ServerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/// What depends on the version of the server.
@Timeout(60)
class EveryServerTest {
  @EveryPostgres
  void sessions_run_over_tcp_and_unix_sockets(TestServer server) {
    TestDatabase database = server.defaultDatabase();
    var overUnix =
        ConnectionConfig.builder()
            .host(server.unixSocketDirectory().toString(), server.port())
            .database(database.name())
            .user(database.user())
            .password(database.password())
            .build();
    for (ConnectionConfig config : List.of(Databases.config(database), overUnix)) {
      try (var connection = Connection.open(config)) {
        assertEquals(server.majorVersion(), connection.serverVersion().major());
        assertEquals(List.of(42), connection.queryList("select 42", row -> row.getInt(0)));
      }
    }
  }

  @EveryPostgres
  void protocol_3_0_can_be_asked_for(TestServer server) {
    var config = Databases.config(server.defaultDatabase()).toBuilder().maxProtocolMinor(0).build();
    try (var connection = Connection.open(config)) {
      assertEquals(List.of(42), connection.queryList("select 42", row -> row.getInt(0)));
    }
  }

  @EveryPostgres
  void a_running_statement_is_cancelled_from_another_thread(TestServer server) throws Exception {
    try (var connection = Databases.open(server.defaultDatabase());
        var observer = Databases.open(server.defaultDatabase())) {
      var running =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  connection.execute("select pg_sleep(50)");
                  return "finished";
                } catch (ServerException e) {
                  return e.sqlState();
                }
              });
      var asleep = "select 1 from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
      while (observer.query(asleep, row -> {}, connection.backendProcessId()) == 0) {
        Thread.onSpinWait();
      }
      connection.cancel();
      assertEquals("57014", running.get(30, TimeUnit.SECONDS));
      assertEquals(List.of(1), connection.queryList("select 1", row -> row.getInt(0)));
    }
  }

  @EveryPostgres
  void notifications_arrive_while_waiting_and_with_other_answers(TestServer server) {
    try (var listener = Databases.open(server.defaultDatabase());
        var notifier = Databases.open(server.defaultDatabase())) {
      List<Notification> heard = new ArrayList<>();
      listener.setNotificationListener(heard::add);
      listener.execute("listen news");
      assertFalse(listener.awaitNotification(Duration.ofMillis(1)));

      notifier.execute("select pg_notify('news', 'first')");

      assertTrue(listener.awaitNotification(Duration.ofSeconds(20)));
      assertEquals(List.of(new Notification(notifier.backendProcessId(), "news", "first")), heard);
    }
  }

  @EveryPostgres
  void notices_go_to_their_listener(TestServer server) {
    try (var connection = Databases.open(server.defaultDatabase())) {
      List<String> notices = new ArrayList<>();
      connection.setNoticeListener(notice -> notices.add(notice.message()));
      connection.script("do $$ begin raise notice 'hello %', 1; end $$");
      assertEquals(List.of("hello 1"), notices);
    }
  }

  @EveryPostgres
  void enums_and_domains_are_looked_up_when_met(TestServer server) {
    try (var database = server.newDatabase();
        var connection = Databases.open(database)) {
      connection.script(
          """
          create type mood as enum ('sad', 'happy');
          create domain age as int;
          create table person (id int, mood mood, age age, moods mood[]);
          """);
      connection.execute(
          "insert into person values ($1, $2, $3, $4)", 1, "happy", 30, List.of("sad", "happy"));
      connection.query(
          "select mood, age, moods from person where mood = $1",
          row -> {
            assertEquals("happy", row.getString(0));
            assertEquals(30, row.getInt(1));
            assertEquals(List.of("sad", "happy"), List.of((Object[]) row.get(2, String[].class)));
          },
          "happy");
      assertEquals(
          1,
          connection.query("select 1 from person where age = any($1)", row -> {}, new int[] {30}));
    }
  }
}
