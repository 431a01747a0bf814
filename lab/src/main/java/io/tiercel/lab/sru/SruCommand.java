package io.tiercel.lab.sru;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.sample.MarcCatalogue;
import io.tiercel.json.search.CqlProfile;
import io.tiercel.json.sru.RecordForm;
import io.tiercel.json.sru.SruDatabase;
import io.tiercel.json.sru.SruService;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `tiercel sru`: a catalogue of the records that `tiercel load` has stored, until it is
/// interrupted.
@Command(
    name = "sru",
    mixinStandardHelpOptions = true,
    description = {
      "Answer SRU (explain and searchRetrieve, versions 1.1, 1.2 and 2.0) over a table of library"
          + " records, until interrupted.",
      "Indexes of CQL: dc.title, dc.creator, dc.subject, dc.identifier, dc.language,"
          + " rec.identifier, marc.leader, marc.instance."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class SruCommand implements Callable<Integer> {
  private static final int MOST_RECORDS = 100;
  private static final String PATH = "/sru";

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:tiercel:embedded:library",
      description =
          "jdbc:tiercel://host:port/database?user=…&password=… (default: ${DEFAULT-VALUE}, where"
              + " `tiercel load` stores)")
  private String url;

  @Option(
      names = "--table",
      paramLabel = "[SCHEMA.]TABLE",
      defaultValue = "records",
      description = "Default: ${DEFAULT-VALUE}.")
  private String table;

  @Option(
      names = "--column",
      paramLabel = "COLUMN",
      defaultValue = "content",
      description = "Default: ${DEFAULT-VALUE}.")
  private String column;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "On this machine's loopback address (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--index",
      description =
          "Make the indexes that are missing, and analyze; takes a while with many records.")
  private boolean makesIndexes;

  /// For picocli.
  public SruCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LocatedServer located = locate()) {
      var config = ConnectionConfig.parse(located == null ? url : located.url());
      DocumentTable documents =
          MarcCatalogue.table(new SqlName(List.of(table.split("\\.", -1))), SqlName.of(column));
      prepare(config, documents);
      try (SruServer server = startOrExplain(config, documents)) {
        spec.commandLine()
            .getOut()
            .printf(
                "http://localhost:%d%s?version=1.2&operation=explain (Ctrl-C ends it)%n",
                server.address().getPort(), PATH);
        spec.commandLine().getOut().flush();
        // Until the JVM ends.
        new CountDownLatch(1).await();
      }
    }
    return 0;
  }

  private SruServer startOrExplain(ConnectionConfig config, DocumentTable documents)
      throws IOException {
    try {
      return start(config, documents, port);
    } catch (BindException e) {
      throw new CommandFailure(
          "cannot listen on port " + port + ": " + e.getMessage(), "--port takes another.", e);
    }
  }

  private @Nullable LocatedServer locate() {
    for (ServerLocator locator : ServiceLoader.load(ServerLocator.class)) {
      if (locator.accepts(url)) {
        return locator.open(url);
      }
    }
    return null;
  }

  /// Sees to it that the indexes are there.
  private void prepare(ConnectionConfig config, DocumentTable documents) {
    try (Connection connection = Connection.open(config)) {
      if (!isThere(connection, documents.table())) {
        throw new CommandFailure(
            "there is no table " + documents.table(),
            "tiercel load marc FILE, or tiercel load sample 20000, makes it and fills it.");
      }
      List<String> missing = missing(connection, documents);
      if (missing.isEmpty()) {
        return;
      }
      if (!makesIndexes) {
        throw new CommandFailure(
            "the table %s has no index for: %s"
                .formatted(documents.table(), String.join("; ", missing)),
            "--index makes them.");
      }
      for (String command : missing) {
        spec.commandLine().getOut().println(command);
        spec.commandLine().getOut().flush();
        connection.execute(command);
      }
      connection.execute("analyze " + documents.table());
    }
  }

  /// The commands of indexes that are not there.
  private static List<String> missing(Connection connection, DocumentTable documents) {
    List<String> missing = new ArrayList<>();
    for (String command : documents.createIndexes()) {
      String name = command.split(" ", -1)[2];
      SqlName index = documents.table().sibling(name.substring(1, name.length() - 1));
      if (!isThere(connection, index)) {
        missing.add(command);
      }
    }
    return missing;
  }

  private static boolean isThere(Connection connection, SqlName relation) {
    return connection
        .queryList(
            "select to_regclass($1::text) is not null",
            row -> row.getBoolean(0),
            relation.toString())
        .getFirst();
  }

  /// A catalogue at `/sru` of this machine.
  ///
  /// @param port 0 takes any that is free
  static SruServer start(ConnectionConfig config, DocumentTable documents, int port)
      throws IOException {
    CqlProfile profile = MarcCatalogue.profile(documents);
    return SruServer.start(
        new InetSocketAddress("localhost", port),
        PATH,
        config,
        taken ->
            new SruService(
                new SruDatabase(
                    "localhost", taken, PATH.substring(1), "Library records", MOST_RECORDS),
                profile,
                List.of(RecordForm.marcXml(), RecordForm.json())));
  }
}
