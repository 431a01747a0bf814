package io.tiercel.jpa.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.query.shop.Customer;
import io.tiercel.jpa.query.shop.Order;
import io.tiercel.jpa.query.shop.Priority;
import io.tiercel.jpa.query.shop.Tag;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// What queries answer on every version of the server.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryExecutionTest {

  @Parameter @Nullable TestServer server;
  private @Nullable ShopDatabase opened;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) throws SQLException {
    opened = new ShopDatabase(server);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    shop().close();
  }

  private ShopDatabase shop() {
    if (opened == null) {
      throw new IllegalStateException("no database");
    }
    return opened;
  }

  private void answers(List<String> rows, String jpql, @Nullable Object... arguments)
      throws SQLException {
    assertEquals(rows, shop().rows(jpql, arguments), jpql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "select o from Order o where o.id = 1 ~ Order#1",
        "from Order where id in (1, 3) order by id desc ~ Order#3, Order#1",
        "select o.customer from Order o order by o.id ~ Customer#1, Customer#1, Customer#2",
        "select c.id, c.address, c.name from Customer c where c.id < 3 order by c.id"
            + "~ 1 Address[Lund] Ada, 2 Address[Paris] Bob",
        "select distinct o.customer.address from Order o where o.id < 3 ~ Address[Lund]",
        "select c from Order o left join o.customer c order by o.id"
            + "~ Customer#1, Customer#1, Customer#2, -",
        "select c, count(o) from Customer c left join c.orders o group by c order by c.id"
            + "~ Customer#1 2, Customer#2 1, Customer#3 0",
        "select o.customer, sum(o.total) from Order o group by o.customer order by o.customer.id"
            + "~ Customer#1 30.50, Customer#2 5.00",
        "select distinct t.label from Customer c join c.tags t order by t.label ~ gold, new",
        "select distinct c from Customer c join c.orders o order by c.name ~ Customer#1,"
            + " Customer#2",
        "select t.label, c.name from Tag t join t.customers c order by t.id, c.id"
            + "~ gold Ada, new Ada, new Bob",
        "select o from Order o join fetch o.customer c left join fetch c.country"
            + " left join fetch o.lines where o.id < 4 order by o.id"
            + "~ Order#1[Customer#1[Country#SE]]+lines, Order#2[Customer#1[Country#SE]]+lines,"
            + " Order#3[Customer#2[Country#FR]]+lines",
        "select o from Order o left join fetch o.customer where o.id = 4 ~ Order#4[-]",
        "select c.id from Customer c join fetch c.orders order by c.id ~ !",
        "select c from Customer c join fetch c.orders order by c.id"
            + "~ Customer#1+orders, Customer#2+orders",
        "select c.name from Customer c where c.orders is empty ~ Cid",
        "select c.name, size(c.tags) from Customer c where c.tags is not empty order by c.id"
            + "~ Ada 2, Bob 1",
        "select p.name from Product p where size(p.reviews) = 2 ~ Pen",
        "select c.name from Customer c where c.card is null order by c.id ~ Bob, Cid",
        "select c.name, k.number from Customer c join c.card k ~ Ada A-1",
        "select k.customer.name from Card k ~ Ada",
        "select c.card.number from Customer c ~ A-1",
        "select c.name from Customer c where (select avg(o.total) from c.orders o) > 10 ~ Ada",
        "select c.name from Customer c where exists (select 1 from c.tags t where t.label = 'gold')"
            + "~ Ada",
        "select o.id from Order o where o.total >= all (select p.total from Order p where p.total"
            + " is not null) ~ 2",
        "select o.id from Order o where o.customer = any (select c from Customer c where c.active ="
            + " true) order by o.id ~ 1, 2",
        "select o.id from Order o where o.customer in (select c from Customer c where c.name like"
            + " 'B%') ~ 3",
        "select o.id from Order o where o.customer.address.city = 'Lund' order by o.id ~ 1, 2",
        "select a.city from Customer c join c.address a where a.city is not null order by a.city"
            + "~ Lund, Paris",
        "select c.name as n from Customer c union select p.name from Product p order by n"
            + "~ Ada, Bob, Cap, Cid, Ink_\\well, Pen",
        "select c.id as i from Customer c intersect select o.id from Order o where o.id > 1 order"
            + " by i~ 2, 3",
        "select o.id as i from Order o except all select c.id from Customer c order by i ~ 4",
        "select o from Order o where o.id = 1 union select o from Order o where o.id = 1 ~ Order#1",
        "select new io.tiercel.jpa.query.shop.OrderView(o.id, o.customer.name, count(l)) from Order"
            + " o join o.lines l group by o.id, o.customer.name order by o.id"
            + "~ OrderView[1, Ada, 2], OrderView[2, Ada, 1], OrderView[3, Bob, 1]",
        "select o.status as s, count(*) as n from Order o group by o.status having count(*) = 1"
            + " order by s nulls first ~ null 1, OPEN 1, PAID 1, SHIPPED 1",
        "select o.id from Order o order by o.total desc nulls last, o.id ~ 2, 1, 3, 4",
        "select o.id from Order o where o.gift and o.status = OPEN and o.priority = Priority.HIGH"
            + "~ 1",
        "select o.id from Order o where not o.gift = true and o.status in (PAID, OPEN) ~ 2",
        "select o.id from Order o where o.placed between {d '2026-02-01'} and {d '2026-12-31'}"
            + " order by o.id ~ 2, 3",
        "select o.id from Order o where o.shipped < {ts '2026-02-02 00:00:00'} ~ 1",
        "select p.name from Product p where p.name like '%\\%' ~ Ink_\\well",
        "select p.name from Product p where p.name like 'Ink!_%' escape '!' ~ Ink_\\well",
        "select p.name from Product p where p.name not like 'P%' order by p.name"
            + "~ Cap, Ink_\\well",
        "select l.id from Line l where l.price * l.quantity > 5 order by l.id ~ 2, 3",
        "select l.id from Line l where l.quantity between 2 and 3 ~ 1",
        "select o.id from Order o, Customer c where o.customer = c and c.name = 'Bob' ~ 3",
        "select c.name from Customer c join Order o on o.customer = c and o.total > 15 ~ Ada",
        "select c.name from Customer c, in (c.orders) o where o.total < 10 ~ Bob",
        "select o.id from Order o left join o.lines l on l.product.name = 'Pen' where l is null"
            + " order by o.id ~ 3, 4",
        "select o.id, l.id from Order o left join o.lines l on l.order.customer.name = 'Ada' order"
            + " by o.id, l.id ~ 1 1, 1 2, 2 3, 3 null, 4 null",
        "select id(o), version(o.customer) from Order o where id(o.customer) = 2 ~ 3 0",
        "select object(o) from Order o where o.id = 2 ~ Order#2",
        "select (select count(l) from o.lines l) from Order o order by o.id ~ 2, 1, 1, 0",
      })
  void a_query_answers(String jpql, String rows) throws SQLException {
    if (rows.equals("!")) {
      assertThrows(JpqlSemanticException.class, () -> ShopDatabase.plan(jpql));
      return;
    }
    answers(Arrays.asList(rows.split(", (?![^\\[]*])")), jpql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "select o.id from Order o order by o.id limit 2 ~ 1, 2",
        "select o.id from Order o order by o.id limit 2 offset 1 ~ 2, 3",
        "select o.id from Order o order by o.id offset 3 ~ 4",
        "from Order order by id limit 1 ~ Order#1",
        "select c.name from Customer c where c.id = (select o.customer.id from Order o where"
            + " o.customer is not null order by o.total desc limit 1) ~ Ada",
        "(select o.id as i from Order o order by o.id limit 1) union all (select c.id from Customer"
            + " c order by c.id desc limit 1) order by i ~ 1, 3",
        "select p.name from Product p where p.name ilike 'P%' ~ Pen",
        "select p.name from Product p where p.name not ilike '%!_%' escape '!' order by p.id"
            + "~ Pen, Cap",
        "select o.id from Order o where (o.customer.id, o.status) = (1, PAID) ~ 2",
        "select o.id from Order o where (o.total, o.id) > (5, 3) order by o.id ~ 1, 2",
        "select o.id from Order o where (o.id, o.status) in ((1, OPEN), (2, OPEN), (3, SHIPPED))"
            + " order by o.id ~ 1, 3",
        "select o.id from Order o where (o.id, o.total) not in ((1, 10.5), (2, 20)) and o.id < 4 ~"
            + " 3",
        "select c.name from Customer c where (c.id, c.name) in (select o.customer.id, 'Bob' from"
            + " Order o) ~ Bob",
        "select o.id, row_number() over (order by o.total desc nulls last) from Order o order by"
            + " o.id~ 1 2, 2 1, 3 3, 4 4",
        "select l.id, sum(l.quantity) over (partition by l.order order by l.id), rank() over"
            + " (partition by l.order.id order by l.price) from Line l order by l.id"
            + "~ 1 2 1, 2 3 2, 3 4 1, 4 1 1",
        "select o.id, lag(o.id, 1, 0) over (order by o.id), lead(o.status) over (order by o.id)"
            + " from Order o order by o.id ~ 1 0 PAID, 2 1 SHIPPED, 3 2 null, 4 3 null",
        "select o.id, count(o) over (order by o.id rows between 1 preceding and current row),"
            + " ntile(2) over (order by o.id) from Order o order by o.id ~ 1 1 1, 2 2 1, 3 2 2, 4 2"
            + " 2",
        "select first_value(o.id) over (order by o.id rows unbounded preceding), cume_dist() over"
            + " (order by o.id) from Order o where o.id = 2 ~ 2 1",
        "select count(o) filter (where o.total > 7), count(o) from Order o ~ 2 4",
        "select avg(l.quantity) filter (where l.price > 4) over () from Line l where l.id = 3 ~ 4",
      })
  void what_postgresql_has_besides_the_specification_answers(String jpql, String rows)
      throws SQLException {
    answers(Arrays.asList(rows.split(", ")), jpql);
  }

  @Test
  void arguments_beside_the_current_time_are_of_any_class_of_dates_and_times() throws SQLException {
    var id = "select o.id from Order o where o.id = 1 and ";
    for (Object day :
        List.of(
            LocalDate.of(2020, 1, 31),
            java.sql.Date.valueOf("2020-01-31"),
            java.sql.Timestamp.valueOf("2020-01-31 12:30:00"),
            new GregorianCalendar(2020, 0, 31),
            LocalDateTime.of(2020, 1, 31, 12, 30),
            Instant.parse("2020-01-31T12:30:00Z"))) {
      answers(List.of("1"), id + "current_date > :day and :day < current_timestamp", "day", day);
      answers(List.of("1"), id + "extract(year from :day) = 2020", "day", day);
    }
    answers(List.of(), id + "current_time = :time", "time", LocalTime.of(1, 2, 3, 4_000));
    var plan = ShopDatabase.plan(id + "current_date > :day");
    assertEquals(List.of(new ParameterUse("day", Object.class, false)), plan.parameters());
  }

  @Test
  void a_page_is_a_part_of_the_rows_that_the_query_asks_for() throws SQLException {
    var plan = ShopDatabase.plan("select o.id from Order o order by o.id limit :max offset 1");
    assertEquals(List.of("2", "3"), shop().rows(plan, plan.sql(), "max", 2));
    assertEquals(List.of("3"), shop().rows(plan, plan.sql(true, true), 5, 1, "max", 2));
    assertEquals(List.of("2"), shop().rows(plan, plan.sql(true, false), 1, null, "max", 3));
    assertEquals(List.of("4"), shop().rows(plan, plan.sql(false, true), null, 2, "max", 9));
    assertEquals(List.of(), shop().rows(plan, plan.sql(false, true), null, 2, "max", 2));
    var entities = ShopDatabase.plan("select o from Order o order by o.id limit 1");
    assertEquals(
        List.of("Order#1"),
        shop().rows(entities, entities.sql(true, false, LockClause.FOR_UPDATE), 3, null));
  }

  @Test
  void rows_of_parameters_take_the_types_of_what_they_meet() throws SQLException {
    answers(
        List.of("2"),
        "select o.id from Order o where (o.id, o.status) in ((:a, :s), (9L, :s))",
        "a",
        2L,
        "s",
        Order.Status.PAID);
  }

  @Test
  void arguments_take_the_type_of_what_they_meet() throws SQLException {
    var customer = new Customer();
    var id = "select o.id from Order o where ";
    answers(List.of("1"), id + "o.status = :s", "s", Order.Status.OPEN);
    answers(List.of("1"), id + "o.priority = ?1", 1, Priority.HIGH);
    answers(List.of("1"), id + ":g = o.gift", "g", true);
    answers(List.of(), id + "o.customer = :c", "c", customer);
    answers(List.of("2"), id + "o.total > :t", "t", 15);
    answers(List.of("2"), id + "o.total - :t > 5", "t", 10);
    answers(List.of("1"), id + "o.customer.name = :n and o.total < :t", "n", "Ada", "t", 15.5);
    answers(
        List.of("3"),
        id + "o.reference = :r",
        "r",
        UUID.fromString("00000000-0000-0000-0000-000000000003"));
    answers(List.of("1"), id + "o.shipped > :i", "i", Instant.parse("2026-01-01T00:00:00Z"));
    answers(List.of("3"), id + "o.placed = :d", "d", LocalDate.of(2026, 3, 1));
    answers(List.of("1", "2"), id + "o.customer.name like :p order by o.id", "p", "A%");
    answers(List.of("1"), id + "o.id between :a and :b", "a", 0L, "b", 1L);
    answers(List.of("1"), id + "case when o.id = 1 then :x else :y end = :x", "x", "q", "y", "r");
    answers(
        List.of("2"),
        id + "coalesce(o.status, :s) = :s and o.id > :m and o.id < 3",
        "s",
        Order.Status.PAID,
        "m",
        1L);
  }

  @Test
  void an_optional_condition_is_switched_by_a_null_argument() throws SQLException {
    var jpql = "select o.id from Order o where (:s is null or o.status = :s) order by o.id";
    answers(List.of("1", "2", "3", "4"), jpql, "s", null);
    answers(List.of("2"), jpql, "s", Order.Status.PAID);
  }

  @Test
  void a_list_is_one_parameter() throws SQLException {
    answers(
        List.of("1", "3"),
        "select o.id from Order o where o.id in :ids order by o.id",
        "ids",
        List.of(1L, 3L, 9L));
    answers(
        List.of("2", "4"),
        "select o.id from Order o where o.id not in (:ids) order by o.id",
        "ids",
        new Long[] {1L, 3L});
    answers(List.of(), "select o.id from Order o where o.id in :ids", "ids", List.of());
    answers(List.of("3"), "select o.id from Order o where o.id in :ids", "ids", 3L);
    answers(
        List.of("1", "2"),
        "select o.id from Order o where o.status in ?1 order by o.id",
        1,
        List.of(Order.Status.OPEN, Order.Status.PAID));
  }

  @Test
  void pages_and_locks_are_taken() throws SQLException {
    var plan = ShopDatabase.plan("select o from Order o left join o.customer c order by o.id");
    assertEquals(
        List.of("Order#2", "Order#3"),
        shop().rows(plan, plan.sql(true, true, LockClause.FOR_UPDATE), 2, 1));
    assertEquals(List.of("Order#4"), shop().rows(plan, plan.sql(false, true), null, 3));
  }

  @Test
  void bulk_statements_change_what_they_say() throws SQLException {
    var orders = "select o.id, o.total, o.status, o.customer.id from Order o where o.id = 1";
    assertEquals(
        List.of("2 rows", "1 21.00 PAID 2"),
        shop()
            .update(
                "update Order o set o.total = o.total * 2, o.status = :s, o.customer = :c"
                    + " where o.customer.name = 'Ada'",
                orders,
                "s",
                Order.Status.PAID,
                "c",
                bob()));
    assertEquals(
        List.of("4 rows", "1"),
        shop()
            .update(
                "update Order set total = null",
                "select count(o) from Order o where o.total is null and o.id = 2"));
    assertEquals(
        List.of("1 rows", "3"),
        shop()
            .update(
                "delete from Line l where l.order.customer.active = false",
                "select count(l) from Line l"));
    assertEquals(
        List.of("2 rows", "Lund!"),
        shop()
            .update(
                "update Customer set address.city = concat(address.city, :x) where address.city is"
                    + " not null",
                "select c.address.city from Customer c where c.id = 1",
                "x",
                "!"));
    assertEquals(
        List.of("2 rows", "0"),
        shop().update("delete Tag".replace("delete", "delete from"), "select count(t) from Tag t"));
  }

  private static Customer bob() {
    try {
      var bob = new Customer();
      var id = bob.getClass().getDeclaredField("id");
      id.setAccessible(true);
      id.set(bob, 2L);
      return bob;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no id", e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "concat('a', p.name, p.id) ~ aPen1 ~ String",
        "p.name || '-' || p.id || :s ~ Pen-1s ~ String",
        "concat(p.name, p.weight, null) ~ null ~ String",
        "substring(p.name, 2) ~ en ~ String",
        "substring(:s, 1, 1) ~ s ~ String",
        "substring(p.name, p.sold - 4999999999, :one) ~ P ~ String",
        "trim(' a ') ~ a ~ String",
        "trim(leading 'P' from p.name) ~ en ~ String",
        "trim(both :s from :s) ~ '' ~ String",
        "lower(p.name) ~ pen ~ String",
        "upper(:s) ~ S ~ String",
        "length(p.name) ~ 3 ~ Integer",
        "locate('n', p.name) ~ 3 ~ Integer",
        "locate('x', p.name) ~ 0 ~ Integer",
        "locate('n', 'nan', 2) ~ 3 ~ Integer",
        "locate(:s, 'as', :one) ~ 2 ~ Integer",
        "locate('n', 'an', 3) ~ 0 ~ Integer",
        "replace(p.name, 'P', :s) ~ sen ~ String",
        "left(p.name, 2) ~ Pe ~ String",
        "right(p.name, :one) ~ n ~ String",
        "abs(-p.id) ~ 1 ~ Integer",
        "abs(:one) ~ 1 ~ BigDecimal",
        "ceiling(p.weight) ~ 1 ~ Double",
        "ceiling(p.id) ~ 1 ~ Integer",
        "floor(p.weight) ~ 0 ~ Double",
        "floor(1.5bd) ~ 1 ~ BigDecimal",
        "round(p.weight, 0) ~ 1 ~ Double",
        "round(2.346, 2) ~ 2.35 ~ Double",
        "round(1250, -2) ~ 1300 ~ Integer",
        "round(p.score, 1) ~ 4.5 ~ Float",
        "exp(0) ~ 1 ~ Double",
        "ln(1.0) ~ 0 ~ Double",
        "power(p.id + 1, 3) ~ 8 ~ Double",
        "power(2.0, :one) ~ 2 ~ Double",
        "sqrt(p.stock + 2) ~ 3 ~ Double",
        "sqrt(6.25) ~ 2.5 ~ Double",
        "sign(-p.weight) ~ -1 ~ Integer",
        "mod(p.stock, 4) ~ 3 ~ Integer",
        "mod(p.sold, :one) ~ 0 ~ Long",
        "size(p.reviews) ~ 2 ~ Integer",
        "coalesce(p.weight, 0) ~ 0.5 ~ Double",
        "coalesce(null, :s, 'b') ~ s ~ String",
        "nullif(p.id, 1) ~ null ~ Integer",
        "nullif(:s, 'x') ~ s ~ String",
        "case when p.id = 1 then 'one' else 'many' end ~ one ~ String",
        "case p.id when 2 then 'two' when :one then 'one' end ~ one ~ String",
        "case when p.id = 1 then 1 else 2.5 end ~ 1 ~ Double",
        "cast(p.id as string) ~ 1 ~ String",
        "cast(:one as string) || 'x' ~ 1x ~ String",
        "cast('12' as integer) ~ 12 ~ Integer",
        "cast('12' as long) + 1 ~ 13 ~ Long",
        "cast('1.5' as float) ~ 1.5 ~ Float",
        "cast(:s2 as double) ~ 2.5 ~ Double",
        "extract(year from {d '2026-01-31'}) ~ 2026 ~ Integer",
        "extract(quarter from {d '2026-05-31'}) ~ 2 ~ Integer",
        "extract(month from {d '2026-01-31'}) ~ 1 ~ Integer",
        "extract(week from {d '2026-01-31'}) ~ 5 ~ Integer",
        "extract(day from {d '2026-01-31'}) ~ 31 ~ Integer",
        "extract(hour from {t '23:59:01'}) ~ 23 ~ Integer",
        "extract(minute from {t '23:59:01'}) ~ 59 ~ Integer",
        "extract(second from {ts '2026-01-31 23:59:01.5'}) ~ 1.5 ~ Double",
        "extract(date from {ts '2026-01-31 23:59:01.5'}) ~ 2026-01-31 ~ LocalDate",
        "extract(time from {ts '2026-01-31 23:59:01.5'}) ~ 23:59:01.5 ~ LocalTime",
        "p.id + p.sold ~ 5000000001 ~ Long",
        "p.stock * 2 ~ 14 ~ Integer",
        "p.sold / 2 ~ 2500000000 ~ Long",
        "p.serial + 1 ~ 123456789012345678902 ~ BigInteger",
        "p.weight * 2 ~ 1 ~ Double",
        "p.id * 1.5 ~ 1.5 ~ Double",
        "p.id * 1.5bd ~ 1.5 ~ BigDecimal",
        "p.id + 2147483647L ~ 2147483648 ~ Long",
        "-p.id - -1 ~ 0 ~ Integer",
        "5L ~ 5 ~ Long",
        "1.5f ~ 1.5 ~ Float",
        "7bi ~ 7 ~ BigInteger",
        "'it''s' ~ it's ~ String",
        "p.id = 1 ~ t ~ Boolean",
        "function('repeat', p.name, 2) ~ PenPen ~ Object",
        "function('pg_catalog.lower', p.name) ~ pen ~ Object",
        "{d '2026-01-31'} ~ 2026-01-31 ~ LocalDate",
        "{t '23:59:01'} ~ 23:59:01 ~ LocalTime",
        "{ts '2026-01-31 23:59:01'} ~ 2026-01-31 23:59:01 ~ LocalDateTime",
        "(select count(r) from p.reviews r) ~ 2 ~ Long",
      })
  void a_value_is_computed_with_its_java_type(String value, String expected, String type)
      throws SQLException {
    var jpql = "select %s from Product p where p.id = 1".formatted(value);
    var scalar = (Selection.Scalar) ShopDatabase.plan(jpql).selections().getFirst();
    assertEquals(type, scalar.columnType().getSimpleName(), jpql);
    var row = shop().rows(jpql, "s", "s", "s2", "2.5", "one", 1).getFirst();
    assertEquals(expected.equals("''") ? "" : expected, row, jpql);
  }

  @ParameterizedTest
  @CsvSource({
    "current_date, Date",
    "current_time, Time",
    "current_timestamp, Timestamp",
    "local date, LocalDate",
    "local time, LocalTime",
    "local datetime, LocalDateTime",
    "extract(year from local datetime), Integer",
    "extract(date from current_timestamp), LocalDate",
  })
  void the_time_of_the_server_is_read(String value, String type) throws SQLException {
    var jpql = "select %s from Product p where p.id = 1".formatted(value);
    var scalar = (Selection.Scalar) ShopDatabase.plan(jpql).selections().getFirst();
    assertEquals(type, scalar.columnType().getSimpleName(), jpql);
    assertTrue(shop().rows(jpql).getFirst().length() >= 4, jpql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "count(p) ~ 3 ~ Long",
        "count(p.weight) ~ 2 ~ Long",
        "count(distinct p.stock * 0) ~ 1 ~ Long",
        "count(*) ~ 3 ~ Long",
        "sum(p.id) ~ 6 ~ Long",
        "sum(p.stock) ~ 7 ~ Long",
        "sum(p.sold) ~ 5000000003 ~ Long",
        "sum(p.serial) ~ 123456789012345678906 ~ BigInteger",
        "sum(p.score) ~ 7.5 ~ Double",
        "sum(p.weight) ~ 2.75 ~ Double",
        "sum(p.id * 1.5bd) ~ 9.0 ~ BigDecimal",
        "avg(p.id) ~ 2 ~ Double",
        "avg(p.score) ~ 3.75 ~ Double",
        "min(p.name) ~ Cap ~ String",
        "max(p.score) ~ 4.5 ~ Float",
        "max(p.id) + 1 ~ 4 ~ Integer",
      })
  void an_aggregate_has_the_type_of_the_specification(String value, String expected, String type)
      throws SQLException {
    var jpql = "select %s from Product p".formatted(value);
    var scalar = (Selection.Scalar) ShopDatabase.plan(jpql).selections().getFirst();
    assertEquals(type, scalar.columnType().getSimpleName(), jpql);
    answers(List.of(expected), jpql);
  }

  @Test
  void a_member_of_a_collection_is_found_by_its_id() throws SQLException {
    var tag = new Tag();
    answers(
        List.of("Ada", "Bob"),
        "select c.name from Customer c, Tag t where t.label = 'new' and t member of c.tags"
            + " order by c.id");
    answers(List.of(), "select c.name from Customer c where :t member of c.tags", "t", tag);
    answers(
        new ArrayList<>(List.of("Ada", "Bob", "Cid")),
        "select c.name from Customer c where :t not member c.tags order by c.id",
        "t",
        tag);
  }
}
