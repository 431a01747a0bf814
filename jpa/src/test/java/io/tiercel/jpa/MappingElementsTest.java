package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.Garage.Bay;
import io.tiercel.jpa.Garage.BayId;
import io.tiercel.jpa.Garage.Bell;
import io.tiercel.jpa.Garage.Bill;
import io.tiercel.jpa.Garage.Car;
import io.tiercel.jpa.Garage.Colour;
import io.tiercel.jpa.Garage.Driver;
import io.tiercel.jpa.Garage.Job;
import io.tiercel.jpa.Garage.Spot;
import io.tiercel.jpa.Garage.State;
import io.tiercel.jpa.Garage.Tool;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the elements of mapping files mean in the database, in files of versions 1.0, 2.2 and 3.2
/// (Jakarta Persistence 3.2, sections 12.2.2 to 12.2.4).
@NullUnmarked // a null where none is expected fails the test by itself
class MappingElementsTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory = unit("garage-1.xml", "garage-2.xml").createEntityManagerFactory();
  }

  private static PersistenceConfiguration unit(String... mappingFiles) {
    var unit =
        new PersistenceConfiguration("garage")
            .provider(TiercelPersistenceProvider.class.getName())
            .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
            .property("jakarta.persistence.schema-generation.database.action", "create");
    for (String file : mappingFiles) {
      unit.mappingFile("io/tiercel/jpa/" + file);
    }
    return unit;
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  /// The values of one row, as text.
  private static List<String> row(EntityManager manager, String columns, String rest) {
    String sql = "select concat_ws('|', " + columns.replace(" ", ", ") + ") " + rest;
    return List.of(((String) manager.createNativeQuery(sql).getSingleResult()).split("\\|", -1));
  }

  private static Job job(String title, Bay bay) {
    Job job = new Job();
    job.title = title;
    job.bay = bay;
    job.done = Date.valueOf("2024-02-29");
    job.price = new BigDecimal("12.50");
    job.notes = "long ".repeat(1000);
    job.spare = "belt of " + title;
    bay.jobs.put(title, job);
    return job;
  }

  private static Bay bay(String code) {
    Bay bay = new Bay();
    bay.code = code;
    return bay;
  }

  // ---- version 1.0 ----

  @Test
  void columns_overrides_and_kinds_of_basic_values_are_those_of_the_file() {
    factory.runInTransaction(
        manager -> {
          Bay bay = bay("north");
          Job job = job("brakes", bay);
          manager.persist(bay);
          assertTrue(Bell.RUNG.contains(job));
          manager.flush();
          assertEquals(
              List.of("brakes", "2024-02-29", "NEW", "12.50", "north"),
              row(
                  manager,
                  "job_title done_on state price stands_in",
                  "from job where spare = 'belt of brakes'"));
          job.spare = "not stored: the column is not updatable";
          job.state = State.DONE;
          manager.flush();
          manager.refresh(job);
          assertEquals("belt of brakes", job.spare);
          assertEquals(State.DONE, job.state);
        });
  }

  @Test
  void column_attributes_reach_the_schema() {
    try (EntityManager manager = factory.createEntityManager()) {
      String of = "from information_schema.columns where table_name = 'job' and column_name = '%s'";
      assertEquals(
          List.of("30"), row(manager, "character_maximum_length", of.formatted("job_title")));
      assertEquals(
          List.of("9", "2"),
          row(manager, "numeric_precision numeric_scale", of.formatted("price")));
      assertEquals(
          List.of("text", "'NEW'::text"),
          row(manager, "data_type column_default", of.formatted("state")));
      assertEquals(List.of("NO"), row(manager, "is_nullable", of.formatted("notes")));
      assertEquals(List.of("NO"), row(manager, "is_nullable", of.formatted("stands_in")));
      assertEquals(List.of("date"), row(manager, "data_type", of.formatted("done_on")));
      assertEquals(
          1L,
          manager
              .createNativeQuery(
                  "select count(*) from pg_index i join pg_attribute a on a.attrelid = i.indrelid"
                      + " and a.attnum = any(i.indkey) where i.indisunique and a.attname = 'spare'")
              .getSingleResult());
    }
  }

  @Test
  void ids_come_from_the_table_and_the_sequence_that_the_file_describes() {
    factory.runInTransaction(
        manager -> {
          Bay bay = bay("south");
          Job job = job("oil", bay);
          job.bill = new Bill();
          manager.persist(bay);
          manager.flush();
          assertTrue(job.number > 40, "number=" + job.number);
          assertTrue(job.bill.id >= 100, "id=" + job.bill.id);
          long last =
              Long.parseLong(
                  row(manager, "last", "from job_numbers where what = 'job'").getFirst());
          assertTrue(last >= job.number, "last=" + last);
          assertEquals(
              List.of("100", "10"),
              row(
                  manager,
                  "start_value increment_by",
                  "from pg_sequences where sequencename = 'bill_numbers'"));
        });
  }

  @Test
  void operations_cascade_as_the_file_says() {
    Integer number =
        factory.callInTransaction(
            manager -> {
              Bay bay = bay("west");
              Job job = job("wheels", bay);
              job.bill = new Bill();
              manager.persist(bay);
              assertTrue(manager.contains(job.bill));
              return job.number;
            });
    factory.runInTransaction(
        manager -> {
          Job job = manager.find(Job.class, number);
          assertFalse(factory.getPersistenceUnitUtil().isLoaded(job.bill));
          Long bill = job.bill.id;
          manager.remove(job);
          manager.flush();
          assertNull(manager.find(Bill.class, bill));
        });
  }

  @Test
  void maps_are_keyed_by_an_attribute_and_ids_have_their_class() {
    factory.runInTransaction(
        manager -> {
          Bay bay = bay("east");
          job("lamps", bay);
          job("doors", bay);
          manager.persist(bay);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      Bay found = manager.find(Bay.class, new BayId("east"));
      assertEquals(Set.of("lamps", "doors"), found.jobs.keySet());
    }
  }

  @Test
  void an_id_class_of_one_attribute_is_referred_to_by_one_column() {
    factory.runInTransaction(
        manager -> {
          Bay bay = bay("attic");
          job("roof", bay);
          manager.persist(bay);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      Bay lazy = manager.getReference(Bay.class, new BayId("attic"));
      Job job =
          manager
              .createQuery("select j from Job j where j.bay = :bay", Job.class)
              .setParameter("bay", lazy)
              .getSingleResult();
      assertSame(lazy, job.bay);
      assertEquals(new BayId("attic"), factory.getPersistenceUnitUtil().getIdentifier(lazy));
      assertEquals(
          "attic",
          manager
              .createQuery("select j.bay from Job j where j.bay in :bays", Bay.class)
              .setParameter("bays", List.of(lazy))
              .getSingleResult()
              .code);
    }
  }

  @Test
  void rows_of_a_native_query_are_read_by_the_mapping_of_the_file() {
    factory.runInTransaction(manager -> manager.persist(job("clutch", persisted(manager, "told"))));
    try (EntityManager manager = factory.createEntityManager()) {
      Object[] row =
          (Object[])
              manager
                  .createNativeQuery(
                      "select job_number j_number, job_title j_title, done_on j_done, state"
                          + " j_state, notes j_notes, price j_price, stands_in j_bay, bill_id"
                          + " j_bill, spare j_spare, length(job_title) letters from job where"
                          + " job_title = 'clutch'",
                      "Job.told")
                  .getSingleResult();
      assertEquals("clutch", ((Job) row[0]).title);
      assertEquals(new BigDecimal("12.50"), ((Job) row[0]).price);
      assertEquals("told", ((Job) row[0]).bay.code);
      assertEquals(6, row[1]);
    }
  }

  private static Bay persisted(EntityManager manager, String code) {
    Bay bay = bay(code);
    manager.persist(bay);
    return bay;
  }

  // ---- version 2.2 ----

  @Test
  @SuppressWarnings("unchecked")
  void collections_and_the_keys_of_maps_are_stored_as_the_file_says() {
    Spot spot = new Spot();
    spot.side = "left";
    spot.height = 40;
    factory.runInTransaction(
        manager -> {
          Driver driver = new Driver();
          driver.name = "Ann";
          manager.persist(driver);
          Car car = new Car();
          car.id = 1;
          car.colour = new Colour(255, 16, 0);
          car.seats.addAll(List.of("front", "back"));
          car.fees.put(State.DONE, 30);
          car.services.put(Date.valueOf("2024-03-01"), "Bob");
          car.tanks.put(50, "petrol");
          car.dents.put(spot, "deep");
          Garage.Key key = new Garage.Key();
          key.number = 2;
          car.keys.put(driver, key);
          car.parts.add(spot);
          car.rumour = "not stored";
          manager.persist(car);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(List.of("ff1000"), row(manager, "colour", "from car"));
      assertEquals(
          List.of("1", "back"),
          row(
              manager,
              "seat_place seat_name",
              "from car_seat where of_car = 1 and seat_place = 1"));
      assertEquals(List.of("DONE", "30"), row(manager, "fee_state fee", "from car_fee"));
      assertEquals(
          List.of("2024-03-01", "Bob"), row(manager, "served_on served_by", "from car_service"));
      assertEquals(List.of("50000", "petrol"), row(manager, "litres fuel", "from car_tank"));
      assertEquals(
          List.of("left", "40", "deep"), row(manager, "dent_side height dent", "from car_dent"));
      assertEquals(List.of("Ann", "2"), row(manager, "held_by key_number", "from car_key"));
      assertEquals(List.of("left", "40"), row(manager, "part_side height", "from car_part"));
      assertEquals(
          2L,
          manager
              .createNativeQuery(
                  "select count(*) from pg_constraint"
                      + " where conname in ('seat_of_car', 'key_held_by')")
              .getSingleResult());

      Car found = manager.find(Car.class, 1);
      assertEquals(new Colour(255, 16, 0), found.colour);
      assertEquals(List.of("front", "back"), found.seats);
      assertEquals(Map.of(State.DONE, 30), found.fees);
      assertEquals(Map.of(Date.valueOf("2024-03-01"), "Bob"), found.services);
      assertEquals(Map.of(50, "petrol"), found.tanks);
      assertEquals(Map.of(spot, "deep"), found.dents);
      assertEquals(2, found.keys.get(manager.find(Driver.class, "Ann")).number);
      assertEquals(Set.of(spot), found.parts);
      assertNull(found.rumour);
    }
  }

  @Test
  void a_stored_procedure_of_the_file_is_called_by_its_name() {
    database.execute(
        "create procedure plate_of(number integer, out plate text)"
            + " language sql as $$ select 'PL ' || number $$");
    factory.runInTransaction(
        manager -> {
          var query = manager.createNamedStoredProcedureQuery("Car.plate");
          query.setParameter("number", 7).execute();
          assertEquals("PL 7", query.getOutputParameterValue("plate"));
        });
  }

  // ---- version 3.2 ----

  @Test
  void a_complete_file_takes_an_annotated_class_its_annotations() {
    database.execute("create schema garage");
    try (EntityManagerFactory complete = unit("garage-3.xml").createEntityManagerFactory()) {
      complete.runInTransaction(
          manager -> {
            Tool tool = new Tool();
            tool.label = "wrench";
            tool.weight = 3;
            tool.sizes.add(13);
            manager.persist(tool);
            manager.flush();
            assertFalse(Bell.RUNG.contains(tool));
            assertEquals(
                List.of("1", "wrench", "3", "13"),
                row(
                    manager,
                    "t.\"id\" t.\"The_Label\" t.\"weight\" s.\"sizes\"",
                    "from garage.\"Tool\" t join garage.\"Tool_sizes\" s on s.\"Tool_id\" ="
                        + " t.\"id\""));
            assertEquals(
                "wrench",
                manager
                    .createQuery("select t.label from Tool t where t.weight = 3")
                    .getSingleResult());
            assertThrows(
                IllegalArgumentException.class, () -> manager.createNamedQuery("Tool.annotated"));
          });
    }
  }
}
