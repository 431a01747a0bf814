package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SequenceGenerator;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Jakarta Persistence 3.2, section 9.4: scripts that are written for the mapping and then run as
/// sources of schema actions.
@NullUnmarked // a null where none is expected fails the test by itself
class DropScriptTest {
  private TestDatabase database;

  @Entity(name = "barrel")
  static class Barrel {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "barrels")
    @SequenceGenerator(name = "barrels", allocationSize = 1, initialValue = 10)
    int id;

    @ManyToOne Barrel beneath;
  }

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private PersistenceConfiguration unit(Map<String, ?> properties) {
    var unit =
        new PersistenceConfiguration("barrels")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Barrel.class)
            .property(UnitProperties.URL, database.jdbcUrl());
    properties.forEach(unit::property);
    return unit;
  }

  private void act(Map<String, ?> properties) {
    unit(properties).createEntityManagerFactory().close();
  }

  private Map<String, Object> scripts() {
    var create = new StringWriter();
    var drop = new StringWriter();
    act(
        Map.of(
            PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION,
            "drop-and-create",
            UnitProperties.SCRIPTS_CREATE_TARGET,
            create,
            UnitProperties.SCRIPTS_DROP_TARGET,
            drop));
    Map<String, Object> sources = new HashMap<>();
    sources.put(
        PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE,
        new StringReader(create.toString()));
    sources.put(
        PersistenceConfiguration.SCHEMAGEN_DROP_SCRIPT_SOURCE, new StringReader(drop.toString()));
    return sources;
  }

  private void act(String action, Map<String, Object> scripts) {
    scripts.put(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, action);
    act(scripts);
  }

  private int persisted() {
    try (var factory = unit(Map.of()).createEntityManagerFactory()) {
      return factory.callInTransaction(
          manager -> {
            var barrel = new Barrel();
            manager.persist(barrel);
            return barrel.id;
          });
    }
  }

  @Test
  void the_scripts_of_a_mapping_create_and_drop_it() {
    act("create", scripts());
    assertEquals(10, persisted());
    act("drop", scripts());
    assertThrows(PersistenceException.class, this::persisted);
    act("create", scripts());
    assertEquals(10, persisted());
  }

  @Test
  void a_drop_script_says_plainly_what_it_drops() {
    var drop = new StringWriter();
    act(
        Map.of(
            PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION,
            "drop",
            UnitProperties.SCRIPTS_DROP_TARGET,
            drop));
    assertEquals(
        """
        alter table barrel drop constraint barrel_beneath_id_fkey;
        drop table barrel;
        drop sequence barrels;
        """,
        drop.toString());
  }

  @Test
  void what_a_drop_script_drops_need_not_be_there() {
    act("drop-and-create", scripts());
    assertEquals(10, persisted());
    database.execute("drop sequence barrels");
    act("drop-and-create", scripts());
    assertEquals(10, persisted());
  }

  @Test
  void a_drop_script_takes_nothing_else_along() {
    act("create", scripts());
    database.execute("create view high as select * from barrel");
    var failure = assertThrows(PersistenceException.class, () -> act("drop", scripts()));
    assertTrue(failure.getMessage().contains("line 2"), failure::getMessage);
    assertEquals(10, persisted());
  }

  @Test
  void a_sequence_that_is_there_already_is_used() {
    database.execute("create sequence barrels start with 500");
    act("create", scripts());
    assertEquals(500, persisted());
    database.execute("drop table barrel");
    act(Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create"));
    assertEquals(501, persisted());
  }

  @Test
  void a_table_that_is_there_already_stops_a_create_script() {
    database.execute("create table barrel (id text)");
    assertThrows(PersistenceException.class, () -> act("create", scripts()));
  }
}
