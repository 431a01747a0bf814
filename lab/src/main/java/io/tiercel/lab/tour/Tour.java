package io.tiercel.lab.tour;

import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.data.Sql;
import io.tiercel.lab.tour.TourDatabase.Load;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The tour from beginning to end: read the data, load them with every contender, do the shop's six
/// tasks with every contender, write the report.
final class Tour {
  private final TourOptions options;
  private final List<Contender> contenders;
  private final Console console;

  Tour(TourOptions options, List<Contender> contenders, Console console) {
    this.options = options;
    this.contenders = contenders;
    this.console = console;
  }

  /// Throws [io.tiercel.lab.cli.CommandFailure] when a check fails.
  void run(DataSet data) throws SQLException, IOException {
    try (TourServer server = TourServer.open(options.url())) {
      try {
        run(data, server);
      } catch (SQLException | RuntimeException e) {
        server.throwIfBrokenDown(e);
        throw e;
      }
    }
  }

  private void run(DataSet data, TourServer server) throws SQLException, IOException {
    String version = version(server);
    console.line("%s on PostgreSQL %s at %s".formatted(data.name(), version, server.address()));
    console.line("");
    console.line("Loading %,d rows:".formatted(data.rows()));
    var databases = new LinkedHashMap<Contender, TourDatabase>();
    var loads = new LinkedHashMap<Contender, Load>();
    for (Contender contender : contenders) {
      var database = new TourDatabase(server, data, contender.slug());
      Load load = load(data, contender, database);
      console.load(contender.name(), load, data.figures().size());
      databases.put(contender, database);
      loads.put(contender, load);
    }
    var measured = new LinkedHashMap<ShopTask, List<Measurement>>();
    new ShopMeter(data, databases, server)
        .run(
            (task, measurements) -> {
              measured.put(task, measurements);
              console.task(measured.size(), task, measurements);
            });
    console.line("");
    console.line("All checks passed: the contenders agree with the source and with each other.");
    new TourReport(data, Machine.describe(server), loads, measured).write(options.report());
    console.line("Report: %s".formatted(options.report().toAbsolutePath().normalize().toUri()));
  }

  private Load load(DataSet data, Contender contender, TourDatabase database) throws SQLException {
    if (!options.isFresh()) {
      Optional<Load> earlier = database.earlierLoad();
      if (earlier.isPresent()) {
        return earlier.get();
      }
    }
    database.recreate();
    contender.createSchema(data, database.address());
    database.indexForeignKeys();
    Progress progress = console.progress(contender.name(), data.rows());
    long start = System.nanoTime();
    contender.load(data, database.address(), progress);
    var load = new Load(progress.rows(), (System.nanoTime() - start) / 1e9, false);
    progress.finish();
    database.complete(load);
    return load;
  }

  private static String version(TourServer server) throws SQLException {
    try (Connection connection = server.connect()) {
      return Sql.query(connection, "show server_version", row -> row.getString(1)).getFirst();
    }
  }
}
