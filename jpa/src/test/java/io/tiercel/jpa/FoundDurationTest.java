package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A `Duration` in tables that Hibernate made: nanoseconds in a `numeric(21)`.
@NullUnmarked // a null where none is expected fails the test by itself
class FoundDurationTest {
  private static final String[] TABLES = {
    "create table film (id int primary key, version int not null, length numeric(21),"
        + " pause numeric(21), cut numeric(21), price numeric(10, 2), trailer interval)",
    "create table film_scenes (film_id int not null references film, scenes numeric(21))"
  };

  private static final Duration LONG = Duration.ofHours(2).plusNanos(123_456_789);

  @Entity(name = "Film")
  static class Film {
    @Id int id;
    @Version int version;
    Duration length;
    @Embedded Pauses pauses;

    @Convert(converter = Minutes.class)
    Integer cut;

    BigDecimal price;
    Duration trailer;
    @ElementCollection Set<Duration> scenes = new HashSet<>();
  }

  @Embeddable
  static class Pauses {
    Duration pause;
  }

  @Converter
  static class Minutes implements AttributeConverter<Integer, Duration> {
    @Override
    public Duration convertToDatabaseColumn(Integer minutes) {
      return minutes == null ? null : Duration.ofMinutes(minutes);
    }

    @Override
    public Integer convertToEntityAttribute(Duration duration) {
      return duration == null ? null : (int) duration.toMinutes();
    }
  }

  @Entity(name = "Song")
  static class Song {
    @Id int id;

    @Column(columnDefinition = "numeric(21)")
    Duration length;
  }

  private static TestUnit unit(TestServer server) {
    var database = server.newDatabase();
    database.execute(TABLES);
    return TestUnit.in(database, Map.of(UnitProperties.SCHEMA_ACTION, "validate"), Film.class);
  }

  private static Film film(int id) {
    var film = new Film();
    film.id = id;
    film.length = LONG.plusSeconds(id);
    film.pauses = new Pauses();
    film.pauses.pause = Duration.ofMinutes(id).negated();
    film.cut = 90;
    film.price = new BigDecimal("12.50");
    film.trailer = Duration.ofSeconds(30);
    film.scenes.addAll(List.of(Duration.ofNanos(id), Duration.ofDays(400)));
    return film;
  }

  @EveryPostgres
  void durations_are_nanoseconds_where_the_column_is_numeric(TestServer server) {
    for (int rows : List.of(1, 3, 250)) {
      try (var unit = unit(server)) {
        unit.inTransaction(
            manager -> {
              for (int id = 1; id <= rows; id++) {
                manager.persist(film(id));
              }
            });
        assertEquals(
            new BigDecimal("7201123456789"), unit.value("select length from film where id = 1"));
        assertEquals(
            new BigDecimal("-60000000000"), unit.value("select pause from film where id = 1"));
        assertEquals(
            new BigDecimal("5400000000000"), unit.value("select cut from film where id = 1"));
        unit.inTransaction(
            manager -> {
              for (var found : manager.createQuery("from Film f", Film.class).getResultList()) {
                Film expected = film(found.id);
                assertEquals(expected.length, found.length);
                assertEquals(expected.pauses.pause, found.pauses.pause);
                assertEquals(expected.cut, found.cut);
                assertEquals(expected.price, found.price);
                assertEquals(expected.trailer, found.trailer);
                assertEquals(expected.scenes, Set.copyOf(found.scenes));
              }
            });
        // What was only read is not written.
        unit.inTransaction(
            manager -> {
              manager.find(Film.class, 1).length = Duration.ofNanos(7);
              manager.flush();
            });
        assertEquals(
            1L, unit.value("select count(*) from film where version > 0"), "rows that changed");
      }
    }
  }

  @EveryPostgres
  void queries_compare_assign_and_select_them(TestServer server) {
    try (var unit = unit(server)) {
      unit.inTransaction(manager -> List.of(1, 2, 3).forEach(id -> manager.persist(film(id))));
      unit.inTransaction(
          manager -> {
            assertEquals(
                List.of(LONG.plusSeconds(3)),
                manager
                    .createQuery(
                        "select f.length from Film f where f.length > :least", Duration.class)
                    .setParameter("least", LONG.plusSeconds(2))
                    .getResultList());
            assertEquals(
                2L,
                manager
                    .createQuery(
                        "select count(f) from Film f where f.length in :some or :one = f.length",
                        Long.class)
                    .setParameter("some", List.of(LONG.plusSeconds(1)))
                    .setParameter("one", LONG.plusSeconds(3))
                    .getSingleResult());
            var builder = manager.getCriteriaBuilder();
            var query = builder.createQuery(Duration.class);
            var film = query.from(Film.class);
            query.select(builder.greatest(film.<Duration>get("length")));
            query.where(builder.lessThan(film.get("length"), LONG.plusSeconds(3)));
            assertEquals(LONG.plusSeconds(2), manager.createQuery(query).getSingleResult());
            assertEquals(
                3,
                manager
                    .createQuery("update Film f set f.length = :new, f.pauses.pause = f.length")
                    .setParameter("new", Duration.ofSeconds(1))
                    .executeUpdate());
          });
      assertEquals(
          new BigDecimal("1000000000"), unit.value("select length from film where id = 2"));
    }
  }

  @Test
  void a_column_definition_asks_for_them_in_generated_tables() {
    try (var unit = TestUnit.of(Song.class)) {
      unit.inTransaction(
          manager -> {
            var song = new Song();
            song.id = 1;
            song.length = LONG;
            manager.persist(song);
          });
      assertEquals(new BigDecimal("7200123456789"), unit.value("select length from song"));
      assertDoesNotThrow(() -> unit.factory().getSchemaManager().validate());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "1e30"})
  void a_number_that_is_none_of_nanoseconds_is_told(String number) {
    try (var unit = TestUnit.of(Song.class)) {
      unit.sql(
          "alter table song alter length type numeric",
          "insert into song values (1, " + number + ")");
      var failure =
          assertThrows(
              PersistenceException.class,
              () -> unit.inTransaction(manager -> manager.find(Song.class, 1)));
      assertTrue(failure.getMessage().contains("nanoseconds"), failure::getMessage);
    }
  }
}
