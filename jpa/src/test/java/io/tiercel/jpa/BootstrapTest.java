package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.Tag;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Persistence;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SchemaManager;
import jakarta.persistence.Table;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // a null where none is expected fails the test by itself
class BootstrapTest {

  @Test
  void a_unit_of_persistence_xml_is_opened_by_name() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory =
            Persistence.createEntityManagerFactory(
                "listed", Map.of(UnitProperties.URL, database.jdbcUrl()))) {
      assertEquals("listed", factory.getName());
      factory.runInTransaction(
          manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
      assertEquals(
          1L,
          factory.<Object>callInTransaction(
              manager -> manager.createQuery("select count(p) from Product p").getSingleResult()));
    }
  }

  @Test
  void a_unit_that_names_another_provider_is_left_to_it() {
    assertNull(new TiercelPersistenceProvider().createEntityManagerFactory("elsewhere", Map.of()));
    assertNull(
        new TiercelPersistenceProvider()
            .createEntityManagerFactory(
                "listed", Map.of("jakarta.persistence.provider", "org.example.OtherProvider")));
  }

  @Test
  void an_unknown_unit_is_nobodys() {
    assertNull(new TiercelPersistenceProvider().createEntityManagerFactory("nowhere", Map.of()));
  }

  @Test
  void a_listed_class_that_is_missing_is_named() {
    PersistenceException failure =
        assertThrows(
            PersistenceException.class,
            () ->
                new TiercelPersistenceProvider().createEntityManagerFactory("misspelt", Map.of()));
    assertTrue(failure.getMessage().contains("io.tiercel.jpa.shop.Tagg"), failure.getMessage());
    assertTrue(failure.getMessage().contains("\"misspelt\""), failure.getMessage());
  }

  @Test
  void a_unit_without_a_url_says_what_to_set() {
    PersistenceException failure =
        assertThrows(
            PersistenceException.class,
            () ->
                new PersistenceConfiguration("bare")
                    .managedClass(Tag.class)
                    .createEntityManagerFactory());
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertTrue(cause.getMessage().contains("jakarta.persistence.jdbc.url"), cause.getMessage());
  }

  @Test
  void a_closed_factory_refuses_work() {
    Shop shop = Shop.open();
    EntityManagerFactory factory = shop.factory();
    shop.close();
    assertFalse(factory.isOpen());
    assertThrows(IllegalStateException.class, factory::createEntityManager);
  }

  @Test
  void schema_scripts_are_written_one_statement_a_line() {
    StringWriter create = new StringWriter();
    StringWriter drop = new StringWriter();
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory =
            Persistence.createEntityManagerFactory(
                "listed",
                Map.of(
                    UnitProperties.URL,
                    database.jdbcUrl(),
                    UnitProperties.SCHEMA_ACTION,
                    "none",
                    UnitProperties.SCRIPTS_ACTION,
                    "drop-and-create",
                    UnitProperties.SCRIPTS_CREATE_TARGET,
                    create,
                    UnitProperties.SCRIPTS_DROP_TARGET,
                    drop))) {
      assertTrue(factory.isOpen());
      database.execute(create.toString().lines().toArray(String[]::new));
      factory.runInTransaction(
          manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
      database.execute(drop.toString().lines().toArray(String[]::new));
    }
  }

  @Test
  void schema_scripts_may_be_asked_for_by_the_constants_of_the_api() {
    StringWriter create = new StringWriter();
    StringWriter drop = new StringWriter();
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory =
            unit(database)
                .property(PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION, "drop-and-create")
                .property(PersistenceConfiguration.SCHEMAGEN_CREATE_TARGET, create)
                .property(PersistenceConfiguration.SCHEMAGEN_DROP_TARGET, drop)
                .createEntityManagerFactory()) {
      assertTrue(factory.isOpen());
      assertTrue(create.toString().contains("create table depot.shelf"), create::toString);
      assertTrue(drop.toString().contains("drop table depot.shelf"), drop::toString);
    }
  }

  @Entity
  @Table(schema = "depot")
  static class Shelf {
    @Id int id;
  }

  private static PersistenceConfiguration unit(TestDatabase database) {
    return new PersistenceConfiguration("depot")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Shelf.class)
        .property(UnitProperties.URL, database.jdbcUrl());
  }

  @Test
  void schemas_are_created_and_dropped_if_asked() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = unit(database).createEntityManagerFactory()) {
      SchemaManager schema = factory.getSchemaManager();
      assertThrows(PersistenceException.class, () -> schema.create(false));
      schema.create(true);
      factory.runInTransaction(manager -> manager.persist(new Shelf()));
      schema.drop(false);
      schema.create(false);
      schema.drop(true);
      assertThrows(PersistenceException.class, () -> schema.create(false));
    }
  }

  @Test
  void schemas_are_created_with_the_unit_if_a_property_asks_for_them() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory =
            unit(database)
                .property(UnitProperties.SCHEMA_ACTION, "create")
                .property("jakarta.persistence.create-database-schemas", "true")
                .createEntityManagerFactory()) {
      factory.runInTransaction(manager -> manager.persist(new Shelf()));
    }
  }

  @Test
  void a_misspelt_property_of_ours_is_told_with_the_name_it_may_mean() {
    UnitProperties properties =
        new UnitProperties(
            "depot",
            Map.of(
                "tiercel.pool.max-connection",
                3,
                "tiercel.pool.acquire-timeout",
                3000,
                "hibernate.show_sql",
                true,
                "org.example.whatever",
                "x"));
    assertEquals(
        List.of(
            "persistence unit \"depot\" has an unknown property tiercel.pool.max-connection, which"
                + " changes nothing: did you mean \"tiercel.pool.max-connections\"?"),
        properties.unknown());
  }

  @Test
  void a_property_of_the_wrong_kind_is_named() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      PersistenceException failure =
          assertThrows(
              PersistenceException.class,
              () ->
                  new TiercelPersistenceProvider()
                      .createEntityManagerFactory(
                          new PersistenceConfiguration("typo")
                              .managedClass(Tag.class)
                              .property(UnitProperties.URL, database.jdbcUrl())
                              .property(UnitProperties.POOL_MAX, "many")));
      assertTrue(failure.getMessage().contains(UnitProperties.POOL_MAX), failure.getMessage());
    }
  }
}
