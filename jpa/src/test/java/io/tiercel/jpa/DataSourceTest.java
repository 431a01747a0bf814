package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.jdbc.TiercelDataSource;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shop.Stamp;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.util.BitSet;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/// Units on a DataSource (Jakarta Persistence 3.2, sections 8.2.1.5 and 9.1): a pool over our
/// driver, and others.
@NullUnmarked // a null where none is expected fails the test by itself
class DataSourceTest {

  private static HikariDataSource pool(TestDatabase database) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setMaximumPoolSize(2);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  private static PersistenceConfiguration unit(Object dataSource) {
    return new PersistenceConfiguration("pooled")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Stamp.class)
        .property("jakarta.persistence.nonJtaDataSource", dataSource)
        .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "drop-and-create");
  }

  @EveryPostgres
  void a_pool_over_our_driver_lends_its_connections(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        HikariDataSource pool = pool(database)) {
      try (EntityManagerFactory factory = unit(pool).createEntityManagerFactory()) {
        factory.runInTransaction(manager -> manager.persist(new Stamp("first")));
        try (EntityManager manager = factory.createEntityManager()) {
          manager.getTransaction().begin();
          manager.persist(new Stamp("second"));
          manager.flush();
          assertEquals(1, pool.getHikariPoolMXBean().getActiveConnections());
          assertEquals(
              2L,
              manager.<Connection, Long>callWithConnection(
                  connection -> {
                    try (var rows =
                        connection.createStatement().executeQuery("select count(*) from stamp")) {
                      rows.next();
                      return rows.getLong(1);
                    }
                  }));
          manager.getTransaction().rollback();
          assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
          assertEquals(
              List.of("first"),
              manager.createQuery("select s.name from Stamp s", String.class).getResultList());
          assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
        }
        assertTrue(factory.unwrap(ConnectionStatistics.class).roundTrips() > 0);
      }
      // The pool belongs to the application.
      assertFalse(pool.isClosed());
    }
  }

  @EveryPostgres
  void a_lost_connection_is_replaced_by_the_pool(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        HikariDataSource pool = pool(database);
        EntityManagerFactory factory = unit(pool).createEntityManagerFactory()) {
      factory.runInTransaction(manager -> manager.persist(new Stamp("kept")));
      try (EntityManager manager = factory.createEntityManager()) {
        manager.getTransaction().begin();
        assertThrows(
            PersistenceException.class,
            () ->
                manager
                    .createNativeQuery("select pg_terminate_backend(pg_backend_pid())")
                    .getResultList());
        assertTrue(manager.getTransaction().getRollbackOnly());
        manager.getTransaction().rollback();
        assertEquals(
            List.of("kept"),
            manager.createQuery("select s.name from Stamp s", String.class).getResultList());
      }
    }
  }

  @Test
  void our_own_data_source_does_too() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      TiercelDataSource dataSource = new TiercelDataSource();
      dataSource.setUrl(database.jdbcUrl());
      try (EntityManagerFactory factory =
          new PersistenceConfiguration("pooled")
              .managedClass(Stamp.class)
              .property(PersistenceConfiguration.JDBC_DATASOURCE, dataSource)
              .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create")
              .createEntityManagerFactory()) {
        factory.runInTransaction(manager -> manager.persist(new Stamp("first")));
        assertNotNull(
            factory.<Object>callInTransaction(
                manager -> manager.createQuery("from Stamp s").getSingleResult()));
      }
    }
  }

  @Test
  void another_driver_is_refused_with_the_mend() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      PGSimpleDataSource other = new PGSimpleDataSource();
      other.setUrl(database.jdbcUrl("postgresql"));
      PersistenceException failure = refused(unit(other));
      assertTrue(failure.getMessage().contains("PostgreSQL JDBC Driver"), failure::getMessage);
      assertTrue(failure.getMessage().contains("tiercel-jdbc"), failure::getMessage);
    }
  }

  @Test
  void a_name_that_jndi_does_not_know_is_told() {
    PersistenceException failure = refused(unit("jdbc/nowhere"));
    assertTrue(failure.getMessage().contains("\"jdbc/nowhere\""), failure::getMessage);
    assertTrue(failure.getMessage().contains("\"pooled\""), failure::getMessage);
  }

  @Test
  void what_is_no_data_source_is_told() {
    PersistenceException failure = refused(unit(new BitSet()));
    assertTrue(failure.getMessage().contains("java.util.BitSet"), failure::getMessage);
  }

  private static PersistenceException refused(PersistenceConfiguration unit) {
    return assertThrows(
        PersistenceException.class,
        () -> new TiercelPersistenceProvider().createEntityManagerFactory(unit));
  }

  @Test
  void a_url_given_when_it_opens_replaces_the_data_source_of_the_unit() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      DataSource unreachable = new TiercelDataSource();
      try (EntityManagerFactory factory =
          new TiercelPersistenceProvider()
              .createContainerEntityManagerFactory(
                  new DescribedByContainer(unreachable, List.of(Stamp.class.getName())),
                  java.util.Map.of(
                      UnitProperties.URL,
                      database.jdbcUrl(),
                      UnitProperties.SCHEMA_ACTION,
                      "create"))) {
        factory.runInTransaction(manager -> manager.persist(new Stamp("first")));
      }
    }
  }
}
