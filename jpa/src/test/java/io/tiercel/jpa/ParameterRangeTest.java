package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Numbers are compared by value, also where the attribute is too narrow for the argument (Jakarta
/// Persistence 3.2, sections 4.6.12 and 4.6.17).
@NullUnmarked // a null where none is expected fails the test by itself
class ParameterRangeTest {
  @Entity(name = "Figure")
  static class Figure {
    @Id int id;
    Byte tiny;
    Short small;
    Integer middle;
    Long big;
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Figure.class);
    unit.inTransaction(
        manager -> {
          for (int id = 1; id <= 2; id++) {
            var figure = new Figure();
            figure.id = id;
            figure.tiny = (byte) (id * 10);
            figure.small = (short) (id * 1_000);
            figure.middle = id * 100_000;
            figure.big = id * 10_000_000_000L;
            manager.persist(figure);
          }
        });
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  private static List<Integer> ids(String condition, Object... arguments) {
    return unit.query(
        manager -> {
          TypedQuery<Integer> query =
              manager.createQuery(
                  "select f.id from Figure f where " + condition + " order by f.id", Integer.class);
          for (int i = 0; i < arguments.length; i++) {
            query.setParameter(i + 1, arguments[i]);
          }
          return query.getResultList();
        });
  }

  @Test
  void an_argument_that_the_attribute_cannot_hold_is_compared_all_the_same() {
    BigInteger huge = BigInteger.TWO.pow(80);
    for (String attribute : List.of("tiny", "small", "middle", "big")) {
      List<Object> arguments =
          attribute.equals("big")
              ? List.of(huge, new BigDecimal(huge), 1e20)
              : List.of(5_000_000_000L, huge, new BigDecimal(huge), 1e20);
      for (Object argument : arguments) {
        assertEquals(List.of(), ids("f.%s = ?1".formatted(attribute), argument));
        assertEquals(List.of(1, 2), ids("f.%s < ?1".formatted(attribute), argument));
        assertEquals(List.of(1, 2), ids("?1 <> f.%s".formatted(attribute), argument));
        assertEquals(List.of(), ids("f.%s between ?1 and ?2".formatted(attribute), argument, 1));
        assertEquals(List.of(), ids("f.%s in (?1)".formatted(attribute), argument));
      }
    }
    assertEquals(List.of(1, 2), ids("f.small < ?1", 100_000));
    assertEquals(List.of(2), ids("f.tiny > ?1 and f.tiny < ?2", 15, 300));
    assertEquals(List.of(1, 2), ids("f.tiny = ?1 or f.middle = ?1 or f.big > ?1", 100_000));
  }

  @Test
  void a_fraction_beside_a_whole_number_is_one() {
    assertEquals(List.of(), ids("f.small = ?1", 1_000.5));
    assertEquals(List.of(2), ids("f.small > ?1", 1_000.5));
    assertEquals(List.of(1), ids("f.middle < ?1", new BigDecimal("100000.25")));
    assertEquals(List.of(1), ids("f.small = ?1", 1_000.0));
  }

  @Test
  void lists_may_hold_what_fits_beside_what_does_not() {
    assertEquals(List.of(1), ids("f.small in ?1", List.of(1_000, 100_000)));
    assertEquals(List.of(2), ids("f.tiny in ?1", List.of((byte) 20, 5_000_000_000L)));
    assertEquals(List.of(1), ids("f.middle in ?1", List.of(100_000, 1.5, BigInteger.TEN)));
    assertEquals(List.of(2), ids("f.small not in ?1", List.of(1_000, 100_000)));
  }

  @Test
  void what_is_to_be_stored_must_fit() {
    PersistenceException refused =
        assertThrows(
            PersistenceException.class,
            () ->
                unit.query(
                    manager ->
                        manager
                            .createQuery("update Figure f set f.small = ?1")
                            .setParameter(1, 100_000)
                            .executeUpdate()));
    assertTrue(refused.getMessage().contains("smallint out of range"), refused::getMessage);
    assertEquals(List.of(1, 2), ids("f.small <= ?1", 2_000));
  }
}
