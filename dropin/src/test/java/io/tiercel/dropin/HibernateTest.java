package io.tiercel.dropin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.testkit.TestDatabase;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.cfg.Configuration;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HibernateTest {
  enum Mood {
    SAD,
    HAPPY
  }

  @Entity(name = "Person")
  static class Person {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @Version int version;

    @jakarta.persistence.Column(unique = true)
    String name;

    BigDecimal salary;
    LocalDate born;
    LocalTime rises;
    Instant seen;
    OffsetDateTime hired;
    Duration shift;
    UUID badge;
    boolean active;

    @Enumerated(EnumType.STRING)
    Mood mood;

    @JdbcTypeCode(SqlTypes.NAMED_ENUM)
    Mood namedMood;

    @JdbcTypeCode(SqlTypes.JSON)
    List<String> tags;

    int[] scores;
    List<String> nicknames;
    byte[] picture;
    @Lob String biography;

    @OneToMany(mappedBy = "owner", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Pet> pets = new ArrayList<>();
  }

  @Entity(name = "Pet")
  static class Pet {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Person owner;
  }

  @ParameterizedTest
  @EnumSource
  void entities_of_every_type_are_stored_and_read(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var factory = factory(driver, database, "0")) {
      Person stored = person("ada");
      factory.inTransaction(session -> session.persist(stored));
      factory.inTransaction(
          session -> {
            Person read = session.find(Person.class, stored.id);
            assertEquals(new BigDecimal("1234.50"), read.salary);
            assertEquals(stored.born, read.born);
            assertEquals(stored.rises, read.rises);
            assertEquals(stored.seen, read.seen);
            assertEquals(stored.hired.toInstant(), read.hired.toInstant());
            assertEquals(stored.shift, read.shift);
            assertEquals(stored.badge, read.badge);
            assertEquals(Mood.HAPPY, read.mood);
            assertEquals(Mood.SAD, read.namedMood);
            assertEquals(List.of("a", "b"), read.tags);
            assertArrayEquals(new int[] {1, 2, 3}, read.scores);
            assertEquals(List.of("x", "y"), read.nicknames);
            assertArrayEquals(new byte[] {0, 1, -1}, read.picture);
            assertEquals("a long story", read.biography);
            assertEquals(2, read.pets.size());
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void batches_of_inserts_updates_and_deletes(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var factory = factory(driver, database, "20")) {
      factory.inTransaction(
          session -> {
            for (int i = 0; i < 100; i++) {
              var person = new Person();
              person.name = "person " + i;
              session.persist(person);
            }
          });
      factory.inTransaction(
          session ->
              session
                  .createSelectionQuery("from Person", Person.class)
                  .getResultList()
                  .forEach(person -> person.active = true));
      assertEquals(100L, count(factory, "select count(p) from Person p where p.active"));
      factory.inTransaction(
          session ->
              session
                  .createSelectionQuery("from Person", Person.class)
                  .getResultList()
                  .forEach(session::remove));
      assertEquals(0L, count(factory, "select count(p) from Person p"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_stale_version_and_a_duplicate_are_told_apart(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var factory = factory(driver, database, "0")) {
      Person ada = person("ada");
      factory.inTransaction(session -> session.persist(ada));
      assertThrows(
          OptimisticLockException.class,
          () ->
              factory.inTransaction(
                  session -> {
                    session.find(Person.class, ada.id).active = true;
                    factory.inTransaction(
                        other -> other.find(Person.class, ada.id).name = "changed");
                  }));
      assertThrows(
          ConstraintViolationException.class,
          () -> factory.inTransaction(session -> session.persist(person("changed"))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void queries_page_join_stream_and_lock(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var factory = factory(driver, database, "50")) {
      factory.inTransaction(
          session -> {
            for (int i = 0; i < 30; i++) {
              session.persist(person("person " + i));
            }
          });
      factory.inTransaction(
          session -> {
            assertEquals(
                10,
                session
                    .createSelectionQuery(
                        "from Person p join fetch p.pets where p.born < :day order by p.name",
                        Person.class)
                    .setParameter("day", LocalDate.of(2030, 1, 1))
                    .setFirstResult(5)
                    .setMaxResults(10)
                    .getResultList()
                    .size());
            try (var stream =
                session
                    .createSelectionQuery("from Pet", Pet.class)
                    .setFetchSize(7)
                    .getResultStream()) {
              assertEquals(60, stream.count());
            }
            Person locked =
                session.find(Person.class, 1L, jakarta.persistence.LockModeType.PESSIMISTIC_WRITE);
            assertNull(locked == null ? "nobody" : null);
            assertEquals(
                List.of("REX", "TOM"),
                session
                    .createNativeQuery(
                        "select distinct upper(name) as n from pet order by 1", String.class)
                    .getResultList());
          });
    }
  }

  private static long count(SessionFactory factory, String hql) {
    return factory.fromTransaction(
        session -> session.createSelectionQuery(hql, Long.class).getSingleResult());
  }

  private static Person person(String name) {
    var person = new Person();
    person.name = name;
    person.salary = new BigDecimal("1234.50");
    person.born = LocalDate.of(1815, 12, 10);
    person.rises = LocalTime.of(6, 30);
    person.seen = Instant.parse("2026-01-02T03:04:05.678901Z");
    person.hired = OffsetDateTime.of(2020, 1, 1, 9, 0, 0, 0, ZoneOffset.ofHours(2));
    person.shift = Duration.ofMinutes(465);
    person.badge = new UUID(3, 4);
    person.mood = Mood.HAPPY;
    person.namedMood = Mood.SAD;
    person.tags = List.of("a", "b");
    person.scores = new int[] {1, 2, 3};
    person.nicknames = List.of("x", "y");
    person.picture = new byte[] {0, 1, -1};
    person.biography = "a long story";
    for (String pet : List.of("Rex", "Tom")) {
      var animal = new Pet();
      animal.name = pet;
      animal.owner = person;
      person.pets.add(animal);
    }
    return person;
  }

  private static SessionFactory factory(Dropped driver, TestDatabase database, String batch) {
    return new Configuration()
        .addAnnotatedClass(Person.class)
        .addAnnotatedClass(Pet.class)
        .setProperty("hibernate.connection.driver_class", driver.driverClass)
        .setProperty("hibernate.connection.url", Dropped.url(database))
        .setProperty("hibernate.connection.username", database.user())
        .setProperty("hibernate.connection.password", database.password())
        .setProperty("hibernate.hbm2ddl.auto", "create")
        .setProperty("hibernate.jdbc.batch_size", batch)
        .setProperty("hibernate.type.json_format_mapper", "jackson")
        .buildSessionFactory();
  }
}
