package io.tiercel.inside.host;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The command line of the worker. Immutable.
///
/// @param socket where it listens
/// @param epoch tells this worker from others that listened there
/// @param isSupervised whether the launcher started it: says when it is ready, and ends with its
///     standard input
/// @param stopLibrary by which threads are stopped; null where there is none
/// @param serverUser who may connect; null: the worker's own user
/// @param isConfined whether it runs the trusted language, and so puts up the last of its walls
/// @param idleSeconds after how long without a session it ends; 0: never
/// @param spin how long a session polls for its backend before it sleeps
/// @param cores that server and worker may keep busy, half of which may be polling
record WorkerOptions(
    Path socket,
    long epoch,
    boolean isSupervised,
    @Nullable Path stopLibrary,
    @Nullable String serverUser,
    boolean isConfined,
    int idleSeconds,
    Duration spin,
    int cores) {
  static final String USAGE =
      "usage: java -cp … io.tiercel.inside.host.Worker --socket PATH [--server-user NAME]"
          + " [--stop-library PATH] [--epoch HEX] [--supervised]"
          + " [--confined] [--idle-seconds N] [--spin-micros N] [--cores N]";

  private static final Duration SPIN = Duration.of(50, ChronoUnit.MICROS);

  /// @throws IllegalArgumentException if they cannot be understood
  static WorkerOptions parse(String[] arguments) {
    var rest = new ArrayDeque<>(List.of(arguments));
    Path socket = null;
    long epoch = 0;
    boolean isSupervised = false;
    Path stopLibrary = null;
    String serverUser = null;
    boolean isConfined = false;
    int idleSeconds = 0;
    Duration spin = SPIN;
    int cores = Runtime.getRuntime().availableProcessors();
    while (!rest.isEmpty()) {
      String option = rest.pop();
      switch (option) {
        case "--socket" -> socket = Path.of(value(option, rest));
        case "--epoch" -> epoch = Long.parseUnsignedLong(value(option, rest), 16);
        case "--supervised" -> isSupervised = true;
        case "--confined" -> isConfined = true;
        case "--idle-seconds" -> idleSeconds = Integer.parseInt(value(option, rest));
        case "--spin-micros" ->
            spin = Duration.of(Integer.parseInt(value(option, rest)), ChronoUnit.MICROS);
        case "--cores" -> cores = Integer.parseInt(value(option, rest));
        case "--stop-library" -> stopLibrary = Path.of(value(option, rest));
        case "--server-user" -> serverUser = value(option, rest);
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    if (socket == null) {
      throw new IllegalArgumentException("--socket is missing");
    }
    return new WorkerOptions(
        socket, epoch, isSupervised, stopLibrary, serverUser, isConfined, idleSeconds, spin, cores);
  }

  private static String value(String option, ArrayDeque<String> rest) {
    if (rest.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.pop();
  }
}
