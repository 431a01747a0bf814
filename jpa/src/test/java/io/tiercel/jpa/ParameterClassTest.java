package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.TemporalType;
import jakarta.persistence.TypedQuery;
import java.sql.Date;
import java.sql.Time;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What arguments may be of another class than the attribute beside them: characters in strings
/// (Jakarta Persistence 3.2, section 4.6.10) and dates of `java.util` (section 3.11.15).
@NullUnmarked // a null where none is expected fails the test by itself
@SuppressWarnings({"deprecation", "JavaUtilDate"}) // TemporalType and what it is for
class ParameterClassTest {
  @Entity(name = "Visit")
  static class Visit {
    @Id int id;
    String place;
    Date day;
    Time hour;
    LocalDate local;
    LocalDateTime moment;
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Visit.class);
    unit.inTransaction(
        manager -> {
          manager.persist(visit(1, "North_East", 14));
          manager.persist(visit(2, "Northwest", 15));
        });
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  private static Visit visit(int id, String place, int day) {
    var visit = new Visit();
    visit.id = id;
    visit.place = place;
    visit.day = Date.valueOf(LocalDate.of(2000, 2, day));
    visit.hour = Time.valueOf("10:30:15");
    visit.local = LocalDate.of(2000, 2, day);
    visit.moment = LocalDateTime.of(2000, 2, day, 10, 30, 15);
    return visit;
  }

  private static List<Integer> ids(String condition, Object... arguments) {
    return unit.query(
        manager -> {
          TypedQuery<Integer> query =
              manager.createQuery(
                  "select v.id from Visit v where " + condition + " order by v.id", Integer.class);
          for (int i = 0; i < arguments.length; i++) {
            query.setParameter(i + 1, arguments[i]);
          }
          return query.getResultList();
        });
  }

  @Test
  void an_escape_character_may_be_a_character_or_a_string() {
    assertEquals(List.of(1), ids("v.place like ?1 escape ?2", "%!_%", '!'));
    assertEquals(List.of(1), ids("v.place like ?1 escape ?2", "%!_%", "!"));
    assertEquals(List.of(2), ids("v.place not like ?1 escape ?2", "%!_%", '!'));
  }

  @Test
  void the_character_to_trim_may_be_a_character_or_a_string() {
    assertEquals(List.of(2), ids("trim(leading ?1 from v.place) = 'orthwest'", 'N'));
    assertEquals(List.of(2), ids("trim(leading ?1 from v.place) = 'orthwest'", "N"));
    assertEquals(List.of(2), ids("trim(?1 from v.place) = trim(?1 from 'NorthwestN')", 'N'));
  }

  private static List<Integer> criteria(
      EntityManager manager,
      String attribute,
      Class<?> type,
      BiConsumer<TypedQuery<?>, String> bind) {
    var builder = manager.getCriteriaBuilder();
    var query = builder.createQuery(Integer.class);
    var visit = query.from(Visit.class);
    query
        .select(visit.get("id"))
        .where(builder.equal(visit.get(attribute), builder.parameter(type, "given")));
    var typed = manager.createQuery(query);
    bind.accept(typed, "given");
    return typed.getResultList();
  }

  @Test
  void dates_of_java_util_are_compared_as_what_they_stand_beside() {
    Calendar moment = new GregorianCalendar(2000, Calendar.FEBRUARY, 14, 10, 30, 15);
    unit.inTransaction(
        manager -> {
          for (String attribute : List.of("day", "local", "moment")) {
            assertEquals(
                List.of(1),
                criteria(manager, attribute, Calendar.class, (q, n) -> q.setParameter(n, moment)),
                attribute);
            assertEquals(
                List.of(1),
                criteria(
                    manager,
                    attribute,
                    java.util.Date.class,
                    (q, n) -> q.setParameter(n, moment.getTime())),
                attribute);
          }
          for (String attribute : List.of("day", "local")) {
            assertEquals(
                List.of(1),
                criteria(
                    manager,
                    attribute,
                    Calendar.class,
                    (q, n) -> q.setParameter(n, moment, TemporalType.DATE)),
                attribute);
            assertEquals(
                List.of(1),
                criteria(
                    manager,
                    attribute,
                    java.util.Date.class,
                    (q, n) -> q.setParameter(n, moment.getTime(), TemporalType.DATE)),
                attribute);
          }
          assertEquals(
              List.of(1, 2),
              criteria(manager, "hour", Calendar.class, (q, n) -> q.setParameter(n, moment)));
        });
  }

  @Test
  void a_parameter_of_another_query_is_refused() {
    unit.inTransaction(
        manager -> {
          var byPlace = manager.createQuery("select v from Visit v where v.place = ?1");
          var byDay = manager.createQuery("select v from Visit v where v.local = ?1");
          @SuppressWarnings("unchecked") // as an application with raw types has it
          var place = (jakarta.persistence.Parameter<Object>) byPlace.getParameter(1);
          assertThrows(
              IllegalArgumentException.class, () -> byDay.setParameter(place, LocalDate.MIN));
          assertThrows(IllegalArgumentException.class, () -> byDay.getParameterValue(place));
          assertEquals("x", byPlace.setParameter(place, "x").getParameterValue(place));
          manager.getTransaction().rollback();
          manager.getTransaction().begin();
        });
  }
}
