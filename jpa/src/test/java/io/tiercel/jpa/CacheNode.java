package io.tiercel.jpa;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.RegionStatistics;
import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;

/// A node with a shared cache in a JVM of its own, that writes and reads counters until it is told
/// to pause, and then compares what it has stored with the table. This class is both: the program,
/// and the handle of whoever has started it.
@NullUnmarked
final class CacheNode implements AutoCloseable {
  static final int ROWS = 12;

  @Entity(name = "Counter")
  @Cacheable
  static class Counter {
    @Id int id;
    long value;
  }

  // ---- the handle ----

  private final Process process;
  private final BufferedReader answers;
  private final Writer commands;

  /// Starts one; it works once [#awaitReady] has returned.
  CacheNode(String url, long seed) throws IOException {
    process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx128m",
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    CacheNode.class.getName(),
                    url,
                    Long.toString(seed)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  void awaitReady() throws IOException {
    String answer = answers.readLine();
    if (!"ready".equals(answer)) {
      throw new IOException("a node did not start: " + answer);
    }
  }

  /// Sends a command, and returns the answer.
  String ask(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the node has died while it was to " + command);
    }
    return answer;
  }

  /// As `kill -9`.
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }

  // ---- the program ----

  private static final int WORKERS = 3;
  private static final Object TURN = new Object();
  private static boolean isPaused;
  private static int working;

  public static void main(String[] arguments) throws IOException {
    EntityManagerFactory unit =
        new PersistenceConfiguration("node")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Counter.class)
            .property(UnitProperties.URL, arguments[0])
            .property(UnitProperties.POOL_MAX, "4")
            .property("tiercel.cache", "on")
            .property("tiercel.cache.start-timeout", "60000")
            .createEntityManagerFactory();
    try (EntityManager _ = unit.createEntityManager()) {
      // It waits for the stream.
    }
    SplittableRandom seeds = new SplittableRandom(Long.parseLong(arguments[1]));
    for (int i = 0; i < WORKERS; i++) {
      SplittableRandom random = seeds.split();
      Thread.ofPlatform().daemon().start(() -> work(unit, random));
    }
    say("ready");
    try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String command = in.readLine(); command != null; command = in.readLine()) {
        switch (command) {
          case "pause" -> pause();
          case "compare" -> say(compare(unit));
          case "go" -> go();
          default -> say("cannot " + command);
        }
      }
    }
  }

  private static void say(String answer) {
    System.out.println(answer);
    System.out.flush();
  }

  private static void pause() {
    synchronized (TURN) {
      isPaused = true;
      awaitTurn(() -> working == 0);
    }
    say("paused");
  }

  private static void go() {
    synchronized (TURN) {
      isPaused = false;
      TURN.notifyAll();
    }
    say("going");
  }

  /// To be called with the lock.
  private static void awaitTurn(BooleanSupplier isOurs) {
    try {
      while (!isOurs.getAsBoolean()) {
        TURN.wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a node", e);
    }
  }

  private static void work(EntityManagerFactory unit, SplittableRandom random) {
    while (true) {
      synchronized (TURN) {
        awaitTurn(() -> !isPaused);
        working++;
      }
      try {
        int id = random.nextInt(ROWS);
        if (random.nextInt(6) == 0) {
          unit.runInTransaction(manager -> manager.find(Counter.class, id).value++);
        } else {
          try (EntityManager manager = unit.createEntityManager()) {
            manager.find(Counter.class, id);
          }
        }
      } catch (PersistenceException e) {
        // Two have written one row, or a connection was lost: it goes on with another.
        LockSupport.parkNanos(1);
      } finally {
        synchronized (TURN) {
          working--;
          TURN.notifyAll();
        }
      }
    }
  }

  /// What is stored against the table, when nobody writes any more and the stream is up to that.
  private static String compare(EntityManagerFactory unit) {
    SharedCache cache = unit.getCache().unwrap(SharedCache.class);
    if (!awaitStream(unit, cache)) {
      return "the stream did not come up: " + cache.state();
    }
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    for (int id = 0; id < ROWS; id++) {
      if (!unit.getCache().contains(Counter.class, id)) {
        continue;
      }
      long stored = value(unit, id, Map.of());
      long is =
          value(
              unit,
              id,
              Map.of(
                  "jakarta.persistence.cache.retrieveMode", CacheRetrieveMode.BYPASS,
                  "jakarta.persistence.cache.storeMode", CacheStoreMode.BYPASS));
      compared++;
      if (stored != is) {
        wrong.add("%d is %d, stored %d".formatted(id, is, stored));
      }
    }
    long hits = cache.statistics().stream().mapToLong(RegionStatistics::hits).sum();
    return wrong.isEmpty() ? "right %d %d".formatted(compared, hits) : "wrong " + wrong;
  }

  private static long value(EntityManagerFactory unit, int id, Map<String, Object> how) {
    try (EntityManager manager = unit.createEntityManager()) {
      return manager.find(Counter.class, id, how).value;
    }
  }

  private static boolean awaitStream(EntityManagerFactory unit, SharedCache cache) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    long end = 0;
    while (System.nanoTime() < deadline) {
      try {
        if (end == 0) {
          end =
              unit.callInTransaction(
                  manager ->
                      ((Number)
                              manager
                                  .createNativeQuery(
                                      "select (pg_current_wal_insert_lsn() - '0/0')::bigint")
                                  .getSingleResult())
                          .longValue());
        }
        if (cache.state().phase() == Phase.FOLLOWING
            && cache.coherence().session().awaitApplied(end, 100_000_000L)) {
          return true;
        }
      } catch (PersistenceException e) {
        LockSupport.parkNanos(1_000_000);
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts a node", e);
      }
    }
    return false;
  }
}
