package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Parameters that stand among parameters only: the classes of their arguments give them types
/// (Jakarta Persistence 3.2, sections 4.6.4 and 4.6.18).
@NullUnmarked // a null where none is expected fails the test by itself
class OpenParameterTest {
  enum Size {
    SMALL,
    LARGE
  }

  @Entity(name = "Parcel")
  static class Parcel {
    @Id int id;
    LocalDate sent;

    @Enumerated(EnumType.STRING)
    Size size;
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("parcels")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Parcel.class)
            .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
            .property("jakarta.persistence.schema-generation.database.action", "create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        manager -> {
          Parcel parcel = new Parcel();
          parcel.id = 1;
          parcel.sent = LocalDate.of(2024, 2, 29);
          parcel.size = Size.LARGE;
          manager.persist(parcel);
        });
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  /// The only value that a query selects for arguments `:a` and `:b`.
  private static Object value(String selected, Object a, Object b) {
    return result("select " + selected + " from Parcel p", a, b);
  }

  private static Object result(String jpql, Object a, Object b) {
    return factory.callInTransaction(
        manager -> {
          TypedQuery<Object> query = manager.createQuery(jpql, Object.class);
          query.setParameter("a", a);
          if (jpql.contains(":b")) {
            query.setParameter("b", b);
          }
          return query.getSingleResult();
        });
  }

  @Test
  void the_class_of_the_argument_is_the_type_of_the_result() {
    assertEquals(7, value("nullif(:a, :b)", 7, 8));
    assertNull(value("nullif(:a, :b)", 7, 7));
    assertEquals(7L, value("coalesce(:a, :b)", null, 7L));
    assertEquals("x", value("coalesce(:a, :b)", "x", "y"));
    assertEquals(
        new BigDecimal("1.5"),
        value("case when p.id = 1 then :a else :b end", new BigDecimal("1.5"), null));
    LocalDate day = LocalDate.of(2025, 1, 31);
    assertEquals(day, value("max(:a)", day, null));
    UUID uuid = UUID.randomUUID();
    assertEquals(uuid, value("coalesce(:a, :b)", uuid, null));
  }

  @Test
  void one_query_takes_arguments_of_different_classes_in_turn() {
    for (Object argument : new Object[] {1, "one", 1L, true, 1, LocalDate.EPOCH, "two"}) {
      assertEquals(argument, value("coalesce(:a, :b)", argument, null));
    }
  }

  @Test
  void parameters_are_compared_with_each_other_by_their_classes() {
    // As text, 9 would be the greater.
    assertEquals(1, result("select p.id from Parcel p where :a < :b", 9, 10));
    assertEquals(1, result("select p.id from Parcel p where :a between :b and :b", 10, 10));
    assertEquals(1, result("select p.id from Parcel p where nullif(:a, :b) = 9", 9, 10));
  }

  @Test
  void what_they_are_compared_with_comes_before_the_class_of_the_argument() {
    LocalDate day = LocalDate.of(2024, 2, 29);
    assertEquals(1, result("select p.id from Parcel p where p.sent = coalesce(:a, :b)", null, day));
    assertEquals(
        1, result("select p.id from Parcel p where p.size = coalesce(:a, :b)", null, Size.LARGE));
    assertEquals(
        1,
        result(
            "select p.id from Parcel p where case when p.id = 1 then :a else :b end = p.size",
            Size.LARGE,
            Size.SMALL));
    assertEquals(
        1L,
        result(
            "select count(p) from Parcel p where coalesce(:a, :b) is null or p.id = 1",
            null,
            null));
  }

  @Test
  void a_function_of_the_database_still_chooses_the_types_of_its_parameters() {
    database.execute(
        "create function halved(n smallint) returns integer language sql as $$ select n / 2 $$");
    assertEquals(4, value("function('halved', :a)", 8, null));
  }
}
