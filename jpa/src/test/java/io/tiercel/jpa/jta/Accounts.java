package io.tiercel.jpa.jta;

import io.agroal.api.AgroalDataSource;
import io.tiercel.jpa.bootstrap.PropertyNames;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.Version;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/// A unit with one entity in the transactions of [Narayana].
@NullUnmarked
record Accounts(AgroalDataSource pool, EntityManagerFactory factory) implements AutoCloseable {
  @Entity(name = "account")
  static class Account {
    @Id int id;
    @Version int version;
    int cents;

    Account() {}

    Account(int id, int cents) {
      this.id = id;
      this.cents = cents;
    }
  }

  /// @param isOrdered whether the unit writes after what the application registered
  static Accounts open(String url, boolean isOrdered) {
    return open(url, isOrdered, Map.of());
  }

  /// With the shared cache, at that level.
  static Accounts cached(String url, String level) {
    return open(
        url,
        true,
        Map.of(
            "tiercel.cache",
            "on",
            "tiercel.cache.level",
            level,
            PersistenceConfiguration.CACHE_MODE,
            SharedCacheMode.ALL));
  }

  private static Accounts open(String url, boolean isOrdered, Map<String, ?> properties) {
    var pool = Narayana.pool(url);
    var unit =
        new PersistenceConfiguration("accounts")
            .managedClass(Account.class)
            .transactionType(PersistenceUnitTransactionType.JTA)
            .property(PropertyNames.JTA_DATA_SOURCE, pool)
            .property(JtaPlatforms.MANAGER, Narayana.manager())
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create");
    properties.forEach(unit::property);
    if (isOrdered) {
      unit.property(JtaPlatforms.REGISTRY, Narayana.registry());
    }
    return new Accounts(pool, unit.createEntityManagerFactory());
  }

  static Accounts open(String url) {
    return open(url, true);
  }

  EntityManager manager() {
    return factory.createEntityManager();
  }

  /// In a transaction of its own.
  void put(int id, int cents) {
    factory.runInTransaction(manager -> manager.persist(new Account(id, cents)));
  }

  @Override
  public void close() {
    factory.close();
    pool.close();
  }
}
