package io.tiercel.lab.bench.worker;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import io.tiercel.lab.cli.CommandFailure;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A peer's JVM. All have the same heap and collector; EclipseLink's has its weaving agent besides.
/// Confined to one thread.
public final class WorkerProcess implements AutoCloseable {
  /// The flags of every worker.
  public static final List<String> JVM_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

  private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(10);

  private final JsonMapper json = JsonMapper.builder().build();
  private final Peer peer;
  private final Path log;
  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  private WorkerProcess(Peer peer, Path log, Process process) {
    this.peer = peer;
    this.log = log;
    this.process = process;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// Starts the peer's JVM with this JVM's class path; what it prints goes to a log file in
  /// `logDirectory`.
  public static WorkerProcess start(Peer peer, Path logDirectory) throws IOException {
    var flags = new ArrayList<String>();
    if (peer == Peer.ECLIPSELINK) {
      flags.add("-javaagent:" + jarOf("org.eclipse.persistence.Version"));
      flags.add("-Declipselink.persistencexml=META-INF/bench-eclipselink.xml");
    }
    return start(peer, logDirectory, flags, System.getProperty("java.class.path"));
  }

  /// Starts a JVM for the peer that has `directory` in front of its class path and no agent. What
  /// it prints goes where [#start] lets it go.
  public static WorkerProcess startWith(Path directory, Peer peer, Path logDirectory)
      throws IOException {
    return start(
        peer,
        logDirectory,
        List.of(),
        directory + File.pathSeparator + System.getProperty("java.class.path"));
  }

  private static WorkerProcess start(
      Peer peer, Path logDirectory, List<String> flags, String classPath) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_FLAGS);
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, Worker.class.getName(), peer.name()));
    var log = logDirectory.resolve(peer.name().toLowerCase(Locale.ROOT) + ".log");
    var process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new WorkerProcess(peer, log, process);
  }

  private static String jarOf(String className) throws IOException {
    try {
      var source = Class.forName(className).getProtectionDomain().getCodeSource();
      return new File(source.getLocation().toURI()).getPath();
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IOException("cannot find the jar of " + className, e);
    }
  }

  /// Has the task done once and measured.
  ///
  /// @throws CommandFailure when the worker fails, dies or does not answer in time
  public Measurement run(Endpoint endpoint, Task task, int units) throws IOException {
    return measurement(new Command(endpoint, task, units, false));
  }

  /// Has the task done once and the live heap measured halfway.
  ///
  /// @throws CommandFailure as [#run]
  public Measurement runForHeap(Endpoint endpoint, Task task, int units) throws IOException {
    return measurement(new Command(endpoint, task, units, true));
  }

  /// Has all connections closed, before their databases are dropped.
  ///
  /// @throws CommandFailure as [#run]
  public void closeConnections() throws IOException {
    ask(Command.CLOSE_ALL);
  }

  private Measurement measurement(Command command) throws IOException {
    var measurement = ask(command).measurement();
    if (measurement == null) {
      throw failure(command, "it measured nothing");
    }
    return measurement;
  }

  private Answer ask(Command command) throws IOException {
    commands.write(json.writeValueAsString(command));
    commands.write('\n');
    commands.flush();
    var line = awaitLine(command);
    if (line == null) {
      throw failure(command, "its JVM has ended");
    }
    var answer = json.readValue(line, Answer.class);
    if (answer.error() != null) {
      throw failure(command, answer.error());
    }
    return answer;
  }

  private @Nullable String awaitLine(Command command) throws IOException {
    var line =
        CompletableFuture.supplyAsync(this::readLine, task -> Thread.startVirtualThread(task));
    try {
      return line.get(ANSWER_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw failure(command, "no answer in " + ANSWER_TIMEOUT.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failure(command, String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(command, "interrupted");
    }
  }

  private @Nullable String readLine() {
    try {
      return answers.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CommandFailure failure(Command command, String reason) {
    return new CommandFailure(
        "%s failed at %s: %s".formatted(peer.label(), command.task(), reason), "Its log is " + log);
  }

  /// Ends the JVM, by force if it does not end by itself.
  @Override
  public void close() {
    try {
      commands.close();
      if (!process.waitFor(EXIT_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
