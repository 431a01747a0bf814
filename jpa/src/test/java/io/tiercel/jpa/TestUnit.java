package io.tiercel.jpa;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import io.tiercel.wire.StatementListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// A unit of given classes in a database of its own, and what its statements cost.
final class TestUnit implements AutoCloseable {
  /// Before plain reads, when it is not known.
  static final String ASKED_NOW_AND_THEN = "show transaction_isolation";

  /// In what the shared cache asks of a connection, when that is not known; never told of here.
  private static final String ASKED_OF_CONNECTIONS = "pg_catalog.current_schemas(";

  private final TestDatabase database;
  private final EntityManagerFactory factory;
  private final List<String> statements = new ArrayList<>();

  private TestUnit(TestDatabase database, Map<String, ?> properties, Class<?>... classes) {
    this.database = database;
    StatementListener listener =
        event -> {
          if (!event.sql().contains(ASKED_OF_CONNECTIONS)) {
            statements.add(event.sql());
          }
        };
    var unit =
        new PersistenceConfiguration("unit")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .property(UnitProperties.STATEMENT_LISTENER, listener);
    // Nobody tests how long an idle server takes; what is waited for comes as with any other
    // period.
    unit.property("tiercel.cache.probe", "50");
    properties.forEach(unit::property);
    for (Class<?> type : classes) {
      unit.managedClass(type);
    }
    this.factory = unit.createEntityManagerFactory();
  }

  static TestUnit of(Class<?>... classes) {
    return with(TestServer.v18(), Map.of(), classes);
  }

  /// On that server.
  static TestUnit on(TestServer server, Class<?>... classes) {
    return with(server, Map.of(), classes);
  }

  /// With properties beside those that every unit here has.
  static TestUnit with(Map<String, ?> properties, Class<?>... classes) {
    return with(TestServer.v18(), properties, classes);
  }

  /// As above, on that server.
  static TestUnit with(TestServer server, Map<String, ?> properties, Class<?>... classes) {
    return new TestUnit(server.newDatabase(), properties, classes);
  }

  /// In that database, which it drops in the end.
  static TestUnit in(TestDatabase database, Map<String, ?> properties, Class<?>... classes) {
    return new TestUnit(database, properties, classes);
  }

  EntityManagerFactory factory() {
    return factory;
  }

  void inTransaction(Consumer<EntityManager> work) {
    factory.runInTransaction(work);
  }

  <T> T query(Function<EntityManager, T> work) {
    return factory.callInTransaction(work);
  }

  /// Runs SQL past the provider.
  void sql(String... sql) {
    database.execute(sql);
  }

  /// Does work while a transaction past the provider has run a statement and is open.
  void whileSql(String sql, Runnable work) {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(sql);
      work.run();
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The value of a query past the mapping.
  Object value(String sql) {
    return query(manager -> manager.createNativeQuery(sql).getSingleResult());
  }

  /// The statements sent while the work ran, without those that begin and end transactions or ask
  /// how they begin.
  List<String> statements(Runnable work) {
    return allStatements(work).stream()
        .filter(sql -> !sql.startsWith("BEGIN") && !sql.startsWith("COMMIT"))
        .filter(sql -> !sql.equals(ASKED_NOW_AND_THEN))
        .toList();
  }

  /// The statements sent while the work ran.
  List<String> allStatements(Runnable work) {
    statements.clear();
    work.run();
    return List.copyOf(statements);
  }

  /// The round trips that the work took.
  long roundTrips(Runnable work) {
    ConnectionStatistics before = factory.unwrap(ConnectionStatistics.class);
    work.run();
    return factory.unwrap(ConnectionStatistics.class).since(before).roundTrips();
  }

  @Override
  public void close() {
    factory.close();
    database.close();
  }
}
