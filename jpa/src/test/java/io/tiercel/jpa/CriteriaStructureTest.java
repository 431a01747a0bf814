package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import io.tiercel.jpa.shop.Tag;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Fetch;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Predicate.BooleanOperator;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.SetJoin;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.EntityType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Joins, fetches, subqueries and bulk statements of the Criteria API, and what a query tells of
/// itself (Jakarta Persistence 3.2, sections 6.3 and 6.5).
@SuppressWarnings("deprecation") // multiselect is what most applications use
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaStructureTest {
  private static Shop shop;

  @BeforeAll
  static void fill() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          Tag red = new Tag("red");
          manager.persist(red);
          for (int i = 1; i <= 5; i++) {
            Product product = new Product("p" + i, "Product " + i, new BigDecimal(i));
            if (i < 3) {
              product.getTags().add(red);
            }
            manager.persist(product);
          }
          for (String name : List.of("Ada", "Grace", "Edsger")) {
            Customer customer = new Customer(name);
            int orders = name.equals("Ada") ? 3 : name.equals("Grace") ? 1 : 0;
            for (int day = 1; day <= orders; day++) {
              PurchaseOrder order = new PurchaseOrder(customer, LocalDate.of(2026, 1, day));
              order.addLine(manager.getReference(Product.class, "p" + day), day);
              customer.getOrders().add(order);
            }
            manager.persist(customer);
          }
        });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static void run(BiConsumer<EntityManager, CriteriaBuilder> work) {
    shop.inTransaction(manager -> work.accept(manager, manager.getCriteriaBuilder()));
  }

  /// The names of the customers for which a condition holds, in order.
  private static List<String> customers(
      EntityManager manager, BiFunction<CriteriaQuery<?>, Root<Customer>, Predicate> condition) {
    CriteriaBuilder builder = manager.getCriteriaBuilder();
    CriteriaQuery<String> query = builder.createQuery(String.class);
    Root<Customer> customer = query.from(Customer.class);
    query.select(customer.get("name")).where(condition.apply(query, customer));
    query.orderBy(builder.asc(customer.get("name")));
    return manager.createQuery(query).getResultList();
  }

  // ---- subqueries ----

  @Test
  void a_subquery_compares_with_the_root_around() {
    run(
        (manager, builder) ->
            assertEquals(
                List.of("Ada", "Grace"),
                customers(
                    manager,
                    (query, customer) -> {
                      Subquery<Integer> orders = query.subquery(Integer.class);
                      Root<PurchaseOrder> order = orders.from(PurchaseOrder.class);
                      orders.select(builder.literal(1));
                      orders.where(builder.equal(order.get("customer"), customer));
                      return builder.exists(orders);
                    })));
  }

  @Test
  void a_correlated_root_is_joined_inside_the_subquery() {
    run(
        (manager, builder) ->
            assertEquals(
                List.of("Ada"),
                customers(
                    manager,
                    (query, customer) -> {
                      Subquery<Long> count = query.subquery(Long.class);
                      Root<Customer> same = count.correlate(customer);
                      Join<Customer, PurchaseOrder> order = same.join("orders");
                      count.select(builder.count(order));
                      assertTrue(same.isCorrelated());
                      assertSame(customer, same.getCorrelationParent());
                      assertEquals(Set.of(same), count.getRoots());
                      return builder.gt(count, 1);
                    })));
  }

  @Test
  void a_subquery_of_exists_need_not_select_anything() {
    run(
        (manager, builder) ->
            assertEquals(
                List.of("Ada", "Grace"),
                customers(
                    manager,
                    (query, customer) -> {
                      Subquery<PurchaseOrder> orders = query.subquery(PurchaseOrder.class);
                      Join<Customer, PurchaseOrder> order =
                          orders.correlate(customer).join("orders");
                      orders.where(builder.isNotNull(order.get("id")));
                      return builder.exists(orders);
                    })));
  }

  @Test
  void an_outer_join_of_a_correlated_root_keeps_the_root() {
    run(
        (manager, builder) ->
            assertEquals(
                List.of("Edsger"),
                customers(
                    manager,
                    (query, customer) -> {
                      Subquery<String> names = query.subquery(String.class);
                      Root<Customer> same = names.correlate(customer);
                      Join<Customer, PurchaseOrder> order = same.join("orders", JoinType.LEFT);
                      names.select(same.get("name")).where(builder.isNull(order));
                      return builder.exists(names);
                    })));
  }

  @Test
  void a_correlated_join_is_followed_inside_the_subquery() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Long> query = builder.createQuery(Long.class);
          Root<Customer> customer = query.from(Customer.class);
          ListJoin<Customer, PurchaseOrder> order = customer.joinList("orders");
          Subquery<OrderLine> lines = query.subquery(OrderLine.class);
          ListJoin<Customer, PurchaseOrder> same = lines.correlate(order);
          Join<PurchaseOrder, OrderLine> line = same.join("lines");
          lines.select(line).where(builder.ge(line.get("quantity"), 2));
          query.select(builder.count(order)).where(builder.exists(lines));
          assertEquals(2L, manager.createQuery(query).getSingleResult());
          assertEquals(Set.of(same), lines.getCorrelatedJoins());
          assertSame(query, lines.getParent());
          assertSame(query, lines.getContainingQuery());
        });
  }

  @Test
  void a_correlated_outer_join_without_a_row_is_null() {
    run(
        (manager, builder) -> {
          CriteriaQuery<String> query = builder.createQuery(String.class);
          Root<Customer> customer = query.from(Customer.class);
          Join<Customer, PurchaseOrder> order = customer.join("orders", JoinType.LEFT);
          Subquery<Integer> none = query.subquery(Integer.class);
          Join<Customer, PurchaseOrder> same = none.correlate(order);
          none.select(builder.literal(1)).where(builder.isNull(same.get("id")));
          query.select(customer.get("name")).where(builder.exists(none));
          assertEquals(List.of("Edsger"), manager.createQuery(query).getResultList());

          // What it joins further is null, too, and what has a row is that row.
          Subquery<Long> lines = query.subquery(Long.class);
          Join<Customer, PurchaseOrder> again = lines.correlate(order);
          Join<PurchaseOrder, OrderLine> line = again.join("lines", JoinType.LEFT);
          lines.select(builder.count(line));
          query.where(builder.equal(lines, 0L));
          assertEquals(List.of("Edsger"), manager.createQuery(query).getResultList());
          query.where(builder.equal(lines, 1L));
          assertEquals(4, manager.createQuery(query).getResultList().size());
        });
  }

  @Test
  void a_correlated_root_without_joins_is_ranged_over() {
    run(
        (manager, builder) ->
            assertEquals(
                List.of("Ada"),
                customers(
                    manager,
                    (query, customer) -> {
                      Subquery<String> names = query.subquery(String.class);
                      Root<Customer> same = names.correlate(customer);
                      names.select(same.get("name")).where(builder.equal(same.get("name"), "Ada"));
                      return customer.get("name").in(names);
                    })));
  }

  @Test
  void a_value_may_be_a_subquery_or_in_one() {
    run(
        (manager, builder) -> {
          CriteriaQuery<String> query = builder.createQuery(String.class);
          Root<Product> product = query.from(Product.class);
          Subquery<BigDecimal> most = query.subquery(BigDecimal.class);
          most.select(builder.max(most.from(Product.class).<BigDecimal>get("price")));
          query.select(product.get("code")).where(builder.equal(product.get("price"), most));
          assertEquals("p5", manager.createQuery(query).getSingleResult());

          Subquery<Product> ordered = query.subquery(Product.class);
          ordered.select(ordered.from(OrderLine.class).get("product"));
          query.where(builder.in(product).value(ordered).not());
          query.orderBy(builder.asc(product.get("code")));
          assertEquals(List.of("p4", "p5"), manager.createQuery(query).getResultList());
        });
  }

  @Test
  void a_grouped_subquery_takes_equal_values_for_the_same() {
    run(
        (manager, builder) ->
            assertEquals(
                List.of("Ada"),
                customers(
                    manager,
                    (query, customer) -> {
                      Subquery<String> names = query.subquery(String.class);
                      Root<Customer> other = names.from(Customer.class);
                      names
                          .select(builder.substring(other.get("name"), 1, 3))
                          .groupBy(builder.substring(other.get("name"), 1, 3))
                          .having(builder.lessThan(builder.max(other.<Long>get("id")), 1_000L));
                      return customer.get("name").in(names);
                    })));
  }

  // ---- joins and fetches ----

  @Test
  void an_entity_is_joined_that_no_association_leads_to() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<OrderLine> line = query.from(OrderLine.class);
          Join<OrderLine, Product> product = line.join(Product.class);
          product.on(
              builder.equal(
                  builder.concat("p", line.get("position").as(String.class)), product.get("code")));
          query.multiselect(line.get("quantity"), product.get("code"));
          List<Tuple> rows = manager.createQuery(query).getResultList();
          assertEquals(4, rows.size());
          assertTrue(rows.stream().allMatch(row -> row.get(1).equals("p1")));
          assertNull(product.getAttribute());

          CriteriaQuery<Long> cross = builder.createQuery(Long.class);
          Root<Customer> customer = cross.from(Customer.class);
          customer.join(manager.getMetamodel().entity(Tag.class));
          cross.select(builder.count(customer));
          assertEquals(3L, manager.createQuery(cross).getSingleResult());
        });
  }

  @Test
  void joins_say_what_they_join() {
    run(
        (manager, builder) -> {
          Root<Product> product = builder.createQuery().from(Product.class);
          SetJoin<Product, Tag> tag = product.joinSet("tags", JoinType.LEFT);
          assertEquals("tags", tag.getAttribute().getName());
          assertEquals("tags", tag.getModel().getName());
          assertSame(product, tag.getParent());
          assertSame(product, tag.getParentPath());
          assertEquals(JoinType.LEFT, tag.getJoinType());
          assertEquals(Tag.class, tag.getJavaType());
          assertEquals(Set.of(tag), product.getJoins());
          assertFalse(product.isCorrelated());
          assertThrows(IllegalStateException.class, product::getCorrelationParent);
          Predicate on = builder.equal(tag.get("label"), "red");
          assertSame(on, tag.on(on).getOn());
          assertThrows(IllegalArgumentException.class, () -> product.joinList("tags"));
          assertThrows(IllegalArgumentException.class, () -> product.joinMap("tags"));
          assertThrows(
              UnsupportedOperationException.class, () -> product.join("tags", JoinType.RIGHT));
          assertThrows(IllegalArgumentException.class, () -> product.join("unknown"));
        });
  }

  @Test
  void attributes_of_the_metamodel_lead_the_same_way() {
    run(
        (manager, builder) -> {
          EntityType<Customer> model = manager.getMetamodel().entity(Customer.class);
          CriteriaQuery<Long> query = builder.createQuery(Long.class);
          Root<Customer> customer = query.from(model);
          var order = customer.join(model.getList("orders", PurchaseOrder.class));
          query
              .select(builder.count(order))
              .where(
                  builder.equal(
                      customer.get(model.getSingularAttribute("name", String.class)), "Ada"),
                  builder.isNotEmpty(customer.get(model.getList("orders", PurchaseOrder.class))));
          assertEquals(3L, manager.createQuery(query).getSingleResult());
          assertSame(model, customer.getModel());
          assertEquals(
              "name",
              ((jakarta.persistence.metamodel.Attribute<?, ?>) customer.get("name").getModel())
                  .getName());
        });
  }

  @Test
  void a_fetched_collection_comes_with_its_owners() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Customer> query = builder.createQuery(Customer.class);
          Root<Customer> customer = query.from(Customer.class);
          Fetch<Customer, PurchaseOrder> orders = customer.fetch("orders", JoinType.LEFT);
          orders.fetch("lines", JoinType.LEFT);
          List<Customer> found = manager.createQuery(query).getResultList();
          PersistenceUnitUtil util = manager.getEntityManagerFactory().getPersistenceUnitUtil();
          assertEquals(3, found.size());
          assertTrue(found.stream().allMatch(one -> util.isLoaded(one, "orders")));
          assertTrue(
              found.stream()
                  .flatMap(one -> one.getOrders().stream())
                  .allMatch(order -> util.isLoaded(order, "lines")));
          assertEquals(Set.of(orders), customer.getFetches());
          assertEquals(JoinType.LEFT, orders.getJoinType());
          assertEquals("orders", orders.getAttribute().getName());
          assertThrows(IllegalArgumentException.class, () -> customer.fetch("name"));
        });
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // only a raw type lets such an attribute pass
  void a_fetched_attribute_of_another_entity_is_refused_when_the_query_is_made() {
    run(
        (manager, builder) -> {
          EntityType<Customer> model = manager.getMetamodel().entity(Customer.class);
          var attribute = model.getList("orders", PurchaseOrder.class);
          CriteriaQuery<Customer> query = builder.createQuery(Customer.class);
          Fetch orders = query.from(Customer.class).fetch(attribute);
          Fetch same = orders.fetch(attribute, JoinType.INNER);
          assertSame(attribute, same.getAttribute());
          assertEquals(JoinType.INNER, same.getJoinType());
          var refusal =
              assertThrows(IllegalArgumentException.class, () -> manager.createQuery(query));
          assertTrue(refusal.getMessage().contains("orders"), refusal.getMessage());
        });
  }

  @Test
  void a_root_of_another_query_is_refused_by_its_name() {
    run(
        (manager, builder) -> {
          Root<Customer> foreign = builder.createQuery().from(Customer.class);
          CriteriaQuery<String> query = builder.createQuery(String.class);
          query.from(Product.class);
          query.select(foreign.get("name"));
          var refusal =
              assertThrows(IllegalArgumentException.class, () -> manager.createQuery(query));
          assertTrue(refusal.getMessage().contains("Customer"), refusal.getMessage());
        });
  }

  // ---- in ----

  @Test
  void in_takes_values_collections_expressions_and_parameters() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Long> query = builder.createQuery(Long.class);
          Root<Product> product = query.from(Product.class);
          Expression<String> code = product.get("code");
          query.select(builder.count(product));
          BiConsumer<Long, Predicate> finds =
              (expected, condition) ->
                  assertEquals(
                      expected, manager.createQuery(query.where(condition)).getSingleResult());
          finds.accept(2L, code.in("p1", "p2"));
          finds.accept(2L, code.in(Set.of("p1", "p2")));
          finds.accept(0L, code.in(List.of()));
          finds.accept(3L, code.in("p1", "p2").not());
          finds.accept(
              1L, code.in(builder.literal("p1"), builder.concat("p", builder.literal("10"))));
          Product first = manager.find(Product.class, "p1");
          finds.accept(1L, product.in(first));

          @SuppressWarnings("unchecked") // a class literal knows no type argument
          Class<Collection<?>> many = (Class<Collection<?>>) (Class<?>) Collection.class;
          ParameterExpression<Collection<?>> codes = builder.parameter(many, "codes");
          query.where(code.in(codes));
          assertEquals(
              2L,
              manager
                  .createQuery(query)
                  .setParameter(codes, List.of("p3", "p4"))
                  .getSingleResult());
          ParameterExpression<String> one = builder.parameter(String.class);
          ParameterExpression<String> other = builder.parameter(String.class);
          query.where(builder.in(code).value(one).value(other));
          assertEquals(
              2L,
              manager
                  .createQuery(query)
                  .setParameter(one, "p3")
                  .setParameter(other, "p4")
                  .getSingleResult());
        });
  }

  // ---- expressions in expressions ----

  @Test
  void cases_are_summed_grouped_and_sorted() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Product> product = query.from(Product.class);
          Expression<String> kind =
              builder
                  .<String>selectCase()
                  .when(builder.gt(product.<BigDecimal>get("price"), 2), "dear")
                  .otherwise("cheap");
          Expression<Integer> even =
              builder
                  .<Integer>selectCase()
                  .when(builder.like(product.get("code"), "%2"), 1)
                  .otherwise(0);
          Expression<Integer> sum = builder.sum(even);
          query.multiselect(kind, sum, builder.sum(product.<BigDecimal>get("price")));
          query.groupBy(kind).orderBy(builder.asc(kind));
          List<Tuple> rows = manager.createQuery(query).getResultList();
          assertEquals(List.of("cheap", "dear"), rows.stream().map(row -> row.get(kind)).toList());
          assertEquals(List.of(1, 0), rows.stream().map(row -> row.get(sum)).toList());
          assertEquals(0, new BigDecimal(12).compareTo((BigDecimal) rows.get(1).get(2)));
        });
  }

  @Test
  void values_alone_have_the_types_of_their_classes() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Object[]> query = builder.createQuery(Object[].class);
          Root<Tag> tag = query.from(Tag.class);
          var text = builder.parameter(String.class);
          query.multiselect(
              builder.concat(text, text),
              builder.sum(builder.literal(1), builder.literal(2L)),
              builder.coalesce(builder.nullLiteral(LocalDate.class), LocalDate.EPOCH));
          query.where(
              builder.equal(builder.literal("a"), builder.literal("a")),
              builder.between(builder.literal(2), 1, 3),
              builder.in(builder.literal("b")).value("b").value("c"),
              builder.equal(tag.get("label"), "red"));
          Object[] row = manager.createQuery(query).setParameter(text, "x").getSingleResult();
          assertEquals(List.of("xx", 3L, LocalDate.EPOCH), List.of(row));
        });
  }

  @Test
  void an_entity_is_a_parameter_and_a_group() {
    run(
        (manager, builder) -> {
          Customer ada =
              manager
                  .createQuery("from Customer c where c.name = 'Ada'", Customer.class)
                  .getSingleResult();
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<PurchaseOrder> order = query.from(PurchaseOrder.class);
          Join<PurchaseOrder, Customer> customer = order.join("customer");
          var wanted = builder.parameter(Customer.class, "customer");
          query.multiselect(customer, builder.count(order));
          query.where(builder.equal(customer, wanted)).groupBy(customer);
          Tuple row = manager.createQuery(query).setParameter(wanted, ada).getSingleResult();
          assertSame(ada, row.get(customer));
          assertEquals(3L, row.get(1));
          query.where(builder.equal(order.get("customer"), ada));
          assertEquals(3L, manager.createQuery(query).getSingleResult().get(1));
        });
  }

  @Test
  void a_subquery_is_selected_and_sorted_by() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Customer> customer = query.from(Customer.class);
          Subquery<Long> orders = query.subquery(Long.class);
          orders.select(builder.count(orders.correlate(customer).join("orders")));
          query.multiselect(customer.get("name"), orders).orderBy(builder.desc(orders));
          List<Tuple> rows = manager.createQuery(query).getResultList();
          assertEquals(List.of(3L, 1L, 0L), rows.stream().map(row -> row.get(1)).toList());
        });
  }

  // ---- bulk statements ----

  @Test
  void updates_and_deletes_change_many_rows() {
    shop.sql(
        "insert into tag (id, label) values (gen_random_uuid(), 'old'), (gen_random_uuid(),"
            + " 'old')");
    run(
        (manager, builder) -> {
          CriteriaUpdate<Tag> update = builder.createCriteriaUpdate(Tag.class);
          Root<Tag> tag = update.from(Tag.class);
          update
              .set("label", builder.concat(tag.get("label"), "er"))
              .where(builder.equal(tag.get("label"), "old"));
          assertSame(tag, update.getRoot());
          assertEquals(2, manager.createQuery(update).executeUpdate());

          CriteriaDelete<Tag> delete = builder.createCriteriaDelete(Tag.class);
          Root<Tag> deleted = delete.from(manager.getMetamodel().entity(Tag.class));
          ParameterExpression<String> label = builder.parameter(String.class, "label");
          Subquery<Long> used = delete.subquery(Long.class);
          Root<Product> product = used.from(Product.class);
          used.select(builder.count(product));
          used.where(builder.isMember(deleted, product.<Set<Tag>>get("tags")));
          delete.where(builder.equal(deleted.get("label"), label), builder.equal(used, 0L));
          assertEquals(Set.of(label), delete.getParameters());
          assertThrows(IllegalStateException.class, used::getParent);
          assertSame(delete, used.getContainingQuery());
          assertEquals(
              2, manager.createQuery(delete).setParameter("label", "older").executeUpdate());
        });
  }

  @Test
  void an_update_that_sets_nothing_is_refused() {
    run(
        (manager, builder) -> {
          CriteriaUpdate<Tag> update = builder.createCriteriaUpdate(Tag.class);
          update.from(Tag.class);
          assertThrows(IllegalArgumentException.class, () -> manager.createQuery(update));
        });
  }

  @Test
  void a_parameter_is_named_by_an_identifier() {
    run(
        (manager, builder) ->
            assertThrows(
                IllegalArgumentException.class, () -> builder.parameter(String.class, "value 1")));
  }

  // ---- what a query tells of itself ----

  @Test
  void a_query_tells_its_parts() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          assertNull(query.getRestriction());
          assertNull(query.getGroupRestriction());
          assertNull(query.getSelection());
          assertEquals(List.of(), query.getGroupList());
          assertEquals(List.of(), query.getOrderList());
          assertEquals(Set.of(), query.getParameters());
          assertEquals(Tuple.class, query.getResultType());
          Root<Product> product = query.from(Product.class);
          Expression<String> name = product.get("name");
          Expression<Long> count = builder.count(product);
          Predicate many = builder.gt(count, 1);
          query.multiselect(name.alias("name"), count).groupBy(name).having(many).distinct(true);
          query.orderBy(builder.desc(name));
          assertEquals(Set.of(product), query.getRoots());
          assertTrue(query.getSelection().isCompoundSelection());
          assertEquals(List.of(name, count), query.getSelection().getCompoundSelectionItems());
          assertEquals(List.of(name), query.getGroupList());
          assertSame(many, query.getGroupRestriction());
          assertTrue(query.isDistinct());
          assertFalse(query.getOrderList().getFirst().isAscending());
          assertSame(name, query.getOrderList().getFirst().getExpression());
          assertTrue(query.getOrderList().getFirst().reverse().isAscending());
          assertEquals("name", name.getAlias());
          assertEquals(String.class, name.getJavaType());
          assertFalse(name.isCompoundSelection());
          assertThrows(IllegalStateException.class, name::getCompoundSelectionItems);
          query.groupBy();
          assertEquals(List.of(), query.getGroupList());
        });
  }

  @Test
  void a_predicate_tells_its_operands() {
    run(
        (manager, builder) -> {
          Root<Product> product = builder.createQuery().from(Product.class);
          Predicate one = builder.equal(product.get("code"), "p1");
          Predicate other = builder.isNull(product.get("price"));
          Predicate either = builder.or(one, other);
          assertEquals(BooleanOperator.OR, either.getOperator());
          assertEquals(List.of(one, other), either.getExpressions());
          assertFalse(either.isNegated());
          assertTrue(either.not().isNegated());
          assertFalse(either.not().not().isNegated());
          assertEquals(BooleanOperator.AND, one.getOperator());
          assertEquals(List.of(), one.getExpressions());
          assertEquals(BooleanOperator.AND, builder.conjunction().getOperator());
          assertEquals(BooleanOperator.OR, builder.disjunction().getOperator());
        });
  }

  @Test
  void tuples_and_arrays_do_not_nest() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Product> product = query.from(Product.class);
          var tuple = builder.tuple(product.get("code"), product.get("name"));
          assertThrows(IllegalArgumentException.class, () -> query.multiselect(tuple));
          assertThrows(IllegalArgumentException.class, () -> builder.array(tuple));
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  builder.tuple(
                      product.get("code").alias("same"), product.get("name").alias("same")));
        });
  }

  @Test
  void a_criteria_query_may_be_named() {
    run(
        (manager, builder) -> {
          CriteriaQuery<String> query = builder.createQuery(String.class);
          Root<Product> product = query.from(Product.class);
          ParameterExpression<String> code = builder.parameter(String.class, "code");
          query.select(product.get("name")).where(builder.equal(product.get("code"), code));
          shop.factory().addNamedQuery("byCode", manager.createQuery(query));
          assertEquals(
              "Product 2",
              manager
                  .createNamedQuery("byCode", String.class)
                  .setParameter("code", "p2")
                  .getSingleResult());
        });
  }

  @Test
  void the_factory_gives_the_builder_too() {
    assertTrue(shop.factory().getCriteriaBuilder().conjunction().getExpressions().isEmpty());
  }
}
