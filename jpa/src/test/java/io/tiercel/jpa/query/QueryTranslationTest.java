package io.tiercel.jpa.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The SQL of queries: what is joined, what is not, and how it reads.
class QueryTranslationTest {

  private static final String ORDER_COLUMNS = columns("o1");

  private static String columns(String alias) {
    return ("a.id, a.reference, a.customer_id, a.status, a.priority, a.placed, a.shipped, a.total,"
            + " a.gift")
        .replace("a.", alias + ".");
  }

  private static void translates(String jpql, String sql) {
    assertEquals(sql, ShopDatabase.plan(jpql).sql(), jpql);
  }

  @Test
  void an_entity_is_all_its_columns() {
    translates("select o from Order o", "select " + ORDER_COLUMNS + " from orders o1");
    translates("from Order", "select " + ORDER_COLUMNS + " from orders o1");
    translates(
        "from Order where total > 1",
        "select " + ORDER_COLUMNS + " from orders o1 where o1.total > 1");
  }

  @Test
  void the_id_of_a_to_one_is_its_foreign_key() {
    translates(
        "select o.customer.id from Order o where o.customer.id = 1",
        "select o1.customer_id from orders o1 where o1.customer_id = 1");
    translates(
        "select o.id from Order o where o.customer is null or o.customer = :c",
        "select o1.id from orders o1 where o1.customer_id is null or o1.customer_id = $1");
    translates("select id(o.customer) from Order o", "select o1.customer_id from orders o1");
  }

  @Test
  void a_path_joins_once() {
    translates(
        "select l.order.customer.name, l.order.total from Line l"
            + " where l.order.customer.active = true and l.order.status = 'PAID'",
        "select c3.name, o2.total from line l1 join orders o2 on o2.id = l1.order_id"
            + " join customer c3 on c3.id = o2.customer_id"
            + " where c3.active = true and o2.status = 'PAID'");
    translates(
        "select o.customer.name from Order o join o.customer c where c.active = true",
        "select c2.name from orders o1 join customer c2 on c2.id = o1.customer_id"
            + " where c2.active = true");
  }

  @Test
  void joins_follow_the_association() {
    translates(
        "select c.id, t.label from Customer c left join c.tags t on t.id > 1",
        "select c1.id, t2.label from customer c1 left join (customer_tag c3 join tag t2"
            + " on t2.id = c3.tags_id) on c3.customers_id = c1.id and t2.id > 1");
    translates(
        "select t.id, c.id from Tag t join t.customers c",
        "select t1.id, c2.id from tag t1 join (customer_tag c3 join customer c2"
            + " on c2.id = c3.customers_id) on c3.tags_id = t1.id");
    translates(
        "select r.id from Product p join p.reviews r",
        "select r2.id from product p1 join review r2 on r2.product_id = p1.id");
    translates(
        "select k.id from Customer c join c.card k",
        "select c2.id from customer c1 join card c2 on c2.customer_id = c1.id");
    translates(
        "select c.id from Customer c, in (c.orders) o",
        "select c1.id from customer c1 join orders o2 on o2.customer_id = c1.id");
    translates("select a.city from Customer c join c.address a", "select c1.city from customer c1");
    translates(
        "select o.id from Order o left join o.lines l on l.product.name = 'x' or l.quantity = 1",
        "select o1.id from orders o1 left join (line l2 join product p3 on p3.id = l2.product_id)"
            + " on l2.order_id = o1.id and (p3.name = 'x' or l2.quantity = 1)");
    translates(
        "select c.id from Customer c join Order o on o.customer = c",
        "select c1.id from customer c1 join orders o2 on o2.customer_id = c1.id");
    translates(
        "select c.id from Customer c, Tag t where t.id = c.id",
        "select c1.id from customer c1 cross join tag t2 where t2.id = c1.id");
  }

  @Test
  void a_fetched_to_one_comes_in_the_row_and_a_fetched_collection_does_not() {
    var plan =
        ShopDatabase.plan(
            "select o from Order o join fetch o.customer c left join fetch o.lines"
                + " left join fetch c.tags where c.name = 'x'");
    assertEquals(
        "select "
            + ORDER_COLUMNS
            + ", c2.id, c2.version, c2.name, c2.active, c2.city, c2.country_code"
            + " from orders o1 join customer c2 on c2.id = o1.customer_id where c2.name = 'x'",
        plan.sql());
    var order = (EntitySelection) plan.selections().getFirst();
    assertEquals("lines", order.collections().getFirst().name());
    var customer = order.joined().getFirst();
    assertEquals("customer", customer.attribute().name());
    assertEquals(9, customer.target().firstColumn());
    assertEquals("tags", customer.target().collections().getFirst().name());
    assertEquals(15, plan.columns());
  }

  @Test
  void a_condition_of_a_join_joins_inside_of_it() {
    translates(
        "select o.id from Order o left join o.lines l on l.order.customer.name = 'x'"
            + " where l.order.customer.name is null",
        "select o1.id from orders o1 left join (line l2 join orders o3 on o3.id = l2.order_id"
            + " join customer c4 on c4.id = o3.customer_id)"
            + " on l2.order_id = o1.id and c4.name = 'x'"
            + " join orders o5 on o5.id = l2.order_id join customer c6 on c6.id = o5.customer_id"
            + " where c6.name is null");
  }

  @Test
  void what_is_fetched_below_a_collection_is_a_tree() {
    var plan =
        ShopDatabase.plan(
            "select c from Customer c left join fetch c.orders o left join fetch o.lines l"
                + " left join fetch l.product p left join fetch p.reviews left join fetch c.tags");
    assertEquals(
        "select c1.id, c1.version, c1.name, c1.active, c1.city, c1.country_code from customer c1",
        plan.sql());
    var customer = (EntitySelection) plan.selections().getFirst();
    assertEquals(
        List.of("orders", "tags"),
        customer.collections().stream().map(PluralAttribute::name).toList());
    var orders = customer.below().get(customer.collections().getFirst());
    assertEquals("{lines={product={reviews={}}}}", text(orders));
    assertEquals(FetchTree.NONE, customer.below().get(customer.collections().getLast()));
  }

  private static String text(@Nullable FetchTree tree) {
    var names = new TreeMap<String, String>();
    if (tree != null) {
      tree.toOnes().forEach((attribute, below) -> names.put(attribute.name(), text(below)));
      tree.collections().forEach((attribute, below) -> names.put(attribute.name(), text(below)));
    }
    return names.toString();
  }

  @Test
  void an_inner_fetch_of_a_collection_asks_for_an_element() {
    translates(
        "select o from Order o join fetch o.lines where o.total > 1 or o.id = 2",
        "select "
            + ORDER_COLUMNS
            + " from orders o1 where exists (select 1 from line l2 where l2.order_id = o1.id)"
            + " and (o1.total > 1 or o1.id = 2)");
  }

  @Test
  void distinct_is_left_out_where_rows_are_distinct_anyway() {
    translates(
        "select distinct o from Order o left join fetch o.lines",
        "select " + ORDER_COLUMNS + " from orders o1");
    translates(
        "select distinct o from Order o join o.lines l",
        "select distinct " + ORDER_COLUMNS + " from orders o1 join line l2 on l2.order_id = o1.id");
    translates("select distinct o.total from Order o", "select distinct o1.total from orders o1");
  }

  @Test
  void collections_are_subqueries() {
    translates(
        "select c.id from Customer c where c.orders is empty and size(c.tags) > 1"
            + " and :t member of c.tags and c.card is not null",
        "select c1.id from customer c1"
            + " where not exists (select 1 from orders o2 where o2.customer_id = c1.id)"
            + " and (select count(*) from customer_tag c3 where c3.customers_id = c1.id)::integer"
            + " > 1"
            + " and $1 in (select c4.tags_id from customer_tag c4 where c4.customers_id = c1.id)"
            + " and exists (select 1 from card c5 where c5.customer_id = c1.id)");
  }

  @Test
  void a_subquery_ranges_over_what_the_query_around_has_joined() {
    translates(
        "select c.name from Order o join o.customer c where exists (select 1 from o.customer d"
            + " where d.active = true and d.name = c.name)",
        "select c2.name from orders o1 join customer c2 on c2.id = o1.customer_id"
            + " where exists (select 1 from customer c3"
            + " where c3.id = o1.customer_id and c3.active = true and c3.name = c2.name)");
  }

  @Test
  void subqueries_refer_to_the_query_around() {
    translates(
        "select c.id from Customer c where exists (select o from c.orders o where o.total > 1)",
        "select c1.id from customer c1 where exists (select o2.id from orders o2"
            + " where o2.customer_id = c1.id and o2.total > 1)");
    translates(
        "select o.id from Order o where exists"
            + " (select l from Line l where l.order = o and o.customer.name = 'x')",
        "select o1.id from orders o1 where exists (select l2.id from line l2"
            + " join customer c3 on c3.id = o1.customer_id"
            + " where l2.order_id = o1.id and c3.name = 'x')");
    translates(
        "select o.id from Order o where o.total >= all (select p.total from Order p)",
        "select o1.id from orders o1 where o1.total >= all (select o2.total from orders o2)");
  }

  @Test
  void grouping_by_an_entity_groups_by_its_key() {
    translates(
        "select o.customer, count(o) from Order o group by o.customer",
        "select c2.id, c2.version, c2.name, c2.active, c2.city, c2.country_code, count(o1.id)"
            + " from orders o1 join customer c2 on c2.id = o1.customer_id"
            + " group by o1.customer_id, c2.id");
  }

  @Test
  void result_variables_sort() {
    translates(
        "select o.status as s, count(o) as n from Order o group by o.status having count(o) > 1"
            + " order by n desc nulls last, s",
        "select o1.status, count(o1.id) from orders o1 group by o1.status having count(o1.id) > 1"
            + " order by count(o1.id) desc nulls last, o1.status");
  }

  @Test
  void enum_constants_and_converted_values_are_written_as_they_are_stored() {
    translates(
        "select o.id from Order o where o.status = io.tiercel.jpa.query.shop.Order.Status.OPEN"
            + " and o.priority <> HIGH and o.status in (PAID, Status.SHIPPED) and o.gift = true",
        "select o1.id from orders o1 where o1.status = 'OPEN' and o1.priority <> 1"
            + " and o1.status in ('PAID', 'SHIPPED') and o1.gift = 'Y'");
    translates(
        "select o.id from Order o where o.gift and not o.gift",
        "select o1.id from orders o1 where o1.gift = 'Y' and not o1.gift = 'Y'");
  }

  @Test
  void parentheses_stand_where_they_must() {
    translates(
        "select (l.quantity + 1) * 2 - (3 - l.quantity), -(-1) from Line l"
            + " where not (l.quantity = 1 or l.quantity = 2) and (l.quantity = 3 or l.id = 4)",
        "select (l1.quantity + 1) * 2 - (3 - l1.quantity), -(-1) from line l1"
            + " where not (l1.quantity = 1 or l1.quantity = 2)"
            + " and (l1.quantity = 3 or l1.id = 4)");
  }

  @Test
  void set_operations_sort_by_result_variables() {
    translates(
        "select c.name as n from Customer c union select p.name from Product p order by n desc",
        "select c1.name from customer c1 union select p2.name from product p2 order by 1 desc");
  }

  @Test
  void bulk_statements_join_beside_their_target() {
    translates(
        "update Order o set o.total = o.total * 2, o.status = PAID, o.customer = null"
            + " where o.customer.name = :n or o.id = 1",
        "update orders o1 set total = o1.total * 2, status = 'PAID', customer_id = null"
            + " from customer c2 where c2.id = o1.customer_id and (c2.name = $1 or o1.id = 1)");
    translates(
        "update Customer set address.city = upper(address.city), version = version + 1",
        "update customer c1 set city = upper(c1.city), version = c1.version + 1");
    translates(
        "delete from Line l where l.order.customer.active = false",
        "delete from line l1 using orders o2, customer c3"
            + " where o2.id = l1.order_id and c3.id = o2.customer_id and c3.active = false");
    translates("delete from Product", "delete from product p1");
    translates(
        "delete from Tag",
        "with found as (select t1.id as k0 from tag t1 for update of t1),"
            + " part0 as (delete from customer_tag t1_r using found where t1_r.tags_id = found.k0)"
            + " delete from tag t1 using found where t1.id = found.k0");
  }

  @Test
  void paging_and_locks_come_last() {
    var plan = ShopDatabase.plan("select o from Order o left join o.customer c where o.id > :id");
    assertEquals(
        plan.sql() + " limit $2 offset $3 for update of o1",
        plan.sql(true, true, LockClause.FOR_UPDATE));
    assertEquals(plan.sql() + " offset $2", plan.sql(false, true));
    assertEquals(plan.sql() + " for share of o1", plan.sql(false, false, LockClause.FOR_SHARE));
  }

  @Test
  void a_statement_without_locks_is_written_once() {
    var plan = ShopDatabase.plan("select o from Order o where o.id > :id");
    for (boolean limit : new boolean[] {false, true}) {
      for (boolean offset : new boolean[] {false, true}) {
        var first = plan.sql(limit, offset);
        assertEquals(limit, first.contains(" limit "));
        assertEquals(offset, first.contains(" offset "));
        assertSame(first, plan.sql(limit, offset, LockClause.NONE));
      }
    }
  }

  @Test
  void a_plan_knows_what_it_reads_and_changes() {
    var select = ShopDatabase.plan("select o.customer.name from Order o where o.lines is empty");
    assertEquals(
        Set.of("Order", "Customer", "Line"),
        select.reads().stream().map(EntityMapping::entityName).collect(Collectors.toSet()));
    assertEquals(QueryPlan.Kind.SELECT, select.kind());
    var update = ShopDatabase.plan("update Order o set o.total = 1");
    assertEquals("Order", update.target().entityName());
    assertEquals(QueryPlan.Kind.UPDATE, update.kind());
  }
}
