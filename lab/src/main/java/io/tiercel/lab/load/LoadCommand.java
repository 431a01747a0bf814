package io.tiercel.lab.load;

import io.tiercel.json.load.DocumentLoader;
import io.tiercel.json.load.LoadProgress;
import io.tiercel.json.load.ProgressBar;
import io.tiercel.json.marc.BadRecord;
import io.tiercel.json.marc.BadRecordException;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.cli.OpenedDatabase;
import io.tiercel.wire.Connection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tiercel load`: stores library records as documents. Exit code 1 when nothing was stored of what
// there is.
@Command(
    name = "load",
    description = "Store library records as documents in jsonb.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(marc | sample)")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class LoadCommand implements Runnable {
  @Spec private CommandSpec spec;

  /// What a file holds.
  enum Format {
    /// Its first bytes tell.
    AUTO,
    /// ISO 2709.
    BINARY,
    /// MARCXML.
    XML
  }

  /// What becomes of records that cannot be read.
  enum Bad {
    /// They are told of and left out.
    SKIP,
    /// The first one ends the load, and nothing is stored.
    REJECT
  }

  /// For picocli.
  public LoadCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "load what: marc or sample?");
  }

  @Command(
      name = "marc",
      mixinStandardHelpOptions = true,
      description = {
        "Load a file of MARC records, binary (ISO 2709, in MARC-8 or UTF-8) or MARCXML, either"
            + " perhaps compressed by gzip.",
        "All that is good is stored by one COPY, or nothing. Every bad record is told of with its"
            + " number, its place and the reason."
      })
  int marc(
      @Mixin LoadTarget target,
      @Parameters(paramLabel = "FILE", description = "The file.") Path file,
      @Option(
              names = "--format",
              defaultValue = "AUTO",
              description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
          Format format,
      @Option(
              names = "--bad",
              defaultValue = "SKIP",
              description = "Bad records: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
          Bad bad)
      throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new CommandFailure("there is no file " + file, null);
    }
    BadRecords badRecords = bad == Bad.REJECT ? BadRecords.reject() : BadRecords.skip(this::tell);
    var source = new SourceFile(file);
    try (MarcReader reader = source.open(format, badRecords)) {
      return load(target, reader, badRecords, _ -> source.share());
    }
  }

  @Command(
      name = "sample",
      mixinStandardHelpOptions = true,
      description = "Load records that are made up: about 37 fields and 4 KB each, skewed.")
  int sample(
      @Mixin LoadTarget target,
      @Parameters(paramLabel = "COUNT", description = "How many.") long count,
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "1",
              description = "The same seed makes the same records (default: ${DEFAULT-VALUE}).")
          long seed)
      throws IOException {
    if (count < 1) {
      throw new ParameterException(spec.commandLine(), "COUNT is at least 1");
    }
    try (MarcReader reader = new MarcGenerator(seed).reader(0, count)) {
      return load(target, reader, BadRecords.reject(), progress -> (double) progress.met() / count);
    }
  }

  private int load(
      LoadTarget target,
      MarcReader reader,
      BadRecords badRecords,
      ToDoubleFunction<LoadProgress> share)
      throws IOException {
    var bar = new ProgressBar(this::show, share);
    try (OpenedDatabase opened = target.open()) {
      Connection connection = opened.connection();
      connection.script("begin");
      boolean isNew = target.make(connection);
      var loader = new DocumentLoader(connection, target.table(), target.column());
      Consumer<LoadProgress> shown = isTerminal() ? bar : _ -> {};
      LoadProgress end = loader.load(reader, badRecords, shown);
      if (end.sent() == 0 && end.bad() > 0) {
        // The table that was made for them goes with the transaction.
        throw new CommandFailure(
            "nothing was stored: none of %,d records could be read".formatted(end.bad()),
            "The file has to be binary MARC (ISO 2709) or MARCXML; --format says which.");
      }
      connection.script("commit");
      if (isTerminal()) {
        bar.end();
      }
      out()
          .printf(
              Locale.ROOT,
              "%,d records stored in %s%s, %,d bad, %.1f s, %,.0f/s%n",
              end.sent(),
              target.table(),
              isNew ? ", a new table" : "",
              end.bad(),
              end.elapsed().toMillis() / 1e3,
              end.rate());
      out().flush();
      return 0;
    } catch (BadRecordException e) {
      throw new CommandFailure(
          "nothing was stored: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          "--bad skip leaves bad records out and stores the others.",
          e);
    }
  }

  private void tell(BadRecord bad) {
    // Behind the bar's line, which comes again.
    PrintWriter err = spec.commandLine().getErr();
    err.println((isTerminal() ? System.lineSeparator() : "") + "bad: " + bad);
    err.flush();
  }

  private void show(String text) {
    out().print(text);
    out().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @SuppressWarnings("SystemConsoleNull") // since JDK 25 it is null again without a terminal
  private static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }
}
