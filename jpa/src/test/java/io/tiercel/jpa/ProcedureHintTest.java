package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.ParameterMode;
import jakarta.persistence.QueryTimeoutException;
import jakarta.persistence.StoredProcedureQuery;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Hints of queries hold for stored procedures (Jakarta Persistence 3.2, sections 3.11.1 and
/// 3.11.13).
@NullUnmarked // a null where none is expected fails the test by itself
class ProcedureHintTest {
  private static TestUnit unit;

  @Entity(name = "Town")
  static class Town {
    @Id int id;
    String name;
  }

  @Entity(name = "Street")
  static class Street {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Town town;
  }

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Town.class, Street.class);
    unit.sql(
        "insert into town (id, name) values (1, 'Bath')",
        "insert into street (id, town_id) values (1, 1)",
        "create function streets() returns setof street language sql as 'select * from street'");
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  private static Street street(boolean withGraph) {
    return unit.query(
        manager -> {
          StoredProcedureQuery query = manager.createStoredProcedureQuery("streets", Street.class);
          if (withGraph) {
            var graph = manager.createEntityGraph(Street.class);
            graph.addAttributeNodes("town");
            query.setHint("jakarta.persistence.fetchgraph", graph);
          }
          return (Street) query.getSingleResult();
        });
  }

  @Test
  void an_entity_graph_holds_for_the_entities_that_a_function_returns() {
    assertEquals("Bath", street(true).town.name);
    Street lazy = street(false);
    assertFalse(unit.factory().getPersistenceUnitUtil().isLoaded(lazy, "town"));
  }

  @Test
  void a_timeout_ends_the_call() {
    unit.inTransaction(
        manager -> {
          StoredProcedureQuery query =
              manager
                  .createStoredProcedureQuery("pg_sleep")
                  .registerStoredProcedureParameter(1, Double.class, ParameterMode.IN)
                  .setParameter(1, 60.0)
                  .setHint("jakarta.persistence.query.timeout", 50);
          assertThrows(QueryTimeoutException.class, query::execute);
        });
  }
}
