package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Product;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.TransactionRequiredException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/// `runWithConnection`, `callWithConnection` and `unwrap(Connection.class)` (Jakarta Persistence
/// 3.2, EntityManager): JDBC and the EntityManager are one session of the server.
@NullUnmarked // a null where none is expected fails the test by itself
class JdbcConnectionTest {
  private static final String INSERT = "insert into product values ('%s', 'By JDBC', 2.50, 0)";

  private static int insert(Connection connection, String code) throws SQLException {
    try (var statement = connection.createStatement()) {
      return statement.executeUpdate(INSERT.formatted(code));
    }
  }

  @EveryPostgres
  void work_on_the_connection_is_in_the_transaction(TestServer server) {
    try (Shop shop = Shop.open(server);
        EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.persist(new Product("e", "By the EntityManager", BigDecimal.ONE));
      manager.flush();
      List<String> codes =
          manager.callWithConnection(
              (Connection connection) -> {
                assertEquals(1, insert(connection, "j"));
                List<String> found = new ArrayList<>();
                try (var statement =
                        connection.prepareStatement("select code from product order by code");
                    ResultSet rows = statement.executeQuery()) {
                  while (rows.next()) {
                    found.add(rows.getString(1));
                  }
                }
                return found;
              });
      assertEquals(List.of("e", "j"), codes);
      assertEquals("By JDBC", manager.find(Product.class, "j").getName());
      manager.getTransaction().rollback();
      assertNull(manager.find(Product.class, "j"));
      assertNull(manager.find(Product.class, "e"));
    }
  }

  @EveryPostgres
  void without_a_transaction_each_statement_commits(TestServer server) {
    try (Shop shop = Shop.open(server);
        EntityManager manager = shop.manager()) {
      manager.runWithConnection((Connection connection) -> insert(connection, "j"));
      assertEquals("By JDBC", shop.query(other -> other.find(Product.class, "j").getName()));
    }
  }

  @EveryPostgres
  void a_failure_comes_with_its_cause_and_marks_the_transaction(TestServer server) {
    try (Shop shop = Shop.open(server);
        EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      PersistenceException failure =
          assertThrows(
              PersistenceException.class,
              () ->
                  manager.runWithConnection(
                      (Connection connection) -> {
                        throw new SQLException("no such luck", "XX000");
                      }));
      assertEquals("no such luck", failure.getCause().getMessage());
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();

      manager.getTransaction().begin();
      manager.runWithConnection(
          (Connection connection) -> {
            SQLException swallowed =
                assertThrows(SQLException.class, () -> insert(connection, "a' 'b"));
            assertNotNull(swallowed.getSQLState());
          });
      // What the function caught has aborted the transaction all the same.
      assertTrue(manager.getTransaction().getRollbackOnly());
      assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
    }
  }

  @EveryPostgres
  void a_result_left_unread_is_in_nobodys_way(TestServer server) {
    try (Shop shop = Shop.open(server);
        EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      Connection connection = manager.unwrap(Connection.class);
      assertSame(connection, manager.unwrap(Connection.class));
      ResultSet rows = open(connection);
      assertEquals("1", firstOf(rows));
      manager.persist(new Product("e", "By the EntityManager", BigDecimal.ONE));
      manager.flush();
      assertEquals("2", firstOf(rows));
      manager.getTransaction().commit();
      assertTrue(isClosed(connection));
      assertNotNull(shop.query(other -> other.find(Product.class, "e")));
    }
  }

  private static ResultSet open(Connection connection) {
    try {
      return connection
          .createStatement()
          .executeQuery("select n::text from generate_series(1, 100000) as n");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String firstOf(ResultSet rows) {
    try {
      assertTrue(rows.next());
      return rows.getString(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @EveryPostgres
  void closing_the_connection_leaves_the_transaction_alone(TestServer server) {
    try (Shop shop = Shop.open(server);
        EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.runWithConnection(
          (Connection connection) -> {
            insert(connection, "j");
            connection.close();
          });
      assertNotNull(manager.find(Product.class, "j"));
      assertFalse(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().commit();
      assertNotNull(shop.query(other -> other.find(Product.class, "j")));
    }
  }

  @EveryPostgres
  void ending_the_transaction_underneath_is_refused(TestServer server) {
    try (Shop shop = Shop.open(server);
        EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      PersistenceException failure =
          assertThrows(
              PersistenceException.class,
              () ->
                  manager.runWithConnection(
                      (Connection connection) -> {
                        try (var statement = connection.createStatement()) {
                          statement.execute("commit");
                        }
                      }));
      assertTrue(failure.getMessage().contains("getTransaction()"), failure::getMessage);
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
      assertThrows(TransactionRequiredException.class, () -> manager.unwrap(Connection.class));
      assertThrows(PersistenceException.class, () -> manager.unwrap(StringBuilder.class));
    }
  }
}
