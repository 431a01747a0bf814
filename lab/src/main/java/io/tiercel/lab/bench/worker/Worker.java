package io.tiercel.lab.bench.worker;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.lab.bench.driver.JdbcContestant;
import io.tiercel.lab.bench.hand.PgjdbcContestant;
import io.tiercel.lab.bench.jpa.CacheContestant;
import io.tiercel.lab.bench.jpa.JpaContestant;
import io.tiercel.lab.bench.jpa.StartUpContestant;
import io.tiercel.lab.bench.r2dbc.R2dbcContestant;
import io.tiercel.lab.bench.raw.RawContestant;
import io.tiercel.lab.bench.vertx.VertxContestant;
import io.tiercel.lab.bench.wire.WireContestant;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The main class of a peer's JVM. Reads a [Command] a line from standard input and answers each
/// with a line on standard output; ends when its input ends, so it never outlives its parent.
public final class Worker {
  private final Peer peer;
  private final Map<Way, Contestant> open = new HashMap<>();

  /// Each kind of work has a contestant of its own.
  private record Way(Endpoint endpoint, Kind kind) {}

  /// What a task is done with.
  private enum Kind {
    PROVIDER,
    PROTOCOL,
    JDBC,
    START_UP,
    CACHE;

    static Kind of(Task task) {
      if (task.startedEntities() > 0) {
        return START_UP;
      }
      if (task.isCached()) {
        return CACHE;
      }
      return task.isJdbc() ? JDBC : task == Task.READ_NUMBERS ? PROTOCOL : PROVIDER;
    }
  }

  private Worker(Peer peer) {
    this.peer = peer;
  }

  /// Serves until standard input ends.
  ///
  /// @param args the peer's name
  public static void main(String[] args) throws IOException {
    // Whatever a library prints must not come between the answers.
    var answers = System.out;
    System.setOut(System.err);
    new Worker(Peer.valueOf(args[0])).serve(answers);
  }

  private void serve(PrintStream answers) throws IOException {
    var json = JsonMapper.builder().build();
    var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = commands.readLine(); line != null; line = commands.readLine()) {
      var answer = answer(json.readValue(line, Command.class));
      answers.println(json.writeValueAsString(answer));
      answers.flush();
    }
    closeAll();
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // standard error is this process's log
  private Answer answer(Command command) {
    try {
      return new Answer(carryOut(command), null);
    } catch (Exception | LinkageError e) {
      // A peer that fails is a result, and the parent decides what it means.
      e.printStackTrace();
      return new Answer(null, e.toString());
    }
  }

  private @Nullable Measurement carryOut(Command command) throws Exception {
    var task = command.task();
    var endpoint = command.endpoint();
    if (task == null || endpoint == null) {
      closeAll();
      return null;
    }
    var contestant = contestant(new Way(endpoint, Kind.of(task)));
    return command.measuresHeap()
        ? Meter.measureHeap(contestant, task, command.units())
        : Meter.measure(contestant, task, command.units());
  }

  private Contestant contestant(Way way) throws Exception {
    var contestant = open.get(way);
    if (contestant == null) {
      contestant = connect(way);
      open.put(way, contestant);
    }
    return contestant;
  }

  private Contestant connect(Way way) throws Exception {
    if (way.kind() == Kind.START_UP) {
      return new StartUpContestant(peer, way.endpoint());
    }
    if (way.kind() == Kind.CACHE) {
      return new CacheContestant(peer, way.endpoint());
    }
    boolean isJdbc = way.kind() == Kind.JDBC;
    return switch (peer) {
      case TIERCEL ->
          switch (way.kind()) {
            case JDBC -> new JdbcContestant(peer, way.endpoint());
            case PROTOCOL -> new WireContestant(way.endpoint());
            case PROVIDER, START_UP, CACHE -> new JpaContestant(peer, way.endpoint());
          };
      case TIERCEL_TUNED -> new JdbcContestant(peer, way.endpoint());
      case HIBERNATE, ECLIPSELINK -> new JpaContestant(peer, way.endpoint());
      case PGJDBC, PGJDBC_FETCH, PGJDBC_TUNED ->
          isJdbc
              ? new JdbcContestant(peer, way.endpoint())
              : new PgjdbcContestant(peer, way.endpoint());
      case VERTX -> new VertxContestant(way.endpoint());
      case R2DBC -> new R2dbcContestant(way.endpoint());
      case RAW -> new RawContestant(way.endpoint());
    };
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // standard error is this process's log
  private void closeAll() {
    for (var contestant : open.values()) {
      try {
        contestant.close();
      } catch (Exception e) {
        e.printStackTrace();
      }
    }
    open.clear();
  }
}
