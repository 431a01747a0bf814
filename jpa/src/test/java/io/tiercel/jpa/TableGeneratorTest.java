package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.TableGenerator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Ids counted in a table (Jakarta Persistence 3.2, section 11.1.53).
@NullUnmarked // a null where none is expected fails the test by itself
class TableGeneratorTest {
  @Entity(name = "Plain")
  static class Plain {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE)
    Integer id;
  }

  @Entity(name = "Declared")
  @TableGenerator(
      name = "ids",
      table = "COUNTERS",
      pkColumnName = "PK_COL",
      valueColumnName = "VAL_COL",
      pkColumnValue = "DT_ID",
      initialValue = 100,
      allocationSize = 5,
      indexes = @Index(columnList = "val_col"),
      options = "with (fillfactor = 50)")
  static class Declared {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "ids")
    long id;
  }

  /// Another counter in the same table.
  @Entity(name = "Neighbour")
  static class Neighbour {
    @Id
    @GeneratedValue
    @TableGenerator(
        name = "others",
        table = "COUNTERS",
        pkColumnName = "PK_COL",
        valueColumnName = "VAL_COL")
    Long id;
  }

  private static EntityManagerFactory factory(
      TestDatabase database, String action, Class<?>... types) {
    var unit =
        new PersistenceConfiguration("counted")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, action);
    for (Class<?> type : types) {
      unit.managedClass(type);
    }
    return unit.createEntityManagerFactory();
  }

  @EveryPostgres
  void ids_follow_the_initial_value_and_the_row_holds_the_last_one_taken(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory =
            factory(database, "create", Plain.class, Declared.class, Neighbour.class)) {
      List<Object> ids = new ArrayList<>();
      factory.runInTransaction(
          manager -> {
            for (int i = 0; i < 7; i++) {
              var declared = new Declared();
              manager.persist(declared);
              ids.add(declared.id);
            }
            var neighbour = new Neighbour();
            manager.persist(neighbour);
            var plain = new Plain();
            manager.persist(plain);
            ids.addAll(List.of(neighbour.id, plain.id));
          });
      assertEquals(List.of(101L, 102L, 103L, 104L, 105L, 106L, 107L, 1L, 1), ids);
      long last = value(factory, "select val_col::bigint from counters where pk_col = 'DT_ID'");
      assertTrue(last >= 110 && (last - 100) % 5 == 0, "blocks of 5: " + last);
      assertEquals(
          50, value(factory, "select val_col::bigint from counters where pk_col = 'others'"));
      assertEquals(
          50, value(factory, "select value::bigint from id_generator where name = 'plain'"));
    }
  }

  private static long value(EntityManagerFactory factory, String sql) {
    return factory.callInTransaction(
        manager -> (Long) manager.createNativeQuery(sql, Long.class).getSingleResult());
  }

  /// The block is taken in a transaction of its own.
  @Test
  void a_rollback_gives_no_id_back() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "create", Declared.class)) {
      try (var manager = factory.createEntityManager()) {
        manager.getTransaction().begin();
        manager.persist(new Declared());
        manager.getTransaction().rollback();
      }
      assertEquals(105, value(factory, "select val_col::bigint from counters"));
    }
  }

  /// A table of an existing schema: smaller numbers, no key, a counter that is there already.
  @Test
  void a_hand_made_table_counts_on() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      database.execute(
          "create table counters (pk_col varchar(10), val_col integer)",
          "insert into counters values ('DT_ID', 7)",
          "create table declared (id bigint primary key)",
          "create table neighbour (id bigint primary key)");
      try (EntityManagerFactory factory =
          factory(database, "none", Declared.class, Neighbour.class)) {
        var declared = new Declared();
        var neighbour = new Neighbour();
        factory.runInTransaction(
            manager -> {
              manager.persist(declared);
              manager.persist(neighbour);
            });
        assertEquals(8, declared.id);
        assertEquals(1L, neighbour.id);
        database.execute("insert into counters values ('others', 50)");
      }
      try (EntityManagerFactory factory = factory(database, "none", Neighbour.class)) {
        var refused =
            assertThrows(
                PersistenceException.class,
                () -> factory.runInTransaction(manager -> manager.persist(new Neighbour())));
        assertTrue(
            refused.getMessage().contains("2 rows for the counter \"others\""),
            refused.getMessage());
        // Nothing is counted up where it is not known which row counts.
        assertEquals(
            100, value(factory, "select sum(val_col) from counters where pk_col = 'others'"));
      }
    }
  }

  /// Both find no row at first; each factory is a process of its own as far as ids go.
  @Test
  void two_processes_that_start_a_counter_together_share_it() throws Exception {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      database.execute(
          "create table counters (pk_col varchar(10), val_col integer)",
          "create table declared (id bigint primary key)");
      Callable<List<Long>> process =
          () -> {
            try (EntityManagerFactory factory = factory(database, "none", Declared.class)) {
              List<Long> ids = new ArrayList<>();
              for (int i = 0; i < 20; i++) {
                factory.runInTransaction(
                    manager -> {
                      var declared = new Declared();
                      manager.persist(declared);
                      ids.add(declared.id);
                    });
              }
              return ids;
            }
          };
      Set<Long> distinct = new HashSet<>();
      try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<List<Long>> ids : executor.invokeAll(List.of(process, process, process))) {
          distinct.addAll(ids.get());
        }
      }
      assertEquals(60, distinct.size());
      assertEquals(101L, distinct.stream().min(Long::compare).orElseThrow());
    }
  }
}
