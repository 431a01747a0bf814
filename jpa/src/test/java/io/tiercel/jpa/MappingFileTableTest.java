package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Secondary tables and join tables of single-valued associations in mapping files (Jakarta
/// Persistence 3.2, section 12.2).
@NullUnmarked // a null where none is expected fails the test by itself
class MappingFileTableTest {
  static class Ship {
    int id;
    String name;
    String entry;
    Port port;
    Berth berth;
  }

  static class Port {
    int id;
    List<Ship> ships = new ArrayList<>();
  }

  static class Berth {
    String pier;
    Port master;
  }

  @Test
  void they_mean_what_annotations_mean() {
    try (var database = TestServer.v18().newDatabase();
        var factory =
            new PersistenceConfiguration("ships")
                .provider(TiercelPersistenceProvider.class.getName())
                .mappingFile("io/tiercel/jpa/spread.xml")
                .property(UnitProperties.URL, database.jdbcUrl())
                .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
                .createEntityManagerFactory()) {
      factory.runInTransaction(
          manager -> {
            Port port = new Port();
            port.id = 7;
            Ship ship = new Ship();
            ship.id = 1;
            ship.name = "Fram";
            ship.entry = "ice";
            ship.port = port;
            ship.berth = new Berth();
            ship.berth.pier = "west";
            ship.berth.master = port;
            manager.persist(port);
            manager.persist(ship);
          });
      try (EntityManager manager = factory.createEntityManager()) {
        assertEquals(
            "ice west 7 7",
            manager
                .createNativeQuery(
                    "select concat_ws(' ', entry, pier, m.port_no, b.port_no) from ship_log l join"
                        + " moored m on l.ship = m.ship_no join berth_master b using (ship_no)")
                .getSingleResult());
        Port port = manager.find(Port.class, 7);
        assertEquals("Fram", port.ships.getFirst().name);
        assertEquals("west", port.ships.getFirst().berth.pier);
        assertEquals(port, port.ships.getFirst().berth.master);
        assertEquals(
            "2",
            manager
                .createNativeQuery(
                    "select count(*)::text from pg_constraint where conname in ('log_of_ship',"
                        + " 'ship_log_entry_key')")
                .getSingleResult());
      }
    }
  }
}
