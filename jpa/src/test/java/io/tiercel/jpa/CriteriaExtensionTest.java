package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.criteria.extension.CommonTable;
import io.tiercel.jpa.criteria.extension.CriteriaExtensions;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Criteria of inserts, common tables, hierarchies and of what was, which the specification
/// has not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@SuppressWarnings("deprecation") // multiselect is what most applications use
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaExtensionTest {

  @Entity(name = "Part")
  @SystemVersioned(history = "part_history", managed = false)
  static class Part {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @Column(unique = true)
    String name;

    int weight;
    @ManyToOne Part whole;

    Part() {}

    Part(String name, int weight, Part whole) {
      this.name = name;
      this.weight = weight;
      this.whole = whole;
    }
  }

  private static final Instant THEN = Instant.parse("2026-01-15T12:00:00Z");

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeEach
  void open() {
    unit = TestUnit.on(server, Part.class);
    unit.sql(
        "alter table part add sys_period tstzrange not null default '[2026-02-01Z,)'",
        "create table part_history (like part)");
    unit.inTransaction(
        manager -> {
          var car = new Part("car", 900, null);
          var engine = new Part("engine", 200, car);
          var plug = new Part("plug", 1, engine);
          var door = new Part("door", 30, car);
          List.of(car, engine, plug, door).forEach(manager::persist);
        });
    unit.sql(
        "insert into part_history (id, name, weight, sys_period)"
            + " values (77, 'cart', 100, '[2026-01-01Z,2026-02-01Z)')");
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private <T> T run(BiFunction<EntityManager, TiercelCriteriaBuilder, T> work) {
    return unit.query(
        manager ->
            work.apply(manager, manager.unwrap(CriteriaExtensions.class).getCriteriaBuilder()));
  }

  private List<String> rows(
      BiFunction<EntityManager, TiercelCriteriaBuilder, CriteriaSelect<Tuple>> query) {
    return run(
        (manager, builder) ->
            manager.createQuery(query.apply(manager, builder)).getResultList().stream()
                .map(
                    row ->
                        Arrays.stream(row.toArray())
                            .map(String::valueOf)
                            .collect(Collectors.joining(" ")))
                .toList());
  }

  private List<String> all() {
    return unit.query(
        manager ->
            manager
                .createQuery(
                    "select p.name || ' ' || cast(p.weight as string) from Part p order by p.name",
                    String.class)
                .getResultList());
  }

  @Test
  void the_builder_is_unwrapped() {
    var builder = unit.factory().unwrap(TiercelCriteriaBuilder.class);
    assertSame(unit.factory().getCriteriaBuilder(), builder);
    run((manager, own) -> assertSameBuilder(builder, own));
  }

  private static Void assertSameBuilder(Object one, Object other) {
    assertSame(one, other);
    return null;
  }

  // ---- insert ----

  @Test
  void rows_of_values_are_inserted() {
    int count =
        run(
            (manager, builder) -> {
              var insert = builder.createCriteriaInsert(Part.class);
              var weight = builder.parameter(Integer.class);
              insert
                  .into("name", "weight", "whole")
                  .values("bolt", builder.sum(weight, 1), null)
                  .values(
                      "nut",
                      weight,
                      manager.createQuery("from Part where name = 'plug'").getSingleResult());
              assertEquals(1, insert.getParameters().size());
              return manager
                  .unwrap(CriteriaExtensions.class)
                  .createQuery(insert)
                  .setParameter(weight, 3)
                  .executeUpdate();
            });
    assertEquals(2, count);
    assertEquals(List.of("bolt 4", "car 900", "door 30", "engine 200", "nut 3", "plug 1"), all());
    assertEquals(
        "plug",
        unit.query(
            manager ->
                manager
                    .createQuery("select p.whole.name from Part p where p.name = 'nut'")
                    .getSingleResult()));
  }

  @Test
  void rows_of_a_query_are_inserted() {
    int count =
        run(
            (manager, builder) -> {
              var insert = builder.createCriteriaInsert(Part.class);
              var query = builder.createTupleQuery();
              var part = query.from(Part.class);
              query
                  .multiselect(
                      builder.concat(part.get("name"), " II"),
                      builder.prod(part.<Integer>get("weight"), 2),
                      part.get("whole"))
                  .where(builder.isNotNull(part.get("whole")));
              insert
                  .into(
                      insert.getRoot().get("name"),
                      insert.getRoot().get("weight"),
                      insert.getRoot().get("whole"))
                  .select(query);
              return manager.unwrap(CriteriaExtensions.class).createQuery(insert).executeUpdate();
            });
    assertEquals(3, count);
    assertTrue(
        all().containsAll(List.of("door II 60", "engine II 400", "plug II 2")), all()::toString);
  }

  @Test
  void a_row_that_is_there_is_left_or_updated() {
    int left =
        run(
            (manager, builder) -> {
              var insert = builder.createCriteriaInsert(Part.class);
              var name = insert.getRoot().get("name");
              insert.into("name", "weight").values("car", 1).values("bus", 2);
              insert.onConflictDoNothing(name);
              return manager.unwrap(CriteriaExtensions.class).createQuery(insert).executeUpdate();
            });
    assertEquals(1, left);
    int updated =
        run(
            (manager, builder) -> {
              var insert = builder.createCriteriaInsert(Part.class);
              var there = insert.getRoot();
              insert.into("name", "weight").values("car", 1).values("bus", 5).values("van", 7);
              var update = insert.onConflictUpdate(there.get("name"));
              var heaviest = insert.subquery(Integer.class);
              heaviest.select(builder.max(heaviest.from(Part.class).<Integer>get("weight")));
              update
                  .set(
                      there.<Integer>get("weight"),
                      builder.sum(
                          there.<Integer>get("weight"),
                          update.getExcluded().<Integer>get("weight")))
                  .set(there.<Part>get("whole"), (Part) null)
                  .where(builder.lessThan(there.<Integer>get("weight"), heaviest));
              assertNotNull(insert.getRestriction());
              return manager.unwrap(CriteriaExtensions.class).createQuery(insert).executeUpdate();
            });
    assertEquals(2, updated);
    assertEquals(List.of("bus 7", "car 900", "door 30", "engine 200", "plug 1", "van 7"), all());
  }

  @Test
  void an_insert_that_is_not_complete_is_refused() {
    var messages =
        run(
            (manager, builder) -> {
              var extensions = manager.unwrap(CriteriaExtensions.class);
              var insert = builder.createCriteriaInsert(Part.class);
              assertNull(insert.getRestriction());
              var nothing =
                  assertThrows(
                      IllegalArgumentException.class, () -> extensions.createQuery(insert));
              insert.into("name");
              var noRows =
                  assertThrows(
                      IllegalArgumentException.class, () -> extensions.createQuery(insert));
              insert.values("x");
              var both =
                  assertThrows(
                      IllegalStateException.class,
                      () -> insert.select(builder.createQuery(String.class)));
              insert.onConflictUpdate(insert.getRoot().get("name"));
              var noChange =
                  assertThrows(
                      IllegalArgumentException.class, () -> extensions.createQuery(insert));
              return List.of(
                  nothing.getMessage(),
                  noRows.getMessage(),
                  both.getMessage(),
                  noChange.getMessage());
            });
    List<String> expected =
        List.of("names no attributes of Part", "has no rows", "values or a query", "sets nothing");
    for (int i = 0; i < expected.size(); i++) {
      assertTrue(messages.get(i).contains(expected.get(i)), messages.get(i));
    }
  }

  // ---- with ----

  private static CommonTable byWhole(TiercelCriteriaBuilder builder) {
    var query = builder.createTupleQuery();
    var part = query.from(Part.class);
    query
        .select(
            builder.tuple(
                part.get("whole").alias("whole"),
                builder.sum(part.<Integer>get("weight")).alias("weight")))
        .where(builder.isNotNull(part.get("whole")))
        .groupBy(part.get("whole"));
    return builder.commonTable("by_whole", query);
  }

  @Test
  void a_query_ranges_over_a_common_table() {
    assertEquals(
        List.of("car 230"),
        rows(
            (manager, builder) -> {
              var table = byWhole(builder).materialized(true);
              assertEquals("by_whole", table.getName());
              var query = builder.createTupleQuery();
              From<Tuple, Tuple> row = builder.from(query, table);
              return query
                  .multiselect(row.get("whole").get("name"), row.get("weight"))
                  .where(builder.gt(row.<Integer>get("weight"), 100));
            }));
  }

  @Test
  void a_common_table_is_joined_and_used_in_subqueries() {
    assertEquals(
        List.of("car 230", "door null", "engine 1", "plug null"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var part = query.from(Part.class);
              var row = builder.join(part, byWhole(builder), JoinType.LEFT);
              row.on(builder.equal(row.get("whole"), part));
              return query
                  .multiselect(part.get("name"), row.get("weight"))
                  .orderBy(builder.asc(part.get("name")));
            }));
    assertEquals(
        List.of("car 230", "engine 1"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var table = byWhole(builder);
              var row = builder.from(query, table);
              var least = query.subquery(Long.class);
              var other = builder.from(least, table);
              least.select(builder.min(other.<Long>get("weight")));
              return query
                  .multiselect(row.get("whole").get("name"), row.get("weight"))
                  .where(builder.ge(row.<Long>get("weight"), least))
                  .orderBy(builder.asc(row.get("whole").get("name")));
            }));
  }

  @Test
  void an_entity_that_is_an_item_of_a_common_table_is_joined() {
    assertEquals(
        List.of("car null", "engine car"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              From<Tuple, Tuple> row = builder.from(query, byWhole(builder));
              Join<Tuple, Part> whole = row.join("whole");
              whole.on(builder.isNotNull(whole.get("name")));
              Join<Part, Part> above = whole.join("whole", JoinType.LEFT);
              return query
                  .multiselect(whole.get("name"), above.get("name"))
                  .orderBy(builder.asc(whole.get("name")));
            }));
    assertEquals(
        List.of("car 0 1", "engine 1 0"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var part = query.from(Part.class);
              var row = builder.join(part, byWhole(builder), JoinType.INNER);
              Join<Tuple, Part> whole = row.join("whole");
              row.on(builder.equal(row.get("whole"), part));
              var count = query.subquery(Long.class);
              Join<Tuple, Part> same = count.correlate(whole);
              count.select(builder.count(same.join("whole")));
              var heavy = query.subquery(Long.class);
              Join<Part, Tuple> sameRow = heavy.correlate(row);
              heavy
                  .select(builder.count(sameRow.join("whole")))
                  .where(builder.gt(sameRow.<Long>get("weight"), 100));
              return query
                  .multiselect(whole.get("name"), count, heavy)
                  .orderBy(builder.asc(whole.get("name")));
            }));
    run(
        (manager, builder) -> {
          From<Tuple, Tuple> row = builder.from(builder.createTupleQuery(), byWhole(builder));
          var value = assertThrows(IllegalArgumentException.class, () -> row.join("weight"));
          assertTrue(value.getMessage().contains("is no entity"), value::getMessage);
          var unknown = assertThrows(IllegalArgumentException.class, () -> row.join("hole"));
          assertTrue(unknown.getMessage().contains("did you mean \"whole\""), unknown::getMessage);
          return 0;
        });
  }

  @Test
  void a_common_table_stands_in_the_subquery_of_a_bulk_statement() {
    int count =
        run(
            (manager, builder) -> {
              var delete = builder.createCriteriaDelete(Part.class);
              var part = delete.from(Part.class);
              var heavy = delete.subquery(Long.class);
              var row = builder.from(heavy, byWhole(builder));
              heavy
                  .select(builder.max(row.<Long>get("weight")))
                  .where(builder.equal(row.get("whole").get("name"), "car"));
              return manager
                  .createQuery(
                      delete.where(
                          builder.gt(heavy, part.<Integer>get("weight")),
                          builder.equal(part.get("name"), "door")))
                  .executeUpdate();
            });
    assertEquals(1, count);
  }

  @Test
  void a_table_may_use_another_and_itself() {
    assertEquals(
        List.of("car 0 230", "engine 1 1"),
        rows(
            (manager, builder) -> {
              var sums = byWhole(builder);
              CriteriaQuery<Tuple> roots = builder.createTupleQuery();
              var top = roots.from(Part.class);
              roots
                  .multiselect(top.alias("part"), builder.literal(0).alias("depth"))
                  .where(builder.isNull(top.get("whole")));
              var tree =
                  builder
                      .recursiveTable("tree", roots)
                      .unionAll(
                          above -> {
                            CriteriaQuery<Tuple> next = builder.createTupleQuery();
                            var part = next.from(Part.class);
                            var whole = builder.from(next, above);
                            return next.multiselect(
                                    part, builder.sum(whole.<Integer>get("depth"), 1))
                                .where(builder.equal(part.get("whole"), whole.get("part")));
                          });
              var query = builder.createTupleQuery();
              var node = builder.from(query, tree);
              var sum = builder.join(node, sums, JoinType.INNER);
              sum.on(builder.equal(sum.get("whole"), node.get("part")));
              return query
                  .multiselect(node.get("part").get("name"), node.get("depth"), sum.get("weight"))
                  .orderBy(builder.asc(node.get("depth")));
            }));
  }

  @Test
  void an_item_that_a_table_has_not_is_refused() {
    var error =
        run(
            (manager, builder) -> {
              var row = builder.from(builder.createTupleQuery(), byWhole(builder));
              return assertThrows(IllegalArgumentException.class, () -> row.get("weigth"));
            });
    assertTrue(error.getMessage().contains("did you mean \"weight\"?"), error.getMessage());
  }

  @Test
  void equal_queries_with_other_values_are_one_statement() {
    var statements =
        unit.statements(
            () -> {
              for (int limit : new int[] {1, 100}) {
                rows(
                    (manager, builder) -> {
                      var query = builder.createTupleQuery();
                      var row = builder.from(query, byWhole(builder));
                      return query
                          .multiselect(row.get("weight"))
                          .where(builder.gt(row.<Integer>get("weight"), limit));
                    });
              }
            });
    assertEquals(2, statements.size());
    assertEquals(statements.getFirst(), statements.getLast());
  }

  // ---- hierarchies ----

  @Test
  void a_hierarchy_is_walked() {
    assertEquals(
        List.of("car 1", "door 2", "engine 2", "plug 3"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var tree = builder.hierarchy(query, Part.class);
              tree.startWith(builder.isNull(tree.getRoot().get("whole")))
                  .connectBy(builder.equal(tree.getRoot().get("whole"), tree.getPrior()));
              return query
                  .multiselect(tree.getRoot().get("name"), tree.getLevel())
                  .orderBy(builder.asc(tree.getLevel()), builder.asc(tree.getRoot().get("name")));
            }));
    assertEquals(
        List.of("engine", "plug"),
        run(
            (manager, builder) -> {
              var query = builder.createQuery(Part.class);
              var tree = builder.hierarchy(query, Part.class);
              tree.startWith(builder.equal(tree.getRoot().get("name"), "car"))
                  .connectBy(
                      builder.and(
                          builder.equal(tree.getRoot().get("whole"), tree.getPrior()),
                          builder.lt(tree.getPriorLevel(), 3),
                          builder.lt(
                              tree.getRoot().<Integer>get("weight"),
                              tree.getPrior().<Integer>get("weight"))));
              query
                  .where(builder.notEqual(tree.getRoot().get("name"), "door"))
                  .where(
                      builder.gt(tree.getLevel(), 1),
                      builder.notEqual(tree.getRoot().get("name"), "door"))
                  .orderBy(builder.desc(tree.getRoot().get("weight")));
              return manager.createQuery(query).getResultList().stream()
                  .map(part -> part.name)
                  .toList();
            }));
  }

  @Test
  void a_hierarchy_stands_beside_common_tables_and_in_subqueries() {
    assertEquals(
        List.of("car 1 230", "engine 2 1"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var tree = builder.hierarchy(query, Part.class);
              tree.startWith(builder.isNull(tree.getRoot().get("whole")))
                  .connectBy(builder.equal(tree.getRoot().get("whole"), tree.getPrior()));
              var sum = builder.join(tree.getRoot(), byWhole(builder), JoinType.INNER);
              sum.on(builder.equal(sum.get("whole"), tree.getRoot()));
              return query
                  .multiselect(tree.getRoot().get("name"), tree.getLevel(), sum.get("weight"))
                  .orderBy(builder.asc(tree.getLevel()));
            }));
    assertEquals(
        List.of("plug"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var part = query.from(Part.class);
              var below = query.subquery(Part.class);
              var tree = builder.hierarchy(below, Part.class);
              tree.startWith(builder.equal(tree.getRoot().get("name"), "engine"))
                  .connectBy(builder.equal(tree.getRoot().get("whole"), tree.getPrior()));
              below.select(tree.getRoot()).where(builder.gt(tree.getLevel(), 1));
              return query.multiselect(part.get("name")).where(part.in(below));
            }));
  }

  @Test
  void a_hierarchy_that_is_not_complete_is_refused() {
    run(
        (manager, builder) -> {
          var query = builder.createQuery(Part.class);
          var tree = builder.hierarchy(query, Part.class);
          var open = assertThrows(IllegalArgumentException.class, () -> manager.createQuery(query));
          assertTrue(open.getMessage().contains("call connectBy"), open.getMessage());
          tree.connectBy(builder.equal(tree.getRoot().get("whole"), tree.getPrior()));
          query.from(Part.class);
          var two = assertThrows(IllegalArgumentException.class, () -> manager.createQuery(query));
          assertTrue(two.getMessage().contains("ranges over one entity"), two.getMessage());
          return null;
        });
  }

  // ---- as of ----

  @Test
  void rows_are_as_they_were() {
    assertEquals(
        List.of("cart 100"),
        rows(
            (manager, builder) -> {
              var query = builder.createTupleQuery();
              var part = builder.asOf(query.from(Part.class), THEN);
              return query.multiselect(part.get("name"), part.get("weight"));
            }));
    List<Long> counts =
        run(
            (manager, builder) -> {
              var query = builder.createQuery(Long.class);
              var moment = builder.parameter(Instant.class, "moment");
              var part = builder.asOf(query.from(Part.class), moment);
              var typed = manager.createQuery(query.select(builder.count(part)));
              return List.of(
                  typed.setParameter(moment, THEN).getSingleResult(),
                  typed
                      .setParameter("moment", Instant.parse("2026-03-01T00:00:00Z"))
                      .getSingleResult());
            });
    assertEquals(List.of(1L, 4L), counts);
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                rows(
                    (manager, builder) -> {
                      var query = builder.createTupleQuery();
                      var part = query.from(Part.class);
                      builder.asOf(part, part.get("weight"));
                      return query.multiselect(part.get("name"));
                    }));
    assertTrue(error.getMessage().contains("the same for all rows"), error.getMessage());
  }
}
