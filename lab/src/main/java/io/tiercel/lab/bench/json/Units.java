package io.tiercel.lab.bench.json;

import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.lab.bench.json.model.HibernateInstance;
import io.tiercel.lab.bench.json.model.HibernateRecord;
import io.tiercel.lab.bench.json.model.LargeInstance;
import io.tiercel.lab.bench.json.model.PromotedInstance;
import io.tiercel.lab.bench.json.model.StoredInstance;
import io.tiercel.lab.bench.workload.Endpoint;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.jpa.HibernatePersistenceProvider;

/// The persistence units of this bench: ours over our driver, Hibernate's over pgjdbc with
/// HikariCP.
record Units(EntityManagerFactory ours, EntityManagerFactory hibernate, HikariDataSource pool)
    implements AutoCloseable {
  // Loggers are held weakly: one that nobody keeps forgets its level.
  private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");
  private static final Logger HIKARI = Logger.getLogger("com.zaxxer.hikari");

  /// Opens both. Blocks.
  static Units open(Endpoint endpoint) {
    HIBERNATE.setLevel(Level.WARNING);
    HIKARI.setLevel(Level.WARNING);
    var pool = new HikariDataSource();
    pool.setJdbcUrl(endpoint.pgjdbcUrl() + "?defaultRowFetchSize=1000");
    pool.setUsername(endpoint.user());
    pool.setPassword(endpoint.password());
    pool.setAutoCommit(false);
    pool.setMaximumPoolSize(2);
    var hibernate =
        new PersistenceConfiguration("bench-json-hibernate")
            .provider("org.hibernate.jpa.HibernatePersistenceProvider")
            .managedClass(HibernateRecord.class)
            .managedClass(HibernateRecord.Content.class)
            .managedClass(HibernateInstance.class)
            .property("jakarta.persistence.nonJtaDataSource", pool)
            .property("hibernate.connection.provider_disables_autocommit", "true");
    var ours =
        new PersistenceConfiguration("bench-json")
            .provider("io.tiercel.jpa.TiercelPersistenceProvider")
            .managedClass(StoredInstance.class)
            .managedClass(PromotedInstance.class)
            .managedClass(LargeInstance.class)
            .property("jakarta.persistence.jdbc.url", endpoint.tiercelUrl())
            .property("jakarta.persistence.jdbc.user", endpoint.user())
            .property("jakarta.persistence.jdbc.password", endpoint.password());
    // Asked by name: whichever provider comes first on the class path would be asked for either.
    return new Units(
        open(new TiercelPersistenceProvider(), ours),
        open(new HibernatePersistenceProvider(), hibernate),
        pool);
  }

  private static EntityManagerFactory open(
      PersistenceProvider provider, PersistenceConfiguration configuration) {
    return Objects.requireNonNull(
        provider.createEntityManagerFactory(configuration), configuration.name());
  }

  @Override
  public void close() {
    ours.close();
    hibernate.close();
    pool.close();
  }
}
