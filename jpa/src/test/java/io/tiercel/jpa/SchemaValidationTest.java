package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SchemaValidationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// `SchemaManager.validate` (Jakarta Persistence 3.2, section 9.4 and its Javadoc).
@NullUnmarked // a null where none is expected fails the test by itself
class SchemaValidationTest {
  enum Grade {
    A,
    B
  }

  @Entity(name = "plant")
  static class Plant {
    @Id @GeneratedValue Long id;

    @Column(nullable = false)
    String name;

    Long height;
    BigDecimal price;
    Instant planted;
    UUID code;
    byte[] picture;
    boolean rare;

    @Enumerated(EnumType.STRING)
    Grade grade;

    @ManyToMany Set<Bed> beds;
  }

  @Entity(name = "bed")
  static class Bed {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    int id;
  }

  /// What the attributes are stored as is a class of its own for each of these.
  @Entity(name = "kinds")
  static class Kinds {
    @Id short id;
    byte small;
    char letter;
    float single;
    double twice;
    BigInteger big;
    Date date;
    Calendar calendar;
    Timestamp stamp;

    java.sql.Date sqlDate;
    Time sqlTime;
    LocalDate day;
    LocalTime clock;
    LocalDateTime local;
    OffsetTime offsetTime;
    OffsetDateTime offset;
    ZonedDateTime zoned;
    Year year;
    Duration duration;
    Grade grade;
    ArrayList<String> serialized;
    Locale named;
    char[] letters;

    @Lob String text;
  }

  @Test
  void every_kind_of_attribute_fits_the_column_that_is_generated_for_it() {
    for (String lob : List.of("inline", "oid")) {
      try (TestDatabase database = TestServer.v18().newDatabase()) {
        new PersistenceConfiguration("kinds")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Kinds.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.LOBS, lob)
            .property(UnitProperties.SCHEMA_ACTION, "create")
            .createEntityManagerFactory()
            .close();
        new PersistenceConfiguration("kinds")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Kinds.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.LOBS, lob)
            .property(UnitProperties.SCHEMA_ACTION, "validate")
            .createEntityManagerFactory()
            .close();
      }
    }
  }

  private static EntityManagerFactory factory(TestDatabase database, String action) {
    return new PersistenceConfiguration("garden")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Plant.class)
        .managedClass(Bed.class)
        .property(UnitProperties.URL, database.jdbcUrl())
        .property(UnitProperties.SCHEMA_ACTION, action)
        .createEntityManagerFactory();
  }

  @EveryPostgres
  void a_generated_schema_is_valid(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = factory(database, "create")) {
      assertDoesNotThrow(() -> factory.getSchemaManager().validate());
      factory(database, "validate").close();
    }
  }

  @Test
  void a_schema_made_by_hand_is_valid_when_its_types_fit() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "none")) {
      database.execute(
          "create type grade as enum ('A', 'B')",
          "create domain label as text",
          "create sequence plant_seq",
          "create table plant (extra text, more int not null default 1, id int not null unique,"
              + " name label not null, height int, price numeric(20,5), planted timestamptz,"
              + " code uuid, picture bytea, rare bool not null, grade grade)",
          "create table bed (id serial primary key)",
          "create table plant_bed (plant_id int not null, beds_id int not null)");
      assertDoesNotThrow(() -> factory.getSchemaManager().validate());
    }
  }

  @Test
  void all_differences_are_listed_each_with_its_mend() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "none")) {
      database.execute(
          "create table plant (id bigint, name text, height text, price numeric not null,"
              + " planted date, code uuid, picture bytea, rare bool not null, grade text,"
              + " \"Must\" int not null)",
          "create table bed (id int primary key)");
      SchemaValidationException failure =
          assertThrows(
              SchemaValidationException.class, () -> factory.getSchemaManager().validate());
      assertEquals(
          List.of(
              "column plant.id may be null, the mapping says it is not",
              "  Hint: alter table plant alter column id set not null",
              "column plant.name may be null, the mapping says it is not",
              "  Hint: alter table plant alter column name set not null",
              "column plant.height is of type text, which cannot be read and written as"
                  + " java.lang.Long",
              "  Hint: alter table plant alter column height type bigint using height::bigint",
              "column plant.price is not null, the mapping says it may be",
              "  Hint: alter table plant alter column price drop not null, or map it as not"
                  + " nullable",
              "column plant.planted is of type date, which cannot be read and written as"
                  + " java.time.Instant",
              "  Hint: alter table plant alter column planted type timestamptz",
              "the id of plant, (id), is neither its primary key nor otherwise unique",
              "  Hint: alter table plant add primary key (id)",
              "column plant.\"Must\" is not null, has no default and is not mapped",
              "  Hint: map it, or alter table plant alter column \"Must\" drop not null",
              "column bed.id is no identity column",
              "  Hint: alter table bed alter column id add generated by default as identity",
              "table plant_bed does not exist",
              "  Hint: create table plant_bed (plant_id bigint, beds_id integer, primary key"
                  + " (plant_id, beds_id))",
              "sequence plant_seq does not exist",
              "  Hint: create sequence plant_seq start with 1 increment by 50"),
          Stream.of(failure.getFailures())
              .flatMap(difference -> difference.getMessage().lines())
              .toList());
      assertTrue(failure.getMessage().contains("in 10 places:"), failure.getMessage());
    }
  }

  /// Tables that migrations made say more, or less, of nulls than the mapping does.
  @Test
  void columns_that_may_be_null_or_not_are_told_of_and_tolerated() {
    List<String> lines = new ArrayList<>();
    Handler handler = OtherProvidersTest.handler(lines);
    Logger logger = Logger.getLogger("io.tiercel.jpa");
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "create")) {
      database.execute(
          "alter table plant alter column name drop not null, alter column price set not null",
          "alter table plant_bed drop constraint plant_bed_pkey,"
              + " alter column plant_id drop not null");
      logger.addHandler(handler);
      try {
        assertDoesNotThrow(() -> factory.getSchemaManager().validate());
        factory(database, "validate").close();
        factory(database, "create").close();
      } finally {
        logger.removeHandler(handler);
      }
      List<String> told = lines.stream().filter(line -> line.contains("in 3 places")).toList();
      assertEquals(3, told.size());
      assertTrue(told.getFirst().contains("plant.name may be null"), told::getFirst);
      assertTrue(told.getFirst().contains("plant.price is not null"), told::getFirst);
      database.execute(
          "alter table plant drop constraint plant_pkey cascade, alter column id drop not null,"
              + " add unique (id)");
      assertThrows(
          SchemaValidationException.class, () -> factory.getSchemaManager().validate(), "an id");
    }
  }

  @Test
  void the_mends_mend() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "none")) {
      database.execute("create table bed (id int primary key)", "create table plant (id bigint)");
      SchemaValidationException failure =
          assertThrows(
              SchemaValidationException.class, () -> factory.getSchemaManager().validate());
      for (Exception difference : failure.getFailures()) {
        database.execute(difference.getMessage().split("Hint: ", 2)[1]);
      }
      assertDoesNotThrow(() -> factory.getSchemaManager().validate());
    }
  }

  /// What one has in tables that were made for other classes.
  @Entity(name = "converted")
  static class Converted {
    @Id int id;
    boolean flag;
    boolean spelled;
    Long number;
    int truth;
    UUID code;
    LocalDate day;
    Instant moment;
    Instant midnight;
    Duration length;
    byte[] bytes;
    String letters;
    byte[] found;

    @Column(columnDefinition = "numeric(21)")
    Duration nanoseconds;

    LocalTime clock;
  }

  /// The types that a table has, a value of each, and what it is to be afterwards.
  private static final List<List<Object>> FORMER =
      List.of(
          List.of("flag", "integer", "7", true),
          List.of("spelled", "text", "'yes'", true),
          List.of("number", "varchar(20)", "'42'", 42L),
          List.of("truth", "boolean", "true", 1),
          List.of(
              "code",
              "bytea",
              "'\\x0123456789abcdef0123456789abcdef'",
              UUID.fromString("01234567-89ab-cdef-0123-456789abcdef")),
          List.of("day", "varchar(10)", "'2026-05-04'", LocalDate.of(2026, 5, 4)),
          List.of("moment", "text", "'2026-05-04 10:00Z'", Instant.parse("2026-05-04T10:00:00Z")),
          List.of("midnight", "date", "'2026-05-04'", Instant.parse("2026-05-04T00:00:00Z")),
          List.of("length", "bigint", "90500000000", Duration.ofMillis(90_500)),
          List.of("letters", "bytea", "convert_to('grün', 'UTF8')", "grün"),
          List.of("nanoseconds", "interval", "'1.5 s'", Duration.ofMillis(1_500)),
          List.of("clock", "timestamp", "'2026-05-04 10:30'", LocalTime.of(10, 30)));

  @EveryPostgres
  void a_mend_of_a_columns_type_says_how_its_values_are_converted(TestServer server)
      throws ReflectiveOperationException {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory =
            new PersistenceConfiguration("converted")
                .provider(TiercelPersistenceProvider.class.getName())
                .managedClass(Converted.class)
                .property(UnitProperties.URL, database.jdbcUrl() + "&options=-c%20TimeZone%3DUTC")
                .property(UnitProperties.SCHEMA_ACTION, "create")
                .createEntityManagerFactory()) {
      for (var column : FORMER) {
        database.execute(
            "alter table converted drop column " + column.get(0),
            "alter table converted add column %s %s".formatted(column.get(0), column.get(1)));
      }
      database.execute(
          "insert into converted (id, %s) values (1, %s)"
              .formatted(
                  String.join(", ", FORMER.stream().map(one -> (String) one.get(0)).toList()),
                  String.join(", ", FORMER.stream().map(one -> (String) one.get(2)).toList())));
      SchemaValidationException failure =
          assertThrows(
              SchemaValidationException.class, () -> factory.getSchemaManager().validate());
      List<String> mends =
          Stream.of(failure.getFailures())
              .map(difference -> difference.getMessage().split("Hint: ", 2)[1])
              .toList();
      for (var column : FORMER) {
        assertTrue(
            mends.stream().anyMatch(mend -> mend.contains("column " + column.get(0) + " type ")),
            () -> column.get(0) + " is none of " + mends);
      }
      database.execute("set timezone = 'UTC'; " + String.join(";", mends));
      assertDoesNotThrow(() -> factory.getSchemaManager().validate());
      Converted read = factory.callInTransaction(manager -> manager.find(Converted.class, 1));
      for (var column : FORMER) {
        var field = Converted.class.getDeclaredField((String) column.get(0));
        assertEquals(column.get(3), field.get(read), () -> (String) column.get(0));
      }
    }
  }

  @Test
  void what_only_the_application_can_convert_is_said() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "create")) {
      database.execute(
          "alter table plant drop column planted, add column planted bigint",
          "alter table plant drop column rare, add column rare uuid not null");
      SchemaValidationException failure =
          assertThrows(
              SchemaValidationException.class, () -> factory.getSchemaManager().validate());
      assertTrue(
          failure.getMessage().contains("column planted type timestamptz using …"),
          failure::getMessage);
      assertTrue(
          failure.getMessage().contains("column rare type boolean using …"), failure::getMessage);
    }
  }

  @Test
  void a_unit_whose_action_is_validate_does_not_open_on_another_schema() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      PersistenceException failure =
          assertThrows(PersistenceException.class, () -> factory(database, "validate"));
      assertTrue(failure.getMessage().contains("table plant does not exist"), failure::getMessage);
    }
  }

  @Test
  void validation_is_one_query_of_two_round_trips_at_most() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "create")) {
      var before = factory.unwrap(ConnectionStatistics.class);
      assertDoesNotThrow(() -> factory.getSchemaManager().validate());
      assertEquals(2, factory.unwrap(ConnectionStatistics.class).since(before).roundTrips());
      before = factory.unwrap(ConnectionStatistics.class);
      assertDoesNotThrow(() -> factory.getSchemaManager().validate());
      assertEquals(1, factory.unwrap(ConnectionStatistics.class).since(before).roundTrips());
    }
  }
}
