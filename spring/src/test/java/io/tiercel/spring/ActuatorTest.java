package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.tiercel.spring.sample.Genre;
import io.tiercel.spring.sample.Genres;
import io.tiercel.spring.sample.Writer;
import io.tiercel.spring.sample.Writers;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;

/// Actuator: the health of the database, and meters of pool, connections and shared cache.
@NullUnmarked // a null where none is expected fails the test by itself
class ActuatorTest {
  private static final String EXPOSED = "management.endpoints.jmx.exposure.include=health";

  private static double count(Library library, String name, String... tags) {
    return library
        .bean(MeterRegistry.class)
        .get(name)
        .tag("entityManagerFactory", "entityManagerFactory")
        .tags(tags)
        .functionCounter()
        .count();
  }

  @Test
  void meters_tell_what_connections_and_the_shared_cache_do() {
    try (var library =
        Library.open("spring.jpa.properties.jakarta.persistence.sharedCache.mode=ALL")) {
      var writers = library.bean(Writers.class);
      long id = writers.save(new Writer("Nan Shepherd")).getId();
      await(
          () ->
              library.bean(MeterRegistry.class).get("tiercel.cache.following").gauge().value()
                  == 1);
      double statements = count(library, "tiercel.connections.statements");
      double trips = count(library, "tiercel.connections.round.trips");
      double hits = count(library, "tiercel.cache.gets", "region", "Writer", "result", "hit");
      assertTrue(statements > 0 && trips > 0 && trips <= statements, statements + " " + trips);
      await(
          () -> {
            assertTrue(writers.findById(id).isPresent());
            return count(library, "tiercel.cache.gets", "region", "Writer", "result", "hit") > hits;
          });
      writers.count();
      assertTrue(count(library, "tiercel.connections.statements") > statements);
      assertTrue(count(library, "tiercel.connections.rows") > 0);
      assertTrue(count(library, "tiercel.connections.bytes.in") > 0);
      assertTrue(count(library, "tiercel.connections.bytes.out") > 0);
      assertTrue(count(library, "tiercel.connections.prepares") > 0);
      assertTrue(library.bean(MeterRegistry.class).get("tiercel.cache.size").gauge().value() > 0);
      assertTrue(library.bean(MeterRegistry.class).get("hikaricp.connections").gauge().value() > 0);
    }
  }

  @Test
  void a_unit_without_a_cache_has_no_meters_of_one_and_all_can_be_switched_off() {
    try (var library =
        Library.open("spring.jpa.properties.jakarta.persistence.sharedCache.mode=NONE")) {
      library.bean(Genres.class).save(new Genre("nature", null, "Nature"));
      assertTrue(count(library, "tiercel.connections.statements") > 0);
      assertNull(library.bean(MeterRegistry.class).find("tiercel.cache.size").meter());
    }
    try (var library = Library.open("tiercel.metrics.enabled=false")) {
      assertNull(library.bean(MeterRegistry.class).find("tiercel.connections.rows").meter());
    }
  }

  @Test
  void the_database_is_healthy_until_it_is_gone() {
    var library =
        Library.open(
            "spring.jmx.enabled=true", EXPOSED, "spring.datasource.hikari.connection-timeout=500");
    try (var context = library.context()) {
      var health = context.getBean(HealthEndpoint.class);
      assertEquals(Status.UP, health.healthForPath("db").getStatus());
      library.database().close();
      assertEquals(Status.DOWN, health.healthForPath("db").getStatus());
    }
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < end, "not within 30 s");
      LockSupport.parkNanos(5_000_000);
    }
  }
}
