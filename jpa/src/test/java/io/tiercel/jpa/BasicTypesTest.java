package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.EnumeratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Temporal;
import jakarta.persistence.TemporalType;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Every basic type of the specification (3.2, section 2.6), in each way a flush writes it, read
/// back and found by a query.
@NullUnmarked // a null where none is expected fails the test by itself
@SuppressWarnings({"deprecation", "JavaUtilDate"}) // the specification's types, old ones too
class BasicTypesTest {
  private static final Instant NOON = Instant.parse("2026-11-22T12:30:05.123456Z");
  private static final int EMPTY = 0;

  enum Grade {
    A,
    B,
    C
  }

  enum Level {
    LOW("L"),
    HIGH("H");

    @EnumeratedValue final String code;

    Level(String code) {
      this.code = code;
    }
  }

  record Point(int x, int y) implements Serializable {}

  @Entity(name = "Everything")
  static class Everything {
    @Id int id;
    Boolean flag;
    Byte tiny;
    Short small;
    Integer medium;
    Long large;
    Float real;
    Double precise;
    Character letter;
    String text;

    @Column(precision = 12, scale = 3)
    BigDecimal price;

    BigInteger huge;
    byte[] bytes;
    Byte[] boxedBytes;
    char[] chars;
    Character[] boxedChars;
    @Lob byte[] largeBytes;
    @Lob String largeText;
    @Lob char[] largeChars;
    UUID uuid;

    @Column(columnDefinition = "varchar(36)")
    UUID textUuid;

    @Column(name = "a_year")
    Year year;

    LocalDate localDate;
    LocalTime localTime;
    LocalDateTime localDateTime;
    OffsetTime offsetTime;
    OffsetDateTime offsetDateTime;
    Instant instant;
    Date date;

    @Column(columnDefinition = "timestamp")
    Date localMoment;

    @Temporal(TemporalType.DATE)
    Date day;

    @Temporal(TemporalType.TIME)
    Date time;

    @Temporal(TemporalType.TIMESTAMP)
    @Column(columnDefinition = "timestamp")
    Calendar calendar;

    @Temporal(TemporalType.DATE)
    Calendar calendarDay;

    java.sql.Date sqlDate;
    java.sql.Time sqlTime;
    java.sql.Timestamp sqlTimestamp;

    @Column(columnDefinition = "timestamp")
    java.sql.Timestamp localTimestamp;

    Grade ordinal;

    @Enumerated(EnumType.STRING)
    Grade name;

    Level level;
    Point point;
    ArrayList<String> words;
    Locale locale;

    @Column(columnDefinition = "bytea")
    Locale serializedLocale;

    Locale script;
    Locale extended;
    Currency currency;
    TimeZone timeZone;
    ZoneId zone;
    ZoneOffset zoneOffset;
  }

  private static Everything full(int id) {
    var all = new Everything();
    all.id = id;
    all.flag = true;
    all.tiny = (byte) -id;
    all.small = (short) id;
    all.medium = id;
    all.large = 1L << 40;
    all.real = 1.5f;
    all.precise = Math.PI;
    all.letter = 'ß';
    all.text = "text " + id;
    all.price = new BigDecimal("12.345");
    all.huge = BigInteger.TEN.pow(30);
    all.bytes = new byte[] {0, 1, -1};
    all.boxedBytes = new Byte[] {0, 1, -1};
    all.chars = "äb".toCharArray();
    all.boxedChars = new Character[] {'x', 'y'};
    all.largeBytes = new byte[100_000];
    all.largeText = "l".repeat(1000);
    all.largeChars = "c".repeat(1000).toCharArray();
    all.uuid = new UUID(7, id);
    all.textUuid = new UUID(8, id);
    all.year = Year.of(2026);
    all.localDate = LocalDate.of(2026, 11, 22);
    all.localTime = LocalTime.of(12, 30, 5);
    all.localDateTime = all.localDate.atTime(all.localTime);
    all.offsetTime = all.localTime.atOffset(ZoneOffset.ofHours(2));
    all.offsetDateTime = NOON.atOffset(ZoneOffset.UTC);
    all.instant = NOON;
    all.date = new Date(NOON.toEpochMilli());
    all.localMoment = new Date(NOON.toEpochMilli());
    Calendar midnight = new GregorianCalendar(2026, Calendar.NOVEMBER, 22);
    all.day = midnight.getTime();
    all.time =
        Date.from(all.localTime.atDate(LocalDate.EPOCH).atZone(ZoneId.systemDefault()).toInstant());
    all.calendar =
        GregorianCalendar.from(
            Instant.ofEpochMilli(NOON.toEpochMilli()).atZone(ZoneId.systemDefault()));
    all.calendarDay = GregorianCalendar.from(midnight.toInstant().atZone(ZoneId.systemDefault()));
    all.sqlDate = java.sql.Date.valueOf(all.localDate);
    all.sqlTime = java.sql.Time.valueOf(all.localTime);
    all.sqlTimestamp = java.sql.Timestamp.from(NOON);
    all.localTimestamp = java.sql.Timestamp.from(NOON);
    all.ordinal = Grade.B;
    all.name = Grade.C;
    all.level = Level.HIGH;
    all.point = new Point(1, id);
    all.words = new ArrayList<>(List.of("a", "b"));
    all.locale = Locale.CANADA_FRENCH;
    all.serializedLocale = Locale.CANADA_FRENCH;
    all.script = Locale.forLanguageTag("zh-Hant-TW");
    all.extended = Locale.forLanguageTag("th-TH-u-nu-thai");
    all.currency = Currency.getInstance("SEK");
    all.timeZone = TimeZone.getTimeZone("Pacific/Auckland");
    all.zone = ZoneId.of("Europe/Paris");
    all.zoneOffset = ZoneOffset.ofHoursMinutes(5, 30);
    return all;
  }

  private static EntityManagerFactory factory(TestDatabase database, Class<?>... types) {
    var unit =
        new PersistenceConfiguration("basic")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create");
    for (Class<?> type : types) {
      unit.managedClass(type);
    }
    return unit.createEntityManagerFactory();
  }

  /// One row is an INSERT, some are arrays, many a COPY.
  @EveryPostgres
  void values_come_back_from_every_way_of_writing(TestServer server) throws Exception {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = factory(database, Everything.class)) {
      int id = 1;
      for (int rows : new int[] {1, 3, 201}) {
        int first = id;
        factory.runInTransaction(manager -> persist(manager, first, rows, BasicTypesTest::full));
        for (int i = 0; i < rows; i++, id++) {
          requireEqual(full(id), found(factory, id));
        }
      }
      factory.runInTransaction(manager -> persist(manager, EMPTY, 1, any -> new Everything()));
      requireEqual(new Everything(), found(factory, EMPTY));
    }
  }

  private static void persist(
      EntityManager manager, int first, int rows, IntFunction<Everything> make) {
    for (int i = 0; i < rows; i++) {
      manager.persist(make.apply(first + i));
    }
  }

  private static Everything found(EntityManagerFactory factory, int id) {
    return factory.callInTransaction(manager -> manager.find(Everything.class, id));
  }

  private static void requireEqual(Everything expected, Everything actual)
      throws IllegalAccessException {
    for (Field field : Everything.class.getDeclaredFields()) {
      if (!field.isSynthetic()) {
        Object wanted = field.get(expected);
        Object got = field.get(actual);
        assertTrue(
            Objects.deepEquals(wanted, got),
            () -> "%s: expected %s, got %s".formatted(field.getName(), wanted, got));
      }
    }
  }

  /// What was read and not changed is not written (section 3.2.4).
  @EveryPostgres
  void an_unchanged_instance_is_not_written(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = factory(database, Everything.class)) {
      factory.runInTransaction(manager -> manager.persist(full(1)));
      assertEquals(
          version(factory, manager -> {}),
          version(factory, manager -> assertNotNull(manager.find(Everything.class, 1))));
      assertTrue(
          !version(factory, manager -> {})
              .equals(
                  version(factory, manager -> manager.find(Everything.class, 1).words.add("c"))),
          "a changed serialized value is written");
      assertEquals(List.of("a", "b", "c"), found(factory, 1).words);
    }
  }

  /// The transaction that wrote the row, after some work on it.
  private static Object version(
      EntityManagerFactory factory, java.util.function.Consumer<EntityManager> work) {
    factory.runInTransaction(work);
    return factory.callInTransaction(
        manager ->
            manager
                .createNativeQuery("select xmin::text from everything where id = 1", String.class)
                .getSingleResult());
  }

  @EveryPostgres
  void attributes_are_compared_with_parameters_of_their_type(TestServer server) throws Exception {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = factory(database, Everything.class)) {
      Everything stored = full(1);
      factory.runInTransaction(manager -> manager.persist(full(1)));
      List<String> missed = new ArrayList<>();
      for (Field field : Everything.class.getDeclaredFields()) {
        if (!field.isSynthetic()) {
          Object value = field.get(stored);
          long count =
              factory.callInTransaction(
                  manager ->
                      manager
                          .createQuery(
                              "select count(e) from Everything e where e.%s = :value"
                                  .formatted(field.getName()),
                              Long.class)
                          .setParameter("value", value)
                          .getSingleResult());
          if (count != 1) {
            missed.add(field.getName());
          }
        }
      }
      assertEquals(List.of(), missed);
    }
  }

  @Test
  void a_date_parameter_with_its_temporal_type_finds_a_date() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, Everything.class)) {
      Everything stored = full(1);
      factory.runInTransaction(manager -> manager.persist(full(1)));
      assertEquals(1, count(factory, "day", stored.date, TemporalType.DATE));
      assertEquals(1, count(factory, "date", stored.date, TemporalType.TIMESTAMP));
      assertEquals(1, count(factory, "localMoment", stored.date, TemporalType.TIMESTAMP));
      assertEquals(1, count(factory, "sqlDate", stored.date, TemporalType.DATE));
      assertEquals(1, count(factory, "sqlTime", stored.time, TemporalType.TIME));
    }
  }

  private static int count(
      EntityManagerFactory factory, String attribute, Date value, TemporalType type) {
    return factory.callInTransaction(
        manager ->
            manager
                .createQuery("from Everything e where e.%s = :value".formatted(attribute))
                .setParameter("value", value, type)
                .getResultList()
                .size());
  }

  @Entity(name = "Sealed")
  static class Sealed {
    @Id int id;
    Point point;
  }

  /// The bytes decide which classes are made, so not every class may come out of them.
  @Test
  void a_serialized_value_of_a_foreign_class_is_refused() throws Exception {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, Sealed.class)) {
      var bytes = new java.io.ByteArrayOutputStream();
      try (var out = new java.io.ObjectOutputStream(bytes)) {
        out.writeObject(new java.io.File("x"));
      }
      factory.runInTransaction(
          manager ->
              manager
                  .createNativeQuery("insert into sealed values (1, ?1)")
                  .setParameter(1, bytes.toByteArray())
                  .executeUpdate());
      var refused =
          assertThrows(
              PersistenceException.class,
              () -> factory.runInTransaction(manager -> manager.find(Sealed.class, 1)));
      assertTrue(refused.getMessage().contains("jdk.serialFilter"), refused.getMessage());
      factory.runInTransaction(
          manager -> manager.createNativeQuery("update sealed set point = null").executeUpdate());
      assertNull(factory.callInTransaction(manager -> manager.find(Sealed.class, 1)).point);
    }
  }
}
