package io.tiercel.jpa;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shop.Address;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.Employee;
import io.tiercel.jpa.shop.Invoice;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import io.tiercel.jpa.shop.Tag;
import io.tiercel.jpa.shop.Team;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import io.tiercel.wire.StatementListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// A small shop in a database of its own, and what its statements cost.
final class Shop implements AutoCloseable {
  private final TestDatabase database;
  private final EntityManagerFactory factory;
  private final List<String> statements = new ArrayList<>();

  private Shop(TestDatabase database) {
    this.database = database;
    StatementListener listener = event -> statements.add(event.sql());
    this.factory =
        new PersistenceConfiguration("shop")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Customer.class)
            .managedClass(Address.class)
            .managedClass(PurchaseOrder.class)
            .managedClass(OrderLine.class)
            .managedClass(Product.class)
            .managedClass(Tag.class)
            .managedClass(Invoice.class)
            .managedClass(Employee.class)
            .managedClass(Team.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .property(UnitProperties.STATEMENT_LISTENER, listener)
            .createEntityManagerFactory();
  }

  static Shop open() {
    return open(TestServer.v18());
  }

  static Shop open(TestServer server) {
    return new Shop(server.newDatabase());
  }

  EntityManagerFactory factory() {
    return factory;
  }

  EntityManager manager() {
    return factory.createEntityManager();
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

  /// The statements sent while the work ran, and the round trips they took.
  Cost cost(Runnable work) {
    statements.clear();
    ConnectionStatistics before = factory.unwrap(ConnectionStatistics.class);
    work.run();
    ConnectionStatistics spent = factory.unwrap(ConnectionStatistics.class).since(before);
    List<String> sent = new ArrayList<>(statements);
    sent.removeIf(TestUnit.ASKED_NOW_AND_THEN::equals);
    return new Cost(sent, spent.roundTrips());
  }

  record Cost(List<String> statements, long roundTrips) {}

  @Override
  public void close() {
    factory.close();
    database.close();
  }
}
