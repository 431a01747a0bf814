package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Rows of values as arguments, and the types of arguments of PostgreSQL's own functions.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NullUnmarked // a null where none is expected fails the test by itself
class RowParameterTest {
  enum Size {
    SMALL,
    LARGE
  }

  record Choice(Size size, int price) {}

  @Entity(name = "Maker")
  static class Maker {
    @Id long id;

    Maker() {}

    Maker(long id) {
      this.id = id;
    }
  }

  @Entity(name = "Shirt")
  static class Shirt {
    @Id int id;

    @Enumerated(EnumType.STRING)
    Size size;

    BigDecimal price;
    @ManyToOne Maker maker;

    Shirt() {}

    Shirt(int id, Size size, int price, Maker maker) {
      this.id = id;
      this.size = size;
      this.price = BigDecimal.valueOf(price);
      this.maker = maker;
    }
  }

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    unit = TestUnit.on(server, Shirt.class, Maker.class);
    unit.inTransaction(
        manager -> {
          var one = new Maker(1);
          var two = new Maker(2);
          manager.persist(one);
          manager.persist(two);
          manager.persist(new Shirt(1, Size.SMALL, 10, one));
          manager.persist(new Shirt(2, Size.LARGE, 10, two));
          manager.persist(new Shirt(3, Size.LARGE, 20, two));
        });
  }

  @AfterParameterizedClassInvocation
  void close() {
    unit.close();
  }

  private List<Integer> shirts(String condition, Object argument) {
    return unit.query(
        manager -> {
          TypedQuery<Integer> query =
              manager.createQuery(
                  "select s.id from Shirt s where " + condition + " order by s.id", Integer.class);
          return query.setParameter("a", argument).getResultList();
        });
  }

  @Test
  void a_collection_of_rows_is_one_parameter() {
    String condition = "(s.size, s.price) in :a";
    assertEquals(
        List.of(1, 3),
        shirts(
            condition,
            List.of(
                new Object[] {Size.SMALL, 10}, new Object[] {Size.LARGE, BigDecimal.valueOf(20)})));
    assertEquals(List.of(2), shirts(condition, Set.of(List.of(Size.LARGE, 10))));
    assertEquals(List.of(2), shirts(condition, Map.of(Size.LARGE, 10).entrySet()));
    assertEquals(List.of(1), shirts(condition, List.of(new Choice(Size.SMALL, 10))));
    assertEquals(List.of(), shirts(condition, List.of()));
    assertEquals(
        List.of(1, 2), shirts("(s.size, s.price) not in (:a)", List.of(List.of(Size.LARGE, 20))));
    assertEquals(
        List.of(1),
        shirts(condition, List.of(Arrays.asList(null, 20), Arrays.asList(Size.SMALL, 10))));
  }

  @Test
  void a_row_of_an_entity_takes_its_id() {
    assertEquals(
        List.of(2), shirts("(s.maker, s.price) in :a", List.of(List.of(new Maker(2), 10))));
  }

  @Test
  void a_row_is_one_parameter_of_a_comparison() {
    assertEquals(List.of(3), shirts("(s.price, s.id) > :a", List.of(10, 2)));
    assertEquals(List.of(1), shirts(":a = (s.size, s.price)", new Choice(Size.SMALL, 10)));
  }

  @Test
  void rows_that_do_not_fit_are_refused() {
    var tooLong =
        assertThrows(
            IllegalArgumentException.class,
            () -> shirts("(s.size, s.price) in :a", List.of(List.of(Size.LARGE, 10, 1))));
    assertEquals(
        "cannot bind parameter :a: expected a row of 2 values, got one of 3", tooLong.getMessage());
    var noRow =
        assertThrows(
            IllegalArgumentException.class,
            () -> shirts("(s.size, s.price) in :a", List.of(Size.LARGE)));
    assertTrue(noRow.getMessage().contains("expected a row of 2 values, got"), noRow.getMessage());
    var wrongItem =
        assertThrows(
            IllegalArgumentException.class,
            () -> shirts("(s.size, s.price) in :a", List.of(List.of(1, 10))));
    assertTrue(wrongItem.getMessage().contains("expected " + Size.class.getName()));
  }

  private Object value(String selected, Object a, Object b) {
    return unit.query(
        manager ->
            manager
                .createQuery("select " + selected + " from Shirt s where s.id = 1", Object.class)
                .setParameter("a", a)
                .setParameter("b", b)
                .getSingleResultOrNull());
  }

  @Test
  void arguments_of_functions_that_take_any_type_have_the_types_of_their_classes() {
    assertEquals("x1", value("function('concat', :a, :b)", "x", 1));
    assertEquals("1t", value("function('concat', :a, :b)", 1, true));
    assertEquals("x", value("function('concat', :a, :b)", "x", null));
    assertEquals("", value("function('concat', :a, :b)", null, null));
    assertEquals("x, 1", value("function('pg_catalog.concat_ws', ', ', :a, :b)", "x", 1));
    assertEquals("x-2", value("function('format', '%s-%s', :a, :b)", "x", 2L));
    assertEquals(7, value("function('greatest', :a, :b)", 7, 3));
    assertEquals(
        "{\"n\": 1}", value("cast(function('jsonb_build_object', :a, :b) as string)", "n", 1));
  }

  @Test
  void arguments_of_other_functions_have_the_types_that_the_server_finds() {
    assertEquals("xxx", value("function('repeat', :a, :b)", "x", 3));
  }
}
