package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.extension.Copy;
import io.tiercel.jdbc.extension.PipelinedResult;
import io.tiercel.jdbc.extension.Subscription;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The examples of `docs/driver.md`, run.
@Timeout(60)
class DocumentedExamplesTest {
  private static final Path PAGE = Path.of("../docs/driver.md");
  private static final Path THIS =
      Path.of("src/test/java/io/tiercel/jdbc/DocumentedExamplesTest.java");

  /// Where [DriverManager] leads to.
  private static TestDatabase current = TestServer.v18().defaultDatabase();

  private final TestDatabase database = TestServer.v18().newDatabase();
  private final Connection connection = open(database.jdbcUrl());

  /// Stands in for the one of the JDK: leads to the database of this test, whatever an example
  /// says, as long as the driver takes its URL.
  private static final class DriverManager {
    static Connection getConnection(String url) throws SQLException {
      assertTrue(new TiercelDriver().acceptsURL(url));
      return open(current.jdbcUrl());
    }
  }

  private static Connection open(String url) {
    try {
      return Objects.requireNonNull(new TiercelDriver().connect(url, null));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void create() {
    current = database;
    database.execute(
        "create table item (id int primary key, name text, item_name text)",
        "insert into item values (7, 'seven', null)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  @Test
  void every_java_example_of_the_page_stands_in_this_test() throws IOException {
    DocumentedExamples.assertAllStandIn(THIS, PAGE);
  }

  @Test
  void a_copied_batch() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:tiercel://localhost/shop?copyBatch=true");
        PreparedStatement insert =
            connection.prepareStatement("insert into item (id, name) values (?, ?)")) {
      for (int id = 1_000; id < 2_000; id++) {
        insert.setInt(1, id);
        insert.setString(2, "item " + id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (var count = connection.createStatement().executeQuery("select count(*) from item")) {
      count.next();
      assertEquals(1_001, count.getInt(1));
    }
  }

  @Test
  void switching() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:tiercel://localhost/shop?user=me");
        PreparedStatement select =
            connection.prepareStatement("select name from item where id = ?")) {
      select.setInt(1, 7);
      try (ResultSet result = select.executeQuery()) {
        while (result.next()) {
          System.out.println(result.getString("name"));
        }
      }
    }
  }

  @Test
  void pipelines() throws SQLException {
    connection.setAutoCommit(false);
    try (var insert = connection.prepareStatement("insert into item values (1, ?)");
        var select = connection.prepareStatement("select name from item order by id")) {
      try (var pipeline = connection.unwrap(TiercelConnection.class).pipeline()) {
        insert.setString(1, "one");
        PipelinedResult inserted = pipeline.add(insert);
        PipelinedResult names = pipeline.add(select);
        pipeline.commit();
        System.out.println(inserted.updateCount());
        ResultSet rows = names.resultSet();
        while (rows.next()) {
          System.out.println(rows.getString("name"));
        }
      }
      try (ResultSet stored = select.executeQuery()) {
        assertTrue(stored.next());
        assertEquals("one", stored.getString(1));
      }
    }
  }

  @Test
  void copying() throws SQLException {
    record Item(int id, String itemName) {}

    var items = List.of(new Item(1, "one"), new Item(2, "two"));
    Copy copy = connection.unwrap(TiercelConnection.class).copy();
    long stored = copy.inRecords("item", Item.class, items.iterator());
    copy.out("copy item to stdout (format csv)", System.out);
    assertEquals(2, stored);
    assertThrows(SQLException.class, () -> copy.inRecords("item", Item.class, items.iterator()));
  }

  @Test
  void listening() throws SQLException {
    Subscription news =
        connection
            .unwrap(TiercelConnection.class)
            .listen(heard -> System.out.println(heard.payload()), "news");
    connection.createStatement().execute("notify news, 'hello'");
    news.close();
  }
}
