package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyJoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Collections of values that refer to entities: associations inside embeddables that are elements,
/// entities as keys of maps (Jakarta Persistence 3.2, sections 2.6, 2.8 and 11.1.35).
@SuppressWarnings("deprecation") // @MapKeyTemporal
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ElementReferenceTest {
  @Entity(name = "Land")
  static class Land {
    @Id String code;
    String name;

    Land() {}

    Land(String code, String name) {
      this.code = code;
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Embeddable
  record DayId(int year, int day) {}

  @Entity(name = "Day")
  static class Day {
    @EmbeddedId DayId id;

    Day() {}

    Day(int year, int day) {
      id = new DayId(year, day);
    }
  }

  @Embeddable
  static class Place {
    @ManyToOne(fetch = FetchType.LAZY)
    Land land;

    Place() {}

    Place(Land land) {
      this.land = land;
    }
  }

  @Embeddable
  static class Stop {
    String town;
    Place place;
    @ManyToOne Day day;

    Stop() {}

    Stop(String town, Land land) {
      this.town = town;
      this.place = new Place(land);
    }
  }

  @Entity(name = "Journey")
  static class Journey {
    @Id int id;

    @ElementCollection
    @OrderColumn(name = "place")
    @AssociationOverride(name = "place.land", joinColumns = @JoinColumn(name = "in_land"))
    List<Stop> stops = new ArrayList<>();

    @ElementCollection Map<Land, Integer> nights = new HashMap<>();

    @ElementCollection
    @MapKeyJoinColumn(name = "y", referencedColumnName = "year")
    @MapKeyJoinColumn(name = "d", referencedColumnName = "day")
    Map<Day, String> diary = new HashMap<>();

    @OneToMany
    @MapKeyJoinColumn(name = "k_year", referencedColumnName = "year")
    @MapKeyJoinColumn(name = "k_day", referencedColumnName = "day")
    Map<Day, Land> visited = new HashMap<>();

    @ElementCollection
    @jakarta.persistence.MapKeyTemporal(jakarta.persistence.TemporalType.DATE)
    Map<Date, String> weather = new HashMap<>();

    Journey() {}

    Journey(int id) {
      this.id = id;
    }
  }

  private TestUnit unit;

  TestServer server() {
    return TestServer.v18();
  }

  @BeforeAll
  void open() {
    unit =
        TestUnit.on(
            server(), Land.class, Day.class, DayId.class, Place.class, Stop.class, Journey.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          Land norway = new Land("no", "Norway");
          Land chile = new Land("cl", "Chile");
          Day first = new Day(2026, 1);
          Day second = new Day(2026, 2);
          List.of(norway, chile, first, second).forEach(manager::persist);
          Journey journey = new Journey(1);
          journey.stops.add(new Stop("Bergen", norway));
          journey.stops.add(new Stop("Arica", chile));
          journey.stops.getFirst().day = second;
          journey.nights.put(norway, 3);
          journey.diary.put(first, "rain");
          journey.visited.put(second, chile);
          journey.weather.put(java.sql.Date.valueOf("2026-01-02"), "sun");
          manager.persist(journey);
        });
  }

  private String text(String sql) {
    return String.valueOf(unit.value(sql));
  }

  @Test
  void they_are_foreign_keys_in_the_collections_table() throws Exception {
    assertEquals(
        "Bergen no 2026 2, Arica cl",
        text(
            "select string_agg(concat_ws(' ', town, in_land, day_year, day_day), ', ' order by"
                + " place) from journey_stops"));
    assertEquals(
        "3",
        text(
            "select count(*) from pg_constraint where contype = 'f' and conrelid ="
                + " 'journey_stops'::regclass"));
    assertEquals("no 3", text("select concat_ws(' ', nights_key, nights) from journey_nights"));
    assertEquals("2026 1 rain", text("select concat_ws(' ', y, d, diary) from journey_diary"));
    assertEquals("2026 2", text("select concat_ws(' ', k_year, k_day) from journey_land"));
    assertEquals(
        "date",
        text(
            "select format_type(atttypid, atttypmod) from pg_attribute where attrelid ="
                + " 'journey_weather'::regclass and attname = 'weather_key'"));
    unit.factory().getSchemaManager().validate();
  }

  @Test
  void they_are_read_with_the_values_lazily_or_at_once() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Journey journey = manager.find(Journey.class, 1);
      Stop bergen = journey.stops.getFirst();
      assertEquals(2, bergen.day.id.day());
      assertInstanceOf(LazyInstance.class, bergen.place.land);
      assertEquals("Norway", bergen.place.land.name());
      assertNull(journey.stops.get(1).day);
      assertEquals(3, journey.nights.get(bergen.place.land));
      assertEquals("rain", journey.diary.get(manager.find(Day.class, new DayId(2026, 1))));
      assertSame(
          manager.find(Land.class, "cl"),
          journey.visited.get(manager.find(Day.class, new DayId(2026, 2))));
      assertEquals(1, journey.weather.size());
    }
  }

  @Test
  void a_reference_that_changed_rewrites_its_row_alone() {
    List<String> statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      Journey journey = manager.find(Journey.class, 1);
                      journey.stops.get(1).place.land = manager.find(Land.class, "no");
                    }));
    assertEquals(
        1,
        statements.stream().filter(sql -> sql.startsWith("insert into journey_stops")).count(),
        statements::toString);
    assertEquals("no no", text("select string_agg(in_land, ' ') from journey_stops"));
    List<String> none =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> assertEquals(2, manager.find(Journey.class, 1).stops.size())));
    assertTrue(none.stream().allMatch(sql -> sql.startsWith("select")), none::toString);
  }

  @Test
  void keys_that_are_entities_come_and_go() {
    unit.inTransaction(
        manager -> {
          Journey journey = manager.find(Journey.class, 1);
          journey.nights.remove(manager.find(Land.class, "no"));
          journey.nights.put(manager.find(Land.class, "cl"), 5);
          journey.diary.put(manager.find(Day.class, new DayId(2026, 2)), "snow");
        });
    assertEquals("cl 5", text("select concat_ws(' ', nights_key, nights) from journey_nights"));
    assertEquals(
        "1 rain, 2 snow",
        text("select string_agg(concat_ws(' ', d, diary), ', ' order by d) from journey_diary"));
  }

  @Test
  void a_reference_to_what_is_not_persisted_is_refused_by_name() {
    var refused =
        assertThrows(
            Exception.class,
            () ->
                unit.inTransaction(
                    manager ->
                        manager
                            .find(Journey.class, 1)
                            .stops
                            .add(new Stop("Nowhere", new Land(null, "none")))));
    Throwable cause = refused;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertTrue(String.valueOf(cause.getMessage()).contains("stops.land"), cause::getMessage);
  }

  @Test
  void refresh_and_merge_keep_them() {
    Journey detached =
        unit.query(
            manager -> {
              Journey journey = manager.find(Journey.class, 1);
              assertEquals(2, journey.stops.size());
              assertEquals(1, journey.nights.size());
              return journey;
            });
    detached.stops.get(1).place.land = new Land("no", "not merged");
    detached.stops.removeFirst();
    detached.nights.replaceAll((land, nights) -> nights + 1);
    unit.inTransaction(
        manager -> {
          Journey merged = manager.merge(detached);
          assertEquals("Norway", merged.stops.getFirst().place.land.name());
        });
    assertEquals(
        "Arica no",
        text("select string_agg(concat_ws(' ', town, in_land), ', ') from journey_stops"));
    assertEquals("no 4", text("select concat_ws(' ', nights_key, nights) from journey_nights"));
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Journey journey = manager.find(Journey.class, 1);
      assertEquals(1, journey.stops.size());
      unit.sql("update journey_stops set in_land = 'cl'");
      manager.refresh(journey);
      assertEquals("Chile", journey.stops.getFirst().place.land.name());
    }
  }

  @Test
  void queries_follow_them() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(
          List.of("Chile", "Norway"),
          manager
              .createQuery(
                  "select l.name from Journey j join j.stops s join s.place.land l order by l.name",
                  String.class)
              .getResultList());
      assertEquals(
          "Bergen",
          manager
              .createQuery(
                  "select s.town from Journey j join j.stops s where s.place.land.name = 'Norway'",
                  String.class)
              .getSingleResult());
      assertEquals(
          3,
          manager
              .createQuery(
                  "select value(n) from Journey j join j.nights n where key(n).name = 'Norway'",
                  Integer.class)
              .getSingleResult());
      assertEquals(
          "no",
          manager
              .createQuery("select key(n) from Journey j join j.nights n", Land.class)
              .getSingleResult()
              .code);
    }
  }

  @Test
  void removing_the_owner_frees_what_its_values_refer_to() {
    unit.inTransaction(
        manager -> {
          manager.remove(manager.find(Land.class, "cl"));
          manager.remove(manager.find(Land.class, "no"));
          manager.remove(manager.find(Journey.class, 1));
        });
    assertEquals("0", text("select count(*) from land"));
  }
}
