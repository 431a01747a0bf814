package io.tiercel.lab.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.tiercel.lab.bench.driver.JdbcContestant;
import io.tiercel.lab.bench.hand.PgjdbcContestant;
import io.tiercel.lab.bench.jpa.CacheContestant;
import io.tiercel.lab.bench.jpa.JpaContestant;
import io.tiercel.lab.bench.r2dbc.R2dbcContestant;
import io.tiercel.lab.bench.raw.RawContestant;
import io.tiercel.lab.bench.startup.PartUnit;
import io.tiercel.lab.bench.vertx.VertxContestant;
import io.tiercel.lab.bench.wire.WireContestant;
import io.tiercel.lab.bench.worker.WorkerProcess;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import io.tiercel.lab.bench.workload.Workload;
import io.tiercel.testkit.TestServer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every contestant does every task it takes part in, and the database says the same as it.
@Timeout(60)
class ContestantsTest {
  private static final int UNITS = 120;

  private static BenchServer server;
  private static BenchDatabase database;

  @BeforeAll
  static void createDatabase() throws Exception {
    server = BenchServer.open(TestServer.v18().defaultDatabase().jdbcUrl());
    database = BenchDatabase.create(server, "contestants_test", true);
    for (var task : Task.values()) {
      TaskState.fill(database, task, UNITS);
    }
  }

  @AfterAll
  static void dropDatabase() throws Exception {
    database.close();
    server.close();
  }

  /// Without EclipseLink, which refuses its settings in a JVM that has no weaving agent, and
  /// without starts, which need a JVM of their own.
  static Stream<Arguments> everyTaskOfEveryPeer() {
    return Arrays.stream(Task.values())
        .filter(task -> task.startedEntities() == 0)
        .flatMap(
            task ->
                peers(task)
                    .filter(peer -> peer != Peer.ECLIPSELINK)
                    .map(peer -> Arguments.of(peer, task)));
  }

  private static Stream<Peer> peers(Task task) {
    return Arrays.stream(Workload.values())
        .filter(workload -> workload.task() == task)
        .flatMap(workload -> workload.peers().stream())
        .distinct();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyTaskOfEveryPeer")
  void what_a_contestant_claims_is_what_the_database_holds(Peer peer, Task task) throws Exception {
    TaskState.fill(database, task, UNITS);
    TaskState.reset(database, task);
    try (var contestant = contestant(peer, task, database.endpoint())) {
      var tally = contestant.run(task, UNITS, Milestones.NONE);
      assertEquals(TaskState.truth(database, task, UNITS), tally);
      assertNotEquals(0, tally.rows());
    }
  }

  @Test
  void eclipselink_does_every_task_that_it_takes_part_in(@TempDir Path logs) throws Exception {
    try (var worker = WorkerProcess.start(Peer.ECLIPSELINK, logs)) {
      for (var task : Task.values()) {
        if (task.startedEntities() == 0 && peers(task).anyMatch(Peer.ECLIPSELINK::equals)) {
          TaskState.fill(database, task, UNITS);
          TaskState.reset(database, task);
          var tally = worker.run(database.endpoint(), task, UNITS).tally();
          assertEquals(TaskState.truth(database, task, UNITS), tally, task::name);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TIERCEL", "HIBERNATE", "ECLIPSELINK"})
  void a_provider_starts_in_a_jvm_of_its_own(Peer peer, @TempDir Path directory) throws Exception {
    var unit = PartUnit.generate(directory.resolve("parts"), Task.START_UP_5.startedEntities());
    if (peer == Peer.ECLIPSELINK) {
      unit = unit.woven(directory.resolve("woven"));
    }
    try (var worker = WorkerProcess.startWith(unit.directory(), peer, directory)) {
      var start = worker.run(database.endpoint(), Task.START_UP_5, 1);
      assertEquals(TaskState.truth(database, Task.START_UP_5, 1), start.tally());
      assertNotEquals(0, start.tally().rows());
    }
  }

  @Test
  void the_database_notices_a_row_that_nobody_claimed() throws Exception {
    TaskState.reset(database, Task.PERSIST_ORDER);
    try (var contestant = contestant(Peer.PGJDBC, Task.PERSIST_ORDER, database.endpoint())) {
      var tally = contestant.run(Task.PERSIST_ORDER, 3, Milestones.NONE);
      database.execute("delete from order_line where id = (select min(id) from order_line)");
      assertNotEquals(TaskState.truth(database, Task.PERSIST_ORDER, 3), tally);
    }
  }

  private static Contestant contestant(Peer peer, Task task, Endpoint endpoint) throws Exception {
    if (task.isCached()) {
      return new CacheContestant(peer, endpoint);
    }
    return switch (peer) {
      case TIERCEL ->
          task.isJdbc()
              ? new JdbcContestant(peer, endpoint)
              : task == Task.READ_NUMBERS
                  ? new WireContestant(endpoint)
                  : new JpaContestant(peer, endpoint);
      case HIBERNATE, ECLIPSELINK -> new JpaContestant(peer, endpoint);
      case TIERCEL_TUNED, PGJDBC, PGJDBC_FETCH, PGJDBC_TUNED ->
          task.isJdbc() ? new JdbcContestant(peer, endpoint) : new PgjdbcContestant(peer, endpoint);
      case VERTX -> new VertxContestant(endpoint);
      case R2DBC -> new R2dbcContestant(endpoint);
      case RAW -> new RawContestant(endpoint);
    };
  }
}
