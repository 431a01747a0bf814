package io.tiercel.lab.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.chinook.Chinook;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.data.DataSet;
import io.tiercel.testkit.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TourTest {
  private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");
  private static final DataSet DATA = Chinook.read();

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  @BeforeAll
  static void quiet() {
    HIBERNATE.setLevel(Level.OFF);
  }

  @AfterAll
  static void dropDatabases() throws Exception {
    try (TourServer server = TourServer.open(url())) {
      for (Contender contender : contenders()) {
        new TourDatabase(server, DATA, contender.slug()).drop();
      }
    }
  }

  private static String url() {
    return TestServer.v18().defaultDatabase().jdbcUrl("postgresql");
  }

  private static List<Contender> contenders() {
    return TourCommand.contenders();
  }

  private String tour(List<Contender> contenders) throws Exception {
    var text = new StringWriter();
    var console = new Console(new PrintWriter(text), false);
    new Tour(new TourOptions(url(), report(), false), contenders, console).run(DATA);
    return text.toString();
  }

  private Path report() {
    return directory.resolve("report.html");
  }

  @Test
  void the_contenders_agree_and_a_second_run_takes_the_data_it_finds() throws Exception {
    String first = tour(contenders());
    assertTrue(first.contains("All checks passed"), first);
    assertTrue(first.contains("JDBC by hand  15,607 rows in "), first);
    assertTrue(Files.readString(report()).contains("</html>"));
    String second = tour(contenders());
    assertTrue(second.contains("(loaded by an earlier run)"), second);
    assertTrue(second.contains("All checks passed"), second);
  }

  @Test
  void half_loaded_or_changed_data_are_loaded_anew() throws Exception {
    var jdbc = List.<Contender>of(new JdbcContender());
    tour(jdbc);
    try (TourServer server = TourServer.open(url())) {
      var database = new TourDatabase(server, DATA, "jdbc");
      assertTrue(database.earlierLoad().isPresent());
      execute(database, "delete from invoice_line where id = 1");
      assertTrue(database.earlierLoad().isEmpty(), "a row is missing");
      tour(jdbc);
      execute(database, "drop table tour_marker");
      assertTrue(database.earlierLoad().isEmpty(), "the marker is missing");
      assertFalse(tour(jdbc).contains("earlier run"));
      assertTrue(database.earlierLoad().isPresent());
    }
  }

  private static void execute(TourDatabase database, String sql) throws Exception {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void a_server_that_does_not_answer_is_explained() {
    var failure =
        assertThrows(
            Exception.class,
            () ->
                new Tour(
                        new TourOptions("jdbc:postgresql://127.0.0.1:1/x", report(), false),
                        contenders(),
                        new Console(new PrintWriter(new StringWriter()), false))
                    .run(DATA));
    var explained = (CommandFailure) Failures.explain(failure);
    assertEquals(
        "Nothing answers there: start the server, or correct host and port in --url.",
        explained.hint());
  }
}
