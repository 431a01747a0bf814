package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Queries for what was, which the specification has not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NullUnmarked // a null where none is expected fails the test by itself
class HistoricalQueryTest {
  @Entity(name = "Shop")
  @SystemVersioned(history = "shop_history", managed = false)
  static class Shop {
    @Id int id;
    String name;

    @OneToMany(mappedBy = "shop")
    List<Item> items = new ArrayList<>();

    Shop() {}

    Shop(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Entity(name = "Item")
  @SystemVersioned(period = "valid", history = "item_history", managed = false)
  @Inheritance
  @DiscriminatorValue("I")
  static class Item {
    @Id int id;
    String name;
    int price;
    @ManyToOne Shop shop;
    @ManyToOne Maker maker;

    Item() {}

    Item(int id, String name, int price, Shop shop, Maker maker) {
      this.id = id;
      this.name = name;
      this.price = price;
      this.shop = shop;
      this.maker = maker;
    }
  }

  @Entity(name = "Rare")
  @DiscriminatorValue("R")
  static class Rare extends Item {
    Integer left;
  }

  @Entity(name = "Maker")
  static class Maker {
    @Id int id;
    String name;

    Maker() {}

    Maker(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Entity(name = "Rate")
  @SystemVersioned
  static class Rate {
    @Id int id;
    double rate;
  }

  private static final Instant THEN = Instant.parse("2026-01-15T12:00:00Z");

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    unit = TestUnit.on(server, Shop.class, Item.class, Rare.class, Maker.class, Rate.class);
    unit.sql(
        "alter table shop add sys_period tstzrange not null default '[2026-02-01Z,)'",
        "alter table item add valid tstzrange not null default '[2026-02-01Z,)'",
        "alter table rate add sys_period tstzrange not null default '[2026-02-01Z,)'",
        "create table shop_history (like shop)",
        "create table item_history (like item)");
    unit.inTransaction(
        manager -> {
          var shop = new Shop(1, "New name");
          var maker = new Maker(1, "Maker");
          manager.persist(shop);
          manager.persist(maker);
          manager.persist(new Item(1, "Cup", 12, shop, maker));
          manager.persist(new Item(2, "Jug", 30, shop, maker));
        });
    unit.sql(
        "insert into shop_history (id, name, sys_period)"
            + " values (1, 'Old name', '[2026-01-01Z,2026-02-01Z)')",
        "insert into item_history (dtype, id, name, price, shop_id, maker_id, valid)"
            + " values ('I', 1, 'Cup', 10, 1, 1, '[2026-01-01Z,2026-02-01Z)'),"
            + " ('I', 3, 'Pot', 50, 1, 1, '[2026-01-01Z,2026-01-31Z)')",
        "insert into item_history (dtype, id, name, price, shop_id, \"left\", valid)"
            + " values ('R', 4, 'Egg', 90, 1, 1, '[2026-01-01Z,2026-01-31Z)')",
        "insert into rate (id, rate, sys_period) values (1, 1.5, '[2026-01-01Z,2026-02-01Z)'),"
            + " (2, 1.6, '[2026-02-01Z,)')");
  }

  @AfterParameterizedClassInvocation
  void close() {
    unit.close();
  }

  private List<String> rows(String jpql, Object moment) {
    return unit.query(
        manager -> {
          var query = manager.createQuery(jpql, Object[].class);
          if (jpql.contains(":then")) {
            query.setParameter("then", moment);
          }
          return query.getResultList().stream()
              .map(row -> Arrays.stream(row).map(String::valueOf).collect(Collectors.joining(" ")))
              .toList();
        });
  }

  @Test
  void rows_are_as_they_were() {
    String query = "select i.name, i.price from Item i as of :then order by i.id";
    assertEquals(List.of("Cup 10", "Pot 50", "Egg 90"), rows(query, THEN));
    assertEquals(List.of("Cup 12", "Jug 30"), rows(query, Instant.parse("2026-02-01T00:00:00Z")));
    assertEquals(List.of(), rows(query, Instant.parse("2025-12-31T00:00:00Z")));
    assertEquals(List.of("Cup 12", "Jug 30"), rows(query.replace("as of :then", ""), null));
    assertEquals(
        List.of("Cup", "Jug"),
        rows("select name from Item as of current_timestamp order by name", null));
  }

  @Test
  void a_moment_is_of_any_class_of_times() {
    String query = "select count(i) from Item as i as of :then";
    assertEquals(List.of("3"), rows(query, OffsetDateTime.ofInstant(THEN, ZoneOffset.ofHours(3))));
    assertEquals(List.of("3"), rows(query, LocalDateTime.ofInstant(THEN, ZoneId.systemDefault())));
    assertEquals(
        List.of("3"), rows("select count(i) from Item i as of {ts '2026-01-15 12:00:00'}", null));
  }

  @Test
  void associations_lead_to_the_same_moment() {
    assertEquals(
        List.of("Cup Old name", "Egg Old name", "Pot Old name"),
        rows("select i.name, i.shop.name from Item i as of :then order by i.name", THEN));
    assertEquals(
        List.of("Old name 3"),
        rows("select s.name, count(i) from Shop s as of :then join s.items i group by s", THEN));
    assertEquals(
        List.of("Old name"),
        rows("select s.name from Shop s as of :then where size(s.items) = 3", THEN));
    assertEquals(
        List.of("Cup Maker", "Pot Maker"),
        rows("select i.name, i.maker.name from Item i as of :then order by i.name", THEN));
    assertEquals(
        List.of("Cup 2"),
        rows("select n.name, n.price - o.price from Item n, Item o as of :then where n = o", THEN));
    assertEquals(List.of("Egg 1"), rows("select r.name, r.left from Rare r as of :then", THEN));
  }

  @Test
  void a_table_may_have_its_former_rows_itself() {
    assertEquals(List.of("1 1.5"), rows("select r.id, r.rate from Rate r as of :then", THEN));
    assertEquals(List.of("2"), rows("select count(r) from Rate r", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "select i from Item i as of :then ~ entity Item as it was cannot be selected",
        "select i.shop from Item i as of :then ~ entity Shop as it was cannot be selected",
        "select m.id from Maker m as of :then ~ entity Maker has no history",
        "select i.id from Shop s, Item i as of s.name ~ the same for all rows",
        "select i.id from Shop s as of :then, s.items i as of :then ~ AS OF follows an entity",
        "select i.id from Item as of ~ expected an expression",
        "select i.id from Item i as of :then connect by i = prior i ~ its present rows",
      })
  void what_is_wrong_is_refused_with_its_place(String jpql, String problem) {
    var error = assertThrows(IllegalArgumentException.class, () -> rows(jpql, THEN));
    assertTrue(error.getMessage().contains(problem), error.getMessage());
    assertTrue(error.getMessage().contains("line 1, column "), error.getMessage());
  }
}
