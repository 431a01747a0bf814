package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.jpa.schema.action.SchemaExecution;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Persistence;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jakarta Persistence 3.2, section 9.4: scripts, sources, targets, and `SchemaManager`.
@NullUnmarked // a null where none is expected fails the test by itself
class SchemaActionsTest {
  private static final String LOAD = "jakarta.persistence.sql-load-script-source";
  private static final String CREATE = "create table crate (id integer primary key, label text);";

  @Entity(name = "crate")
  static class Crate {
    @Id int id;
    String label;
  }

  @Entity(name = "inner_crate")
  static class Inner {
    @Id int id;
    @ManyToOne Crate outer;
  }

  @TempDir Path directory;
  private TestDatabase database;

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
        new PersistenceConfiguration("crates")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Crate.class)
            .property(UnitProperties.URL, database.jdbcUrl());
    properties.forEach(unit::property);
    return unit;
  }

  private void act(Map<String, ?> properties) {
    unit(properties).createEntityManagerFactory().close();
  }

  private static List<String> labels(EntityManagerFactory factory) {
    return factory.callInTransaction(
        manager ->
            manager
                .createQuery("select c.label from crate c order by c.id", String.class)
                .getResultList());
  }

  private List<String> labels() {
    try (EntityManagerFactory factory = unit(Map.of()).createEntityManagerFactory()) {
      return labels(factory);
    }
  }

  private Path file(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void a_script_is_used_instead_of_the_mapping_when_no_source_is_named() throws Exception {
    Path script = file("create.sql", CREATE + "insert into crate values (7, 'of the script')");
    for (Object source :
        List.of(
            script,
            script.toFile(),
            script.toUri(),
            script.toUri().toURL(),
            script.toString(),
            script.toUri().toString(),
            new StringReader(Files.readString(script)))) {
      act(
          Map.of(
              PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION,
              "drop-and-create",
              PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE,
              source));
      assertEquals(List.of("of the script"), labels(), source::toString);
    }
  }

  @Test
  void a_load_script_of_the_class_path_fills_what_was_created() {
    act(
        Map.of(
            PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION,
            "create",
            LOAD,
            "META-INF/scripts/fill-crates.sql"));
    assertEquals(List.of("one; and /* no comment", "two; 'quoted'"), labels());
  }

  @Test
  void sources_combine_in_both_orders() {
    Map<String, Object> properties = new HashMap<>();
    properties.put(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "drop-and-create");
    properties.put(PersistenceConfiguration.SCHEMAGEN_CREATE_SOURCE, "metadata-then-script");
    properties.put(
        PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE,
        new StringReader("insert into crate values (1, 'after'); create type mood as enum ('a')"));
    act(properties);
    assertEquals(List.of("after"), labels());
    properties.put(PersistenceConfiguration.SCHEMAGEN_CREATE_SOURCE, "script-then-metadata");
    properties.put(
        PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE,
        new StringReader("create type other as enum ('a')"));
    properties.put(PersistenceConfiguration.SCHEMAGEN_DROP_SOURCE, "script-then-metadata");
    properties.put(
        PersistenceConfiguration.SCHEMAGEN_DROP_SCRIPT_SOURCE, new StringReader("drop type mood"));
    act(properties);
    assertEquals(List.of(), labels());
    properties.put(PersistenceConfiguration.SCHEMAGEN_CREATE_SOURCE, "metadata");
    properties.put(PersistenceConfiguration.SCHEMAGEN_DROP_SOURCE, "metadata-then-script");
    properties.put(
        PersistenceConfiguration.SCHEMAGEN_DROP_SCRIPT_SOURCE, new StringReader("drop type other"));
    act(properties);
    assertEquals(List.of(), labels());
  }

  @Test
  void an_error_names_script_line_and_statement_and_leaves_nothing_behind() throws Exception {
    Path script = file("bad.sql", CREATE + "\n\ninsert into crate\nvalues (1, 'a', oops);\n");
    PersistenceException failure =
        assertThrows(
            PersistenceException.class,
            () ->
                act(
                    Map.of(
                        PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION,
                        "create",
                        PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE,
                        script)));
    String message = failure.getMessage();
    assertTrue(message.contains("bad.sql, line 4: "), message);
    assertTrue(message.contains("oops"), message);
    act(Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create"));
  }

  @Test
  void a_script_that_is_nowhere_is_named_with_where_it_was_looked_for() {
    PersistenceException failure =
        assertThrows(
            PersistenceException.class, () -> act(Map.of(LOAD, "META-INF/scripts/none.sql")));
    assertTrue(
        failure.getMessage().contains("neither a resource on the class path nor the file"),
        failure.getMessage());
  }

  @Test
  void all_statements_are_one_round_trip_besides_connecting() {
    try (EntityManagerFactory factory =
        unit(Map.of(LOAD, new StringReader(""))).createEntityManagerFactory()) {
      factory.getSchemaManager().create(false);
      var before = factory.unwrap(ConnectionStatistics.class);
      factory.getSchemaManager().drop(false);
      assertEquals(1, factory.unwrap(ConnectionStatistics.class).since(before).roundTrips());
    }
  }

  @Test
  void truncate_loads_the_data_again() {
    try (EntityManagerFactory factory =
        unit(Map.of(LOAD, new StringReader("insert into crate values (1, 'fresh')")))
            .property(LOAD, new StringReader("insert into crate values (1, 'fresh')"))
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create")
            .createEntityManagerFactory()) {
      factory.runInTransaction(
          manager -> manager.createQuery("update crate c set c.label = 'used'").executeUpdate());
      factory.getSchemaManager().truncate();
      assertEquals(List.of("fresh"), labels(factory));
    }
  }

  @Test
  void settings_of_a_script_end_with_it() {
    try (EntityManagerFactory factory =
        unit(Map.of(
                LOAD,
                new StringReader("set search_path = ''; insert into public.crate values (1)"),
                PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION,
                "create",
                UnitProperties.POOL_MAX,
                1))
            .createEntityManagerFactory()) {
      assertEquals(1, labels(factory).size());
    }
  }

  @Test
  void drop_and_create_may_be_written_to_one_file() throws Exception {
    Path script = directory.resolve("both.sql");
    act(
        Map.of(
            PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION,
            "drop-and-create",
            UnitProperties.SCRIPTS_CREATE_TARGET,
            script.toUri().toString(),
            UnitProperties.SCRIPTS_DROP_TARGET,
            script.toString()));
    List<String> lines = Files.readAllLines(script);
    assertEquals("drop table if exists crate cascade;", lines.getFirst());
    assertTrue(lines.getLast().startsWith("create table crate ("), lines::toString);
  }

  @Test
  void only_targets_that_are_set_are_written() {
    var create = new StringWriter();
    act(
        Map.of(
            PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION,
            "drop-and-create",
            UnitProperties.SCRIPTS_CREATE_TARGET,
            create));
    assertTrue(create.toString().startsWith("create table crate"), create::toString);
  }

  @Test
  void scripts_are_generated_without_a_database() {
    var create = new StringWriter();
    Map<String, Object> properties = new HashMap<>();
    properties.put(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "none");
    properties.put("jakarta.persistence.database-product-name", "PostgreSQL");
    properties.put("jakarta.persistence.database-major-version", "18");
    properties.put(PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION, "create");
    properties.put(UnitProperties.SCRIPTS_CREATE_TARGET, create);
    assertTrue(new TiercelPersistenceProvider().generateSchema("listed", properties));
    assertTrue(create.toString().contains("create table"), create::toString);
    properties.put("jakarta.persistence.database-product-name", "Oracle");
    PersistenceException failure =
        assertThrows(
            PersistenceException.class,
            () -> new TiercelPersistenceProvider().generateSchema("listed", properties));
    assertTrue(failure.getMessage().contains("PostgreSQL only"), failure.getMessage());
    properties.put("jakarta.persistence.database-product-name", "PostgreSQL");
    properties.put(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create");
    assertThrows(
        PersistenceException.class,
        () -> new TiercelPersistenceProvider().generateSchema("listed", properties));
  }

  @Test
  void the_spelling_of_version_2_1_is_understood() {
    Persistence.generateSchema(
        "listed",
        Map.of(
            "javax.persistence.jdbc.url",
            database.jdbcUrl(),
            "javax.persistence.schema-generation.database.action",
            "create",
            "javax.persistence.sql-load-script-source",
            new StringReader("create table crate (id int, label text)")));
    assertEquals(List.of(), labels());
  }

  @Test
  void a_given_connection_is_used_within_its_transaction() throws Exception {
    try (var connection = new TiercelDriver().connect(database.jdbcUrl(), new Properties())) {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute("create table other (id int)");
        Map<String, Object> properties =
            Map.of(
                PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION,
                "create",
                SchemaExecution.CONNECTION,
                connection);
        assertTrue(new TiercelPersistenceProvider().generateSchema("listed", properties));
        statement.execute("select from product");
        connection.rollback();
        assertThrows(SQLException.class, () -> statement.execute("select from product"));
      }
    }
  }

  @Test
  void dropping_ends_foreign_keys_before_tables() {
    var drop = new StringWriter();
    unit(Map.of(
            PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION,
            "drop",
            UnitProperties.SCRIPTS_DROP_TARGET,
            drop))
        .managedClass(Inner.class)
        .createEntityManagerFactory()
        .close();
    assertEquals(
        """
        alter table inner_crate drop constraint inner_crate_outer_id_fkey;
        drop table inner_crate;
        drop table crate;
        """,
        drop.toString());
  }

  /// Refused when its mapping is read.
  @Entity
  static class Lazy {
    @Id int id;

    @ManyToOne Object notAnEntity;
  }

  @Test
  void the_mapping_is_not_read_as_a_whole_unless_an_action_needs_it() {
    try (EntityManagerFactory factory =
        unit(Map.of()).managedClass(Lazy.class).createEntityManagerFactory()) {
      assertTrue(factory.isOpen());
      assertThrows(PersistenceException.class, () -> factory.getSchemaManager().create(false));
    }
    assertFalse(labelsExist());
  }

  private boolean labelsExist() {
    try {
      labels();
      return true;
    } catch (PersistenceException e) {
      return false;
    }
  }

  @Test
  void create_at_each_start_makes_what_is_missing_and_leaves_the_rest() throws Exception {
    var create = Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create");
    act(create);
    try (EntityManagerFactory factory =
        unit(create).managedClass(Inner.class).createEntityManagerFactory()) {
      factory.runInTransaction(
          manager -> {
            var outer = new Crate();
            outer.label = "kept";
            manager.persist(outer);
            var inner = new Inner();
            inner.id = 1;
            inner.outer = outer;
            manager.persist(inner);
          });
    }
    act(create);
    try (EntityManagerFactory factory =
        unit(create).managedClass(Inner.class).createEntityManagerFactory()) {
      assertEquals(List.of("kept"), labels(factory));
      // The foreign key of the table that came later refers to the one that was there.
      assertThrows(
          PersistenceException.class,
          () ->
              factory.runInTransaction(
                  manager -> manager.createQuery("delete from crate c").executeUpdate()));
      factory.getSchemaManager().create(false);
    }
  }

  @Test
  void create_refuses_tables_that_do_not_fit_and_creates_nothing() throws Exception {
    try (var connection = new TiercelDriver().connect(database.jdbcUrl(), new Properties());
        var statement = connection.createStatement()) {
      statement.execute("create table crate (id integer primary key)");
      var unit =
          unit(Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create"))
              .managedClass(Inner.class);
      var refused =
          assertThrows(PersistenceException.class, unit::createEntityManagerFactory).getMessage();
      assertTrue(refused.contains("in 1 places"), refused);
      assertTrue(refused.contains("alter table crate add column label"), refused);
      var found = statement.executeQuery("select to_regclass('inner_crate') is null");
      assertTrue(found.next() && found.getBoolean(1));
    }
  }
}
