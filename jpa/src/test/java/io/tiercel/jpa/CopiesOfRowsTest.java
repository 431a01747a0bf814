package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.FaultProxy;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A row is in the shared cache as a row, and in the stored results of queries. While the stream
/// is held up, one copy is made that shows a change and another one is there that does not: a
/// session that has seen the newer one is not shown the older one.
@NullUnmarked // entities before they are filled
@Timeout(240)
class CopiesOfRowsTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final int ATTEMPTS = 20;

  @Entity(name = "Vessel")
  @Cacheable
  @Table(name = "vessel")
  static class Vessel {
    @Id int id;

    @Column(unique = true)
    String sign;

    String port;
    String name;
  }

  private FaultProxy stream;
  private TestUnit unit;

  /// Of the changes.
  private int count;

  @BeforeEach
  void open() {
    TestDatabase database = TestServer.v18().newDatabase();
    stream = FaultProxy.to(database.host(), database.port());
    unit =
        TestUnit.in(
            database,
            Map.of(
                "tiercel.cache",
                "on",
                "tiercel.cache.url",
                "jdbc:tiercel://127.0.0.1:%d/%s".formatted(stream.port(), database.name()),
                "tiercel.cache.user",
                database.user(),
                "tiercel.cache.password",
                database.password()),
            Vessel.class);
    unit.sql("insert into vessel values (1, 'old', 'Bergen', 'S1')");
  }

  @AfterEach
  void close() {
    stream.passAnswers();
    unit.close();
    stream.close();
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static String byId(EntityManager manager) {
    return told(manager, List.of(manager.find(Vessel.class, 1)));
  }

  private static String byPort(EntityManager manager) {
    return told(
        manager,
        manager
            .createQuery("select v from Vessel v where v.port = 'Bergen'", Vessel.class)
            .setHint("tiercel.query.cache", true)
            .getResultList());
  }

  private static String names(EntityManager manager) {
    List<String> names =
        manager
            .createQuery("select v.name from Vessel v where v.port = 'Bergen'", String.class)
            .setHint("tiercel.query.cache", true)
            .getResultList();
    return names.getFirst();
  }

  private static String told(EntityManager manager, List<Vessel> vessels) {
    manager.clear();
    return vessels.getFirst().name;
  }

  private interface Read {
    String by(EntityManager manager);
  }

  private boolean isHit(Read read) {
    return unit.allStatements(() -> inSession(read::by)).isEmpty();
  }

  private void inSession(Consumer<EntityManager> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      work.accept(manager);
    }
  }

  /// One session has what changes read from the database, another one is served that, and then asks
  /// for the older copy. Again where the stream was given up before that.
  private void neverGoesBack(Read newer, boolean isReplaced, Read older) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (isShown(newer, isReplaced, older)) {
        return;
      }
    }
    throw new AssertionError("no session was served the newer copy in time");
  }

  private boolean isShown(Read newer, boolean isReplaced, Read older) {
    stream.passAnswers();
    inSession(manager -> await("the end of what was", () -> newer.by(manager).equals(now())));
    await("the older copy", () -> isHit(older));
    stream.holdAnswers();
    try {
      count++;
      unit.sql("update vessel set name = '%s'".formatted(now()));
      inSession(
          manager -> {
            if (isReplaced) {
              manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
              manager.setCacheStoreMode(CacheStoreMode.REFRESH);
            }
            var unused = newer.by(manager);
          });
      boolean[] isServed = {false};
      inSession(
          manager -> {
            String[] seen = new String[1];
            isServed[0] = unit.allStatements(() -> seen[0] = newer.by(manager)).isEmpty();
            isServed[0] &= seen[0].equals(now());
            if (seen[0].equals(now())) {
              assertEquals(now(), older.by(manager));
            }
          });
      return isServed[0];
    } finally {
      stream.passAnswers();
    }
  }

  private String now() {
    return "S" + (count + 1);
  }

  @Test
  void a_row_is_not_older_than_in_a_result_served_before() {
    neverGoesBack(CopiesOfRowsTest::names, true, CopiesOfRowsTest::byId);
  }

  @Test
  void a_result_is_not_older_than_a_row_served_before() {
    neverGoesBack(CopiesOfRowsTest::byId, true, CopiesOfRowsTest::names);
  }

  @Test
  void a_result_is_not_older_than_another_one() {
    neverGoesBack(CopiesOfRowsTest::byPort, true, CopiesOfRowsTest::names);
  }
}
