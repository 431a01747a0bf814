package io.tiercel.lab.check;

import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.node.NodeOptions;
import io.tiercel.lab.check.run.CacheCheck;
import io.tiercel.lab.check.run.Fault;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `tiercel check`: puts promises to proof. Exit code 1 when one is broken, or when the run could
/// not have noticed.
@Command(
    name = "check",
    description = "Put promises to proof on a PostgreSQL of its own, with faults.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(cache)")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class CheckCommand {
  @Spec private CommandSpec spec;

  /// For picocli.
  public CheckCommand() {}

  @Command(
      name = "cache",
      mixinStandardHelpOptions = true,
      description = {
        "The shared cache: nothing stored is wrong for good, every level keeps its promise.",
        "Starts a server of its own, kills it now and then, and deletes it in the end."
      })
  int cache(
      @Option(
              names = "--minutes",
              paramLabel = "N",
              defaultValue = "10",
              description = "How long, fractions allowed (default: ${DEFAULT-VALUE}).")
          double minutes,
      @Option(
              names = "--round",
              paramLabel = "SECONDS",
              defaultValue = "3",
              description = "After how long everything is compared (default: ${DEFAULT-VALUE}).")
          double roundSeconds,
      @Option(names = "--level", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
          List<Level> levels,
      @Option(names = "--fault", split = ",", description = "Only these (default: all).")
          List<String> faults,
      @Option(
              names = "--journal",
              description = "Learn of changes by the journal, not by the change stream.")
          boolean byJournal,
      @Option(
              names = "--tier",
              description = "Keep most rows on disk, and restart a node before each round.")
          boolean hasTier,
      @Option(
              names = "--slot",
              description =
                  "With --tier: by permanent slots, instead of comparing after a restart.")
          boolean hasSlot)
      throws IOException, SQLException, InterruptedException {
    if (minutes <= 0 || roundSeconds <= 0) {
      throw new ParameterException(spec.commandLine(), "--minutes and --round must be positive");
    }
    if (hasSlot && (!hasTier || byJournal)) {
      throw new ParameterException(
          spec.commandLine(), "--slot takes --tier, and the journal has none");
    }
    boolean isRight =
        CacheCheck.run(
            millis(minutes * 60),
            millis(roundSeconds),
            new NodeOptions(byJournal, hasTier, hasSlot),
            levels == null ? List.of(Level.values()) : levels,
            faults == null ? List.of(Fault.values()) : faults.stream().map(this::fault).toList(),
            spec.commandLine().getOut());
    return isRight ? 0 : 1;
  }

  private static Duration millis(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  private Fault fault(String title) {
    for (var fault : Fault.values()) {
      if (fault.title().equals(title.toLowerCase(Locale.ROOT))) {
        return fault;
      }
    }
    var titles = Arrays.stream(Fault.values()).map(Fault::title).toList();
    throw new ParameterException(
        spec.commandLine(),
        "no fault is named %s; there are %s".formatted(title, String.join(", ", titles)));
  }
}
