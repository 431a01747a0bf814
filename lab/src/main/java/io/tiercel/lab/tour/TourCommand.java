package io.tiercel.lab.tour;

import io.tiercel.lab.chinook.Chinook;
import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.foodmart.FoodMart;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `tiercel tour`: the first thing a stranger runs.
@Command(
    name = "tour",
    mixinStandardHelpOptions = true,
    description = {
      "Load real data through Tiercel, Hibernate and JDBC by hand, do a shop's work with each, and"
          + " show what it costs.",
      "",
      "Without --url an embedded PostgreSQL is started. Each contender has a database of its own"
          + " there; the data stay for the next run.",
      ""
    },
    footer = {
      "",
      "The tour fails when a count or a sum differs from the source, or when the contenders do not"
          + " agree."
    })
public final class TourCommand implements Callable<Integer> {
  // Loggers are held weakly: one that nobody keeps forgets its level. What Hibernate has to say
  // reaches us as exceptions; its warnings about the provoked conflict would only disturb.
  private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

  private static final String EMBEDDED = "jdbc:tiercel:embedded:";

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli sets the real one

  @Option(
      names = "--quick",
      description = "The small data set (Chinook, 15,000 rows) instead of FoodMart (350,000 rows).")
  private boolean isQuick;

  @Option(
      names = "--url",
      paramLabel = "JDBC-URL",
      description =
          "The server to use: jdbc:tiercel://host:port/database?user=…&password=…; the role needs"
              + " CREATEDB. Default: ${DEFAULT-VALUE}.")
  private String url = EMBEDDED + "tour";

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the HTML report goes. Default: ${DEFAULT-VALUE}.")
  private Path report = Path.of("tour-report.html");

  @Option(names = "--fresh", description = "Load anew, even if an earlier run left the data.")
  private boolean isFresh;

  @Option(
      names = "--keep",
      description = "Leave the embedded server running afterwards, to look at the data with psql.")
  private boolean isKept;

  @Override
  public Integer call() {
    HIBERNATE.setLevel(Level.OFF);
    PrintWriter out = spec.commandLine().getOut();
    var interruption = new Interruption(spec.commandLine().getErr());
    Runtime.getRuntime().addShutdownHook(interruption);
    try {
      run(new Console(out, isTerminal()));
    } catch (Exception e) {
      if (interruption.isUnderWay()) {
        // The connections broke because the JVM ends; that is not news.
        return spec.exitCodeOnExecutionException();
      }
      throw Failures.explain(e);
    } finally {
      interruption.over();
    }
    return spec.exitCodeOnSuccess();
  }

  private void run(Console console) throws Exception {
    DataSet data = isQuick ? Chinook.read() : FoodMart.read();
    new Tour(new TourOptions(serverUrl(), report, isFresh), contenders(), console).run(data);
    if (isKept && url.startsWith(EMBEDDED)) {
      console.line(
          "The server keeps running; docs/embedded.md says how to look at it and how to stop it.");
    }
  }

  /// Ratios are to the first.
  static List<Contender> contenders() {
    return List.of(JpaContender.tiercel(), JpaContender.hibernate(), new JdbcContender());
  }

  private String serverUrl() {
    if (!isKept || !url.startsWith(EMBEDDED) || url.contains("keepRunning=")) {
      return url;
    }
    return url + (url.contains("?") ? "&" : "?") + "keepRunning=true";
  }

  private static boolean isTerminal() {
    // Error Prone says it is never null, NullAway that it may be; this satisfies both.
    return Optional.ofNullable(System.console()).map(c -> c.isTerminal()).orElse(false);
  }
}
