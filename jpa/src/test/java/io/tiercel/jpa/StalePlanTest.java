package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/// Tables that are altered while connections have statements prepared that read them.
@NullUnmarked // entities before they are filled
class StalePlanTest {

  @Entity(name = "Gauge")
  static class Gauge {
    @Id int id;
    String name;

    @ElementCollection(fetch = FetchType.EAGER)
    Set<String> labels = new HashSet<>();
  }

  private static TestUnit open(TestServer server) {
    TestUnit unit = TestUnit.with(server, Map.of("tiercel.pool.max-connections", "1"), Gauge.class);
    unit.sql(
        "insert into gauge (id, name) select i, 'g' || i from generate_series(1, 3) i",
        "insert into gauge_labels (gauge_id, labels) values (1, 'a'), (1, 'b')");
    return unit;
  }

  private static void alter(TestUnit unit, String type) {
    unit.sql("alter table gauge alter name type " + type);
  }

  private static void alterLabels(TestUnit unit, String type) {
    unit.sql("alter table gauge_labels alter labels type " + type);
  }

  private static Gauge find(TestUnit unit) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return manager.find(Gauge.class, 1);
    }
  }

  private static List<String> names(EntityManager manager) {
    return manager
        .createQuery("select g.name from Gauge g order by g.id", String.class)
        .getResultList();
  }

  @EveryPostgres
  void reads_outside_of_a_transaction_go_on(TestServer server) {
    try (TestUnit unit = open(server)) {
      for (String type : List.of("text", "varchar(80)", "text")) {
        assertEquals("g1", find(unit).name);
        assertEquals(3, unit.query(StalePlanTest::names).size());
        alter(unit, type);
        assertEquals(List.of("g1", "g2", "g3"), unit.query(StalePlanTest::names));
        assertEquals("g1", find(unit).name);
        // Only what comes second in the exchange is refused, and then both.
        alterLabels(unit, type);
        assertEquals(Set.of("a", "b"), find(unit).labels);
        alter(unit, type.equals("text") ? "varchar(90)" : "varchar(91)");
        alterLabels(unit, "varchar(92)");
        assertEquals(Set.of("a", "b"), find(unit).labels);
        assertNull(unit.query(manager -> manager.find(Gauge.class, 17)), "what is not there");
      }
    }
  }

  @EveryPostgres
  void a_transaction_that_begins_with_a_read_goes_on(TestServer server) {
    try (TestUnit unit = open(server)) {
      unit.inTransaction(manager -> assertEquals(3, names(manager).size()));
      unit.inTransaction(manager -> assertEquals("g1", manager.find(Gauge.class, 1).name));
      alter(unit, "text");
      unit.inTransaction(
          manager -> {
            assertEquals(List.of("g1", "g2", "g3"), names(manager));
            manager.find(Gauge.class, 1).name = "changed";
          });
      assertEquals("changed", find(unit).name);
    }
  }

  /// What has happened in a block is lost with it: nobody may do it again unasked.
  @EveryPostgres
  void a_transaction_that_has_written_fails_and_the_next_goes_on(TestServer server) {
    try (TestUnit unit = open(server);
        EntityManager manager = unit.factory().createEntityManager()) {
      unit.inTransaction(other -> assertEquals(3, names(other).size()));
      alter(unit, "text");
      manager.getTransaction().begin();
      manager.createNativeQuery("insert into gauge (id, name) values (9, 'g9')").executeUpdate();
      assertThrows(PersistenceException.class, () -> names(manager));
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
      assertEquals(List.of("g1", "g2", "g3"), names(manager));
    }
  }
}
