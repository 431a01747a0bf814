package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Columns of types that only this database has: enums, domains over many things, types of
/// extensions, and some that the server has but Java has not. Each is written and read in all the
/// ways a flush has.
@NullUnmarked // a null where none is expected fails the test by itself
class DatabaseTypesTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  enum Mood {
    glad,
    sad
  }

  enum Size {
    SMALL,
    LARGE
  }

  static final class SizeConverter implements AttributeConverter<Size, String> {
    @Override
    public String convertToDatabaseColumn(Size size) {
      return size == null ? null : size == Size.SMALL ? "S" : "L";
    }

    @Override
    public Size convertToEntityAttribute(String label) {
      return label == null ? null : label.equals("S") ? Size.SMALL : Size.LARGE;
    }
  }

  @Entity(name = "Thing")
  static class Thing {
    @Id int id;
    @Version int version;

    @Enumerated(EnumType.STRING)
    @Column(columnDefinition = "mood")
    Mood mood;

    @Column(columnDefinition = "other.mood")
    String otherMood;

    @Convert(converter = SizeConverter.class)
    @Column(columnDefinition = "size")
    Size size;

    @Column(columnDefinition = "citext")
    String name;

    @Column(columnDefinition = "mood_domain")
    String moodDomain;

    @Column(columnDefinition = "price")
    BigDecimal price;

    @Column(columnDefinition = "cheap")
    BigDecimal cheap;

    @Column(columnDefinition = "email")
    String email;

    @Column(columnDefinition = "int4range")
    String span;

    @Column(columnDefinition = "tsvector")
    String words;

    @Column(columnDefinition = "point")
    String place;

    @Column(columnDefinition = "hstore")
    String labels;

    @Column(columnDefinition = "jsonb")
    String document;

    @Column(columnDefinition = "macaddr")
    String hardware;
  }

  /// Its key is of an enum type.
  @Entity(name = "MoodText")
  static class MoodText {
    @Id
    @Enumerated(EnumType.STRING)
    @Column(columnDefinition = "mood")
    Mood mood;

    @Version int version;
    String text;
  }

  private static final String[] TYPES = {
    "create extension citext",
    "create extension hstore",
    "create schema other",
    "create type mood as enum ('glad', 'sad')",
    "create type other.mood as enum ('well', 'a, \"b\"')",
    "create type size as enum ('S', 'L')",
    "create domain mood_domain as mood",
    "create domain price as numeric(10, 2) check (value >= 0)",
    "create domain cheap as price check (value < 100)",
    "create domain email as citext check (value like '%@%')"
  };

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    database.execute(TYPES);
    factory = factory(database);
  }

  private static EntityManagerFactory factory(TestDatabase of) {
    return new PersistenceConfiguration("types")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Thing.class)
        .managedClass(MoodText.class)
        .property(UnitProperties.URL, of.jdbcUrl())
        .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
        .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void empty() {
    factory.getSchemaManager().truncate();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 250})
  void what_is_written_is_read_back(int rows) {
    roundTrip(factory, rows);
  }

  @EveryPostgres
  void every_server_does(TestServer server) {
    try (TestDatabase other = server.newDatabase()) {
      other.execute(TYPES);
      try (EntityManagerFactory ofOther = factory(other)) {
        roundTrip(ofOther, 3);
      }
    }
  }

  private static void roundTrip(EntityManagerFactory in, int rows) {
    in.runInTransaction(manager -> persist(manager, rows));
    in.runInTransaction(
        manager -> {
          for (Thing thing : all(manager, rows)) {
            requireFirst(thing);
            change(thing);
          }
        });
    in.runInTransaction(
        manager -> {
          for (Thing thing : all(manager, rows)) {
            requireChanged(thing);
            manager.remove(thing);
          }
        });
    in.runInTransaction(manager -> all(manager, 0));
  }

  private static void persist(EntityManager manager, int rows) {
    for (int i = 0; i < rows; i++) {
      Thing thing = new Thing();
      thing.id = i;
      thing.mood = Mood.glad;
      thing.otherMood = "a, \"b\"";
      thing.size = Size.LARGE;
      thing.name = "Name";
      thing.moodDomain = "sad";
      thing.price = new BigDecimal("12.5");
      thing.cheap = new BigDecimal("99.99");
      thing.email = "Me@Example.org";
      thing.span = "[1,5)";
      thing.words = "a cat";
      thing.place = "(1,2.5)";
      thing.labels = "\"a\"=>\"1\"";
      thing.document = "{\"a\": [1, 2]}";
      thing.hardware = "08:00:2b:01:02:03";
      manager.persist(thing);
    }
  }

  private static void requireFirst(Thing thing) {
    assertEquals(Mood.glad, thing.mood);
    assertEquals("a, \"b\"", thing.otherMood);
    assertEquals(Size.LARGE, thing.size);
    assertEquals("Name", thing.name);
    assertEquals("sad", thing.moodDomain);
    assertEquals(new BigDecimal("12.50"), thing.price);
    assertEquals(new BigDecimal("99.99"), thing.cheap);
    assertEquals("Me@Example.org", thing.email);
    assertEquals("[1,5)", thing.span);
    assertEquals("'a' 'cat'", thing.words);
    assertEquals("(1,2.5)", thing.place);
    assertEquals("\"a\"=>\"1\"", thing.labels);
    assertEquals("{\"a\": [1, 2]}", thing.document);
    assertEquals("08:00:2b:01:02:03", thing.hardware);
  }

  private static void change(Thing thing) {
    thing.mood = Mood.sad;
    thing.otherMood = null;
    thing.size = Size.SMALL;
    thing.name = "NAME";
    thing.moodDomain = "glad";
    thing.price = BigDecimal.ONE;
    thing.cheap = null;
    thing.email = "you@example.org";
    thing.span = "empty";
    thing.words = "dog";
    thing.place = "(0,0)";
    thing.labels = null;
    thing.document = "[]";
    thing.hardware = "08:00:2b:01:02:04";
  }

  private static void requireChanged(Thing thing) {
    assertEquals(Mood.sad, thing.mood);
    assertNull(thing.otherMood);
    assertEquals(Size.SMALL, thing.size);
    assertEquals("NAME", thing.name);
    assertEquals("glad", thing.moodDomain);
    assertEquals(new BigDecimal("1.00"), thing.price);
    assertNull(thing.cheap);
    assertEquals("you@example.org", thing.email);
    assertEquals("empty", thing.span);
    assertEquals("'dog'", thing.words);
    assertEquals("(0,0)", thing.place);
    assertNull(thing.labels);
    assertEquals("[]", thing.document);
    assertEquals("08:00:2b:01:02:04", thing.hardware);
  }

  private static List<Thing> all(EntityManager manager, int rows) {
    List<Thing> all = manager.createQuery("from Thing t", Thing.class).getResultList();
    assertEquals(rows, all.size());
    return all;
  }

  @Test
  void a_value_the_type_does_not_have_is_refused_by_its_name() {
    for (int rows : new int[] {1, 3, 250}) {
      RollbackException refused =
          assertThrows(
              RollbackException.class,
              () ->
                  factory.runInTransaction(
                      manager -> {
                        persist(manager, rows);
                        manager.find(Thing.class, 0).otherMood = "glad";
                      }));
      assertTrue(
          refused.getMessage().contains("invalid input value for enum other.mood: \"glad\""),
          refused::getMessage);
    }
  }

  @Test
  void queries_compare_and_select_such_columns() {
    factory.runInTransaction(manager -> persist(manager, 3));
    factory.runInTransaction(
        manager -> {
          assertEquals(
              3,
              manager
                  .createQuery("from Thing t where t.mood = :mood", Thing.class)
                  .setParameter("mood", Mood.glad)
                  .getResultList()
                  .size());
          assertEquals(
              3,
              manager
                  .createQuery("from Thing t where t.mood in :moods", Thing.class)
                  .setParameter("moods", List.of(Mood.glad, Mood.sad))
                  .getResultList()
                  .size());
          assertEquals(
              List.of(Mood.glad),
              manager
                  .createQuery("select distinct t.mood from Thing t", Mood.class)
                  .getResultList());
          assertEquals(
              List.of(Size.LARGE),
              manager
                  .createQuery("select distinct t.size from Thing t", Size.class)
                  .getResultList());
          // citext compares without regard to case, as the column's type says.
          assertEquals(
              3,
              manager
                  .createQuery("from Thing t where t.name = 'nAmE'", Thing.class)
                  .getResultList()
                  .size());
          assertEquals(
              List.of("a, \"b\""),
              manager.createNativeQuery("select distinct othermood from thing").getResultList());
          assertEquals(
              3,
              manager
                  .createQuery("update Thing t set t.mood = :mood where t.mood = :old")
                  .setParameter("mood", Mood.sad)
                  .setParameter("old", Mood.glad)
                  .executeUpdate());
        });
  }

  @Test
  void a_key_may_be_of_such_a_type() {
    factory.runInTransaction(
        manager -> {
          for (Mood mood : Mood.values()) {
            MoodText text = new MoodText();
            text.mood = mood;
            text.text = "first";
            manager.persist(text);
          }
        });
    factory.runInTransaction(
        manager -> {
          MoodText glad = manager.find(MoodText.class, Mood.glad);
          manager.find(MoodText.class, Mood.sad).text = "second";
          glad.text = "second";
        });
    factory.runInTransaction(
        manager -> {
          assertEquals("second", manager.find(MoodText.class, Mood.glad).text);
          manager.remove(manager.find(MoodText.class, Mood.glad));
          manager.remove(manager.find(MoodText.class, Mood.sad));
        });
    factory.runInTransaction(
        manager ->
            assertEquals(
                List.of(), manager.createQuery("from MoodText t", MoodText.class).getResultList()));
  }
}
