package io.tiercel.lab.doctor;

import io.tiercel.json.advisor.Advice;
import io.tiercel.json.advisor.Advisor;
import io.tiercel.json.advisor.AdvisorOptions;
import io.tiercel.json.advisor.Applied;
import io.tiercel.json.advisor.Arrival;
import io.tiercel.json.advisor.Migration;
import io.tiercel.json.advisor.TableAdvice;
import io.tiercel.json.advisor.sql.SqlText;
import io.tiercel.json.advisor.workload.DocumentColumn;
import io.tiercel.json.advisor.workload.Workload;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import io.tiercel.json.advisor.workload.WorkloadFile;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.cli.OpenedDatabase;
import io.tiercel.wire.Connection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tiercel doctor`: exit code 1 when a command of an advice fails.
@Command(
    name = "doctor",
    description = "Measure what queries on documents cost, and what would make them cheaper.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(json | undo)")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class DoctorCommand implements Runnable {
  private static final long ACTIVITY_MILLIS = 200;

  @Spec private CommandSpec spec;

  /// For picocli.
  public DoctorCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command: json or undo?");
  }

  /// Where an advice is written, and whether it is followed.
  static final class Output {
    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with charts.")
    private @Nullable Path html;

    @Option(
        names = "--flyway",
        paramLabel = "DIRECTORY",
        description = "Write a migration for Flyway, and its undo.")
    private @Nullable Path flyway;

    @Option(
        names = "--flyway-version",
        paramLabel = "VERSION",
        defaultValue = "1",
        description = "The migration's version (default: ${DEFAULT-VALUE}).")
    private String flywayVersion = "1";

    @Option(
        names = "--liquibase",
        paramLabel = "FILE",
        description = "Write a changelog for Liquibase, with its rollback (its name ends in .sql).")
    private @Nullable Path liquibase;

    @Option(
        names = "--apply",
        description =
            "Follow the advice now, and measure what came of it. The undo is written to --undo-file"
                + " before, which must not be there yet.")
    private boolean isApplied;

    @Option(
        names = "--undo-file",
        paramLabel = "FILE",
        defaultValue = "tiercel-undo.sql",
        description = "For tiercel doctor undo (default: ${DEFAULT-VALUE}).")
    private Path undoFile = Path.of("tiercel-undo.sql");
  }

  @Command(
      name = "json",
      mixinStandardHelpOptions = true,
      description = {
        "Advise on columns of json and jsonb: indexes, stored columns, statistics, TOAST, and what"
            + " may go.",
        "Statements come from pg_stat_statements where it is there, from pg_stat_activity and from"
            + " --workload. They are run read only and with a timeout; what may help is tried on a"
            + " sample, in a transaction that is rolled back. Nothing changes without --apply."
      })
  int json(
      @Mixin Target target,
      @Mixin Effort effort,
      @Mixin Output output,
      @Option(
              names = "--table",
              paramLabel = "[SCHEMA.]TABLE",
              description = "Only this table (default: all with documents).")
          @Nullable String table)
      throws IOException, InterruptedException {
    if (output.isApplied && Files.exists(output.undoFile)) {
      throw new CommandFailure(
          output.undoFile + " is there already: it may undo an earlier --apply",
          "Move it away, or name another --undo-file.");
    }
    try (OpenedDatabase database = OpenedDatabase.open(target.url)) {
      Connection connection = database.connection();
      AdvisorOptions options = effort.options();
      var advisor = new Advisor(connection, options, this::progress);
      if (advisor.columns().all().stream().noneMatch(column -> isWanted(column, table))) {
        throw new CommandFailure(
            table == null
                ? "no table of this database has a column of json or jsonb"
                : "no table " + table + " has a column of json or jsonb",
            "Tables of all schemas are looked at but the system's; does the URL name the"
                + " database?");
      }
      Workload workload = workload(connection, advisor, effort);
      Advice advice = advisor.advise(workload, column -> isWanted(column, table));
      AdviceText.lines(advice).forEach(out()::println);
      if (advice.tables().isEmpty()) {
        out().println("Hint: give statements by --workload FILE, or look longer by --watch 60.");
      }
      out().flush();
      write(output, advice);
      return output.isApplied ? apply(connection, advice, output, options) : 0;
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), null, e);
    }
  }

  @Command(
      name = "undo",
      mixinStandardHelpOptions = true,
      description = "Run the commands of a file that doctor json --apply has written.")
  int undo(@Mixin Target target, @Parameters(paramLabel = "FILE") Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new CommandFailure("there is no file " + file, null);
    }
    try (OpenedDatabase database = OpenedDatabase.open(target.url)) {
      for (String sql : SqlText.split(Files.readString(file))) {
        progress(sql);
        database.connection().execute(sql);
      }
    }
    return 0;
  }

  private Workload workload(Connection connection, Advisor advisor, Effort effort)
      throws IOException, InterruptedException {
    var collector = new WorkloadCollector(connection, advisor.columns());
    for (Path file : effort.workload) {
      if (!Files.isRegularFile(file)) {
        throw new CommandFailure("there is no file " + file, null);
      }
      collector.add(WorkloadFile.read(file));
    }
    long end = System.nanoTime() + effort.watchSeconds * 1_000_000_000L;
    do {
      collector.sampleActivity();
      if (effort.watchSeconds > 0) {
        Thread.sleep(ACTIVITY_MILLIS); // the pace of looking, not a wait for something
      }
    } while (System.nanoTime() < end);
    return collector.collect();
  }

  private static boolean isWanted(DocumentColumn column, @Nullable String table) {
    return table == null
        || table.equals(column.table().last())
        || table.equals(String.join(".", column.table().parts()));
  }

  private void write(Output output, Advice advice) throws IOException {
    var migration = new Migration(advice);
    if (output.html != null) {
      Files.writeString(output.html, AdvicePage.html(advice));
      out().println("report: " + output.html);
    }
    if (output.flyway != null) {
      migration
          .writeFlyway(output.flyway, output.flywayVersion)
          .forEach(file -> out().println("migration: " + file));
    }
    if (output.liquibase != null) {
      out().println("changelog: " + migration.writeLiquibase(output.liquibase));
    }
    out().flush();
  }

  private int apply(Connection connection, Advice advice, Output output, AdvisorOptions options)
      throws IOException {
    if (advice.chosen().isEmpty()) {
      out().println("nothing to apply");
      out().flush();
      return 0;
    }
    var applied = new Applied(connection, this::progress);
    try {
      applied.requireFree(advice.chosen());
    } catch (IllegalStateException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), null, e);
    }
    Files.writeString(
        output.undoFile,
        String.join("", advice.down().stream().map(command -> command.sql() + ";\n").toList()),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE);
    out().println("undo: tiercel doctor undo " + output.undoFile);
    applied.apply(advice.chosen());
    for (TableAdvice table : advice.tables()) {
      List<Arrival> arrivals = Arrival.measure(connection, table, options.statementTimeout());
      AdviceText.arrivals(table, arrivals).forEach(out()::println);
    }
    out().flush();
    return 0;
  }

  private void progress(String line) {
    spec.commandLine().getErr().println("… " + line);
    spec.commandLine().getErr().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
