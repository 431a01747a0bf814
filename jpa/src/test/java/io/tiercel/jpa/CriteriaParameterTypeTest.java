package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Root;
import java.time.LocalTime;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What parameters and values of one type are beside expressions of another (Jakarta Persistence
/// 3.2, sections 4.6.17 and 6.5.10).
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaParameterTypeTest {

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Reading")
  static class Reading {
    @Id private int id = 1;
    private Byte tiny = 5;
    private Short small = 5;
    private String label = "noon";
    private LocalTime taken = LocalTime.NOON;
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void fill() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("readings")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Reading.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    factory.runInTransaction(manager -> manager.persist(new Reading()));
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  private static void run(BiConsumer<EntityManager, CriteriaBuilder> work) {
    factory.runInTransaction(manager -> work.accept(manager, manager.getCriteriaBuilder()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny", "small"})
  void bytes_and_shorts_are_promoted_to_integers(String attribute) {
    run(
        (manager, builder) -> {
          CriteriaQuery<Object> query = builder.createQuery();
          Expression<Number> number = query.from(Reading.class).get(attribute);
          query.select(builder.sum(number, 100_000));
          assertEquals(100_005, manager.createQuery(query).getSingleResult());
          query.select(builder.diff(100_000, number));
          assertEquals(99_995, manager.createQuery(query).getSingleResult());
          query.select(builder.prod(number, 3));
          assertEquals(15, manager.createQuery(query).getSingleResult());
          query.select(builder.quot(number, 2));
          assertEquals(2, manager.createQuery(query).getSingleResult());
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny", "small"})
  void bytes_and_shorts_are_compared_with_any_number(String attribute) {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Reading> reading = query.from(Reading.class);
          Expression<Number> number = reading.get(attribute);
          query.select(reading.get("id"));
          query.where(
              builder.lt(number, 100_000),
              builder.notEqual(number, 100_000),
              builder.equal(number, 5),
              number.in(4, 5));
          assertEquals(1, manager.createQuery(query).getSingleResult());
          assertEquals(
              1,
              manager
                  .createQuery(
                      "select r.id from Reading r where r.%s < ?1 and r.%<s in (?2)"
                          .formatted(attribute),
                      Integer.class)
                  .setParameter(1, 6)
                  .setParameter(2, List.of(4, 5))
                  .getSingleResult());
        });
  }

  @Test
  void a_parameter_of_an_incomparable_type_takes_what_it_is_compared_with() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Reading> reading = query.from(Reading.class);
          var label = builder.parameter(Integer.class, "label");
          query.select(reading.get("id"));
          query.where(
              builder.equal(reading.get("taken"), builder.parameter(String.class, "taken")),
              reading.get("label").equalTo(label),
              builder.notEqual(builder.parameter(Integer.class, "other"), reading.get("label")));
          var found = manager.createQuery(query);
          found.setParameter("taken", LocalTime.NOON);
          found.setParameter("label", "noon");
          found.setParameter("other", "midnight");
          assertEquals(1, found.getSingleResult());
          assertEquals(Integer.class, found.getParameter("label").getParameterType());
        });
  }

  @Test
  void an_argument_of_neither_type_is_refused() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Reading> query = builder.createQuery(Reading.class);
          Root<Reading> reading = query.from(Reading.class);
          query.where(
              builder.equal(reading.get("taken"), builder.parameter(String.class, "taken")));
          var found = manager.createQuery(query);
          assertThrows(IllegalArgumentException.class, () -> found.setParameter("taken", 12));
          found.setParameter("taken", "noon");
          var refusal = assertThrows(IllegalArgumentException.class, found::getResultList);
          assertTrue(
              refusal.getMessage().contains(":taken: expected java.time.LocalTime"),
              refusal.getMessage());
        });
  }
}
