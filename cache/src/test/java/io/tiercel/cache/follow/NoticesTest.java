package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.testkit.TestServer;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What an operator is told.
@Timeout(120)
class NoticesTest {
  private static final class Lines extends Handler {
    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void event_triggers_that_the_role_may_not_create_are_told_once_with_what_creates_them() {
    Logger log = Logger.getLogger(Following.class.getName());
    var lines = new Lines();
    log.addHandler(lines);
    try (Followed followed = new Followed(TestServer.v18().newDatabase())) {
      String role = followed.database.name() + "_reader";
      followed.database.execute(
          "create role %s login replication password 'kestrel'".formatted(role),
          "grant create on database %s to %s".formatted(followed.database.name(), role),
          "create publication tiercel for table item, note");
      try {
        followed.start(
            settings ->
                settings.withConnection(
                    settings.connection().toBuilder().user(role).password("kestrel").build()));
        followed.awaitReady();
        StreamSession first = followed.coherence.session();
        followed.database.execute(
            "select pg_terminate_backend(active_pid) from pg_replication_slots"
                + " where database = current_database()");
        Followed.await("another stream", () -> followed.coherence.session() != first);
        followed.awaitReady();
        List<String> told = List.copyOf(lines.lines);
        assertEquals(1, told.size(), told.toString());
        String line = told.getFirst();
        assertTrue(line.contains("permission denied") && !line.contains("\n"), line);
        followed.database.execute(line.substring(line.indexOf("CREATE SCHEMA")));
        Followed.await(
            "the announcement",
            () -> {
              followed.store(followed.items, "a");
              followed.committed("alter table item alter name type varchar");
              return followed.items.get("a") == null;
            });
      } finally {
        followed.stop();
        followed.database.execute("drop owned by " + role, "drop role " + role);
      }
    } finally {
      log.removeHandler(lines);
    }
  }
}
