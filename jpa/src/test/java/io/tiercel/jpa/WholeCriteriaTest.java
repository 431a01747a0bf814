package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tiercel.testkit.TestServer;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.CollectionJoin;
import jakarta.persistence.criteria.CompoundSelection;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Fetch;
import jakarta.persistence.criteria.FetchParent;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.Nulls;
import jakarta.persistence.criteria.Order;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.PluralJoin;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Predicate.BooleanOperator;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Selection;
import jakarta.persistence.criteria.SetJoin;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.EntityType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every method of every kind of object that a criteria query is made of (Jakarta Persistence 3.2,
/// section 6.3 to 6.8) runs in a query against every server that is supported: a subquery's
/// `isNull` is one case, a path's another. The last test of each pass looks whether one was left
/// out. The methods of the builder itself are [CriteriaBuilderTest]'s.
@SuppressWarnings("deprecation") // multiselect is what most applications use
@NullUnmarked // a null where none is expected fails the test by itself
class WholeCriteriaTest {

  /// Three of them stand in a ring: each refers in every way to the next.
  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Stop")
  static class Stop {
    @Id int id;
    String name;
    Integer weight;
    Boolean flag;
    Place place;

    @ManyToOne(fetch = FetchType.LAZY)
    Stop next;

    @ManyToMany
    @JoinTable(name = "bag")
    Collection<Stop> bag = new ArrayList<>();

    @ManyToMany
    @JoinTable(name = "ones")
    Set<Stop> set = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "listed")
    @OrderColumn
    List<Stop> list = new ArrayList<>();

    @ManyToMany
    @JoinTable(name = "mapped")
    @MapKeyColumn(name = "label")
    Map<String, Stop> map = new HashMap<>();

    @ElementCollection Set<String> notes = new HashSet<>();

    Stop() {}

    Stop(int id) {
      this.id = id;
      this.name = "stop " + id;
      this.weight = 10 * id;
      this.flag = id == 1;
      this.place = new Place();
      this.place.line = "U" + id;
    }
  }

  @Embeddable
  static class Place {
    String line;
  }

  private static int after(int id) {
    return id % 3 + 1;
  }

  private static final List<Class<?>> KINDS =
      List.of(
          CriteriaQuery.class,
          Subquery.class,
          CriteriaUpdate.class,
          CriteriaDelete.class,
          Root.class,
          Join.class,
          CollectionJoin.class,
          SetJoin.class,
          ListJoin.class,
          MapJoin.class,
          Fetch.class,
          Path.class,
          Expression.class,
          Predicate.class,
          ParameterExpression.class,
          CompoundSelection.class,
          Order.class,
          CriteriaBuilder.In.class,
          CriteriaBuilder.Case.class,
          CriteriaBuilder.SimpleCase.class,
          CriteriaBuilder.Coalesce.class);

  @TestFactory
  Stream<DynamicTest> every_method_runs_on_postgresql_18() {
    return pass(TestServer.v18());
  }

  @TestFactory
  Stream<DynamicTest> every_method_runs_on_postgresql_15() {
    return TestServer.v15().map(WholeCriteriaTest::pass).orElseGet(Stream::empty);
  }

  private static Stream<DynamicTest> pass(TestServer server) {
    var pass = new Pass(server);
    List<DynamicTest> tests = new ArrayList<>();
    pass.cases().forEach((name, test) -> tests.add(dynamicTest(name, () -> pass.run(test))));
    tests.add(dynamicTest("no method of any kind is missing", pass::checkCalled));
    return tests.stream().onClose(pass::close);
  }

  private static final class Pass {
    private final TestUnit unit;
    private final CriteriaRecorder recorder = new CriteriaRecorder();

    Pass(TestServer server) {
      unit = TestUnit.on(server, Stop.class);
      unit.inTransaction(
          manager -> {
            var stops = Stream.of(1, 2, 3).map(Stop::new).toList();
            stops.forEach(manager::persist);
            for (var stop : stops) {
              var next = stops.get(after(stop.id) - 1);
              stop.next = next;
              stop.bag.add(next);
              stop.set.add(next);
              stop.list.add(next);
              stop.map.put("to", next);
              stop.notes.add("note " + stop.id);
            }
          });
    }

    void close() {
      unit.close();
    }

    void run(Consumer<Given> test) {
      unit.inTransaction(
          manager -> {
            test.accept(new Given(manager, recorder));
            manager.getTransaction().setRollbackOnly();
          });
    }

    void checkCalled() {
      Set<String> missing = new TreeSet<>();
      KINDS.forEach(kind -> missing.addAll(CriteriaRecorder.methodsOf(kind)));
      missing.removeAll(recorder.called());
      assertEquals(Set.of(), missing);
    }

    Map<String, Consumer<Given>> cases() {
      var cases = new LinkedHashMap<String, Consumer<Given>>();
      cases.put("queries", WholeCriteriaTest::queries);
      cases.put("subqueries", WholeCriteriaTest::subqueries);
      cases.put("subqueries with groups", WholeCriteriaTest::subqueriesWithGroups);
      cases.put("correlation", WholeCriteriaTest::correlation);
      cases.put("updates", WholeCriteriaTest::updates);
      cases.put("deletes", WholeCriteriaTest::deletes);
      VARIABLES.forEach(
          (name, variable) -> {
            cases.put("joins of a " + name, given -> joins(given, variable));
            cases.put("fetches of a " + name, given -> fetches(given, variable));
            cases.put("paths of a " + name, given -> paths(given, variable));
            cases.put("a " + name + " as expression", given -> entity(given, variable));
          });
      cases.put("fetches of a fetch", WholeCriteriaTest::fetchesOfFetches);
      cases.put("conditions of joins", WholeCriteriaTest::conditionsOfJoins);
      cases.put("paths", WholeCriteriaTest::pathsOfPaths);
      EXPRESSIONS.forEach(
          (name, expression) -> cases.put(name, given -> expression(given, expression)));
      cases.put("predicates", WholeCriteriaTest::predicates);
      cases.put("choices", WholeCriteriaTest::choices);
      cases.put("compound selections", WholeCriteriaTest::compounds);
      cases.put("orders", WholeCriteriaTest::orders);
      return cases;
    }
  }

  private record Given(
      EntityManager manager, CriteriaRecorder recorder, CriteriaBuilder builder, Model model) {
    Given(EntityManager manager, CriteriaRecorder recorder) {
      this(
          manager,
          recorder,
          recorder.of(manager.getCriteriaBuilder()),
          new Model(manager.getMetamodel().entity(Stop.class)));
    }

    /// The results of a query of strings, numbers or entities, its parameters given by their names.
    <T> List<T> results(CriteriaQuery<T> query, Map<String, ?> arguments) {
      TypedQuery<T> typed = manager.createQuery(recorder.<CriteriaQuery<T>>original(query));
      arguments.forEach(
          (name, value) -> {
            if (typed.getParameters().stream().anyMatch(one -> name.equals(one.getName()))) {
              typed.setParameter(name, value);
            }
          });
      return typed.getResultList();
    }

    <T> List<T> results(CriteriaQuery<T> query) {
      return results(query, Map.of());
    }

    /// Whether the condition holds for stop 1.
    boolean holds(Map<String, ?> arguments, Function<At, Predicate> condition) {
      CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
      Root<Stop> root = query.from(Stop.class);
      Predicate tested = condition.apply(new At(this, query, root));
      query.select(root.get("id")).where(builder.equal(root.get("id"), 1), tested);
      return !results(query, arguments).isEmpty();
    }

    /// What an expression is at stop 1.
    Object value(Map<String, ?> arguments, Function<At, Selection<?>> selection) {
      CriteriaQuery<Object> query = builder.createQuery();
      Root<Stop> root = query.from(Stop.class);
      query.select(selection.apply(new At(this, query, root)));
      query.where(builder.equal(root.get("id"), 1));
      var results = results(query, arguments);
      assertEquals(1, results.size());
      return results.getFirst();
    }
  }

  /// A query that is being made, from stop 1.
  private record At(Given given, CriteriaQuery<?> query, Root<Stop> root) {
    CriteriaBuilder builder() {
      return given.builder();
    }
  }

  private record Model(EntityType<Stop> stop) {}

  // ---- queries ----

  private static void queries(Given given) {
    var builder = given.builder();
    CriteriaQuery<Tuple> query = builder.createTupleQuery();
    assertNull(query.getRestriction());
    assertNull(query.getSelection());
    Root<Stop> root = query.from(given.model().stop());
    Path<String> name = root.get("name");
    Expression<Long> count = builder.count(root);
    Predicate restriction = builder.gt(root.get("weight"), 10);
    BiConsumer<String, CriteriaQuery<Tuple>> gives =
        (names, one) ->
            assertEquals(
                names,
                given.results(one).stream().map(row -> row.get(0)).toList().toString(),
                names);
    query.multiselect(name, count).groupBy(name).orderBy(builder.asc(name));
    gives.accept("[stop 1, stop 2, stop 3]", query);
    gives.accept("[stop 2, stop 3]", query.where(restriction));
    assertSame(restriction, query.getRestriction());
    gives.accept("[stop 1]", query.where((Expression<Boolean>) root.<Boolean>get("flag")));
    gives.accept("[stop 2, stop 3]", query.where(List.of(restriction, builder.conjunction())));
    gives.accept("[stop 1, stop 2, stop 3]", query.where(List.of()));
    gives.accept("[]", query.having(builder.gt(count, 1)));
    gives.accept("[stop 3]", query.having(List.of(builder.equal(name, "stop 3"))));
    assertNotNull(query.getGroupRestriction());
    gives.accept("[stop 2]", query.having((Expression<Boolean>) builder.equal(name, "stop 2")));
    gives.accept("[stop 1, stop 2, stop 3]", query.having(new Predicate[0]));
    gives.accept("[stop 3, stop 2, stop 1]", query.orderBy(List.of(builder.desc(name))));
    assertEquals(1, query.getOrderList().size());
    query.multiselect(List.of(name, count)).groupBy(List.of(name));
    gives.accept("[stop 3, stop 2, stop 1]", query);
    assertEquals(List.of(name), query.getGroupList());
    assertEquals(List.of(name, count), query.getSelection().getCompoundSelectionItems());
    assertEquals(Set.of(root), query.getRoots());
    assertEquals(Tuple.class, query.getResultType());

    CriteriaQuery<Boolean> flags = builder.createQuery(Boolean.class);
    Root<Stop> one = flags.from(Stop.class);
    ParameterExpression<Integer> least = builder.parameter(Integer.class, "least");
    flags.select(one.get("flag")).distinct(true).where(builder.ge(one.get("weight"), least));
    assertTrue(flags.isDistinct());
    assertEquals(Set.of(least), flags.getParameters());
    assertEquals(List.of(false), given.results(flags, Map.of("least", 20)));

    Subquery<Stop> entities = flags.subquery(given.model().stop());
    Root<Stop> other = entities.from(Stop.class);
    entities.select(other).where(builder.equal(other.get("id"), 1));
    flags.where(builder.in(one).value(entities));
    assertEquals(List.of(true), given.results(flags));
  }

  /// The names of the stops whose id or weight the subquery gives.
  private static List<String> names(
      Given given, BiFunction<Root<Stop>, Subquery<Integer>, Predicate> condition) {
    var builder = given.builder();
    CriteriaQuery<String> query = builder.createQuery(String.class);
    Root<Stop> root = query.from(Stop.class);
    Subquery<Integer> subquery = query.subquery(Integer.class);
    query.select(root.get("name")).where(condition.apply(root, subquery));
    query.orderBy(builder.asc(root.get("name")));
    return given.results(query, Map.of("least", 20));
  }

  private static void subqueries(Given given) {
    var builder = given.builder();
    BiConsumer<String, BiFunction<Root<Stop>, Subquery<Integer>, Predicate>> finds =
        (expected, condition) -> assertEquals(expected, names(given, condition).toString());
    finds.accept(
        "[stop 2, stop 3]",
        (root, subquery) -> {
          assertNull(subquery.getRestriction());
          Root<Stop> other = subquery.from(given.model().stop());
          Path<Integer> id = other.get("id");
          ParameterExpression<Integer> least = builder.parameter(Integer.class, "least");
          Predicate restriction = builder.ge(other.get("weight"), least);
          subquery.select(id).where(restriction);
          assertSame(restriction, subquery.getRestriction());
          assertEquals(Set.of(least), subquery.getParameters());
          assertSame(id, subquery.getSelection());
          assertEquals(Integer.class, subquery.getResultType());
          assertEquals(Set.of(other), subquery.getRoots());
          assertSame(subquery.getParent(), subquery.getContainingQuery());
          return builder.in(root.<Integer>get("id")).value(subquery);
        });
    finds.accept(
        "[stop 1]",
        (root, subquery) -> {
          Root<Stop> other = subquery.from(Stop.class);
          subquery.select(other.get("id")).where((Expression<Boolean>) other.<Boolean>get("flag"));
          return builder.equal(root.get("id"), subquery);
        });
    finds.accept(
        "[stop 3]",
        (root, subquery) -> {
          Root<Stop> other = subquery.from(Stop.class);
          subquery.select(other.get("id"));
          subquery.where(
              List.of(builder.gt(other.get("id"), 1), builder.notEqual(other.get("id"), 2)));
          return builder.equal(root.get("id"), subquery);
        });
    finds.accept(
        "[stop 2]",
        (root, subquery) -> {
          Root<Stop> other = subquery.from(Stop.class);
          Subquery<Integer> inner = subquery.subquery(Integer.class);
          inner.select(builder.max(inner.from(Stop.class).<Integer>get("id")));
          subquery.select(builder.max(other.<Integer>get("id")));
          subquery.where(builder.lt(other.<Integer>get("id"), inner));
          assertSame(subquery, inner.getParent());
          return builder.equal(root.get("id"), subquery);
        });
    finds.accept(
        "[stop 1]",
        (root, subquery) -> {
          Root<Stop> other = subquery.from(Stop.class);
          Subquery<Stop> inner = subquery.subquery(given.model().stop());
          Root<Stop> innermost = inner.from(Stop.class);
          inner.select(innermost);
          inner.where(builder.gt(innermost.get("id"), 2), builder.lt(innermost.get("id"), 4));
          subquery.select(other.<Stop>get("next").get("id")).where(builder.equal(other, inner));
          return builder.equal(root.get("id"), subquery);
        });
  }

  private static void subqueriesWithGroups(Given given) {
    var builder = given.builder();
    Function<Consumer<Subquery<Integer>>, String> largest =
        parts ->
            names(
                    given,
                    (root, subquery) -> {
                      parts.accept(subquery);
                      return builder.in(root.<Integer>get("weight")).value(subquery);
                    })
                .toString();
    BiFunction<Subquery<Integer>, Root<Stop>, Predicate> above =
        (subquery, stop) -> builder.gt(builder.max(stop.<Integer>get("weight")), 20);
    assertEquals(
        "[stop 2, stop 3]",
        largest.apply(
            subquery -> {
              Root<Stop> stop = subquery.from(Stop.class);
              Predicate large = above.apply(subquery, stop);
              subquery.select(builder.max(stop.<Integer>get("weight"))).distinct(true);
              subquery.groupBy(stop.get("flag")).having(builder.or(large, large.not()));
              subquery.where(builder.gt(stop.get("weight"), 10));
              assertTrue(subquery.isDistinct());
              assertEquals(List.of(stop.get("flag")).size(), subquery.getGroupList().size());
              assertNotNull(subquery.getGroupRestriction());
              subquery.groupBy(List.of(stop.get("flag"), stop.get("id")));
            }));
    assertEquals(
        "[stop 3]",
        largest.apply(
            subquery -> {
              Root<Stop> stop = subquery.from(Stop.class);
              subquery.select(builder.max(stop.<Integer>get("weight"))).groupBy(stop.get("flag"));
              subquery.having((Expression<Boolean>) above.apply(subquery, stop));
            }));
    assertEquals(
        "[stop 1]",
        largest.apply(
            subquery -> {
              Root<Stop> stop = subquery.from(Stop.class);
              subquery.select(builder.max(stop.<Integer>get("weight"))).groupBy(stop.get("flag"));
              subquery.having(List.of(above.apply(subquery, stop).not()));
              subquery.having(above.apply(subquery, stop).not(), builder.conjunction());
            }));
  }

  /// Each variable of the query around, as the subquery's own.
  private static void correlation(Given given) {
    var builder = given.builder();
    BiFunction<Root<Stop>, Subquery<Integer>, List<From<?, Stop>>> correlated =
        (root, subquery) ->
            List.of(
                subquery.correlate(root),
                subquery.correlate(root.<Stop, Stop>join("next")),
                subquery.correlate(root.<Stop, Stop>joinCollection("bag")),
                subquery.correlate(root.<Stop, Stop>joinSet("set")),
                subquery.correlate(root.<Stop, Stop>joinList("list")),
                subquery.correlate(root.<Stop, String, Stop>joinMap("map")));
    for (int i = 0; i < 6; i++) {
      int chosen = i;
      var found =
          names(
              given,
              (root, subquery) -> {
                From<?, Stop> same = correlated.apply(root, subquery).get(chosen);
                assertTrue(same.isCorrelated());
                assertSame(
                    chosen == 0 ? root : root.getJoins().stream().toList().get(chosen - 1),
                    same.getCorrelationParent());
                assertEquals(5, subquery.getCorrelatedJoins().size());
                Join<Stop, Stop> next = same.join("next");
                subquery.select(next.get("id"));
                return builder.equal(builder.literal(1), subquery);
              });
      // The stop whose next is 1, or whose next's next is.
      assertEquals(chosen == 0 ? List.of("stop 3") : List.of("stop 2"), found);
    }
  }

  // ---- bulk statements ----

  private static void updates(Given given) {
    var builder = given.builder();
    var model = given.model().stop();
    var weight = model.getSingularAttribute("weight", Integer.class);
    BiConsumer<Integer, BiConsumer<CriteriaUpdate<Stop>, Root<Stop>>> changes =
        (expected, parts) -> {
          CriteriaUpdate<Stop> update = builder.createCriteriaUpdate(Stop.class);
          Root<Stop> root = expected == 1 ? update.from(Stop.class) : update.from(model);
          assertSame(root, update.getRoot());
          assertNull(update.getRestriction());
          parts.accept(update, root);
          var query = given.manager().createQuery(given.recorder().original(update));
          query.getParameters().forEach(one -> query.setParameter(one.getName(), 2));
          assertEquals(expected, query.executeUpdate());
        };
    changes.accept(3, (update, _) -> update.set(weight, 1));
    changes.accept(3, (update, root) -> update.set(weight, builder.sum(root.get(weight), 1)));
    changes.accept(3, (update, root) -> update.set(root.get(weight), 3));
    changes.accept(
        3,
        (update, root) ->
            update.set(
                root.<Integer>get("weight"), builder.prod(root.get(weight), root.get(weight))));
    changes.accept(
        1,
        (update, root) -> {
          ParameterExpression<Integer> id = builder.parameter(Integer.class, "id");
          Predicate restriction = builder.equal(root.get("id"), id);
          update.set("weight", 5).where(restriction);
          assertSame(restriction, update.getRestriction());
          assertEquals(Set.of(id), update.getParameters());
        });
    changes.accept(
        1,
        (update, root) ->
            update.set("weight", 6).where((Expression<Boolean>) root.<Boolean>get("flag")));
    changes.accept(
        1,
        (update, root) -> {
          Subquery<Integer> largest = update.subquery(Integer.class);
          largest.select(builder.max(largest.from(Stop.class).<Integer>get("id")));
          update.set("name", "last");
          update.where(builder.equal(root.get("id"), largest), builder.gt(root.get("id"), 2));
        });
    changes.accept(
        1,
        (update, root) -> {
          Subquery<Stop> second = update.subquery(model);
          Root<Stop> other = second.from(Stop.class);
          second.select(other).where(builder.equal(other.get("weight"), 5));
          update.set("name", "second").where(builder.equal(root, second));
        });
    assertEquals(
        List.of("stop 1 6", "second 5", "last 9"),
        given
            .manager()
            .createQuery(
                "select s.name || ' ' || cast(s.weight as string) from Stop s order by s.id",
                String.class)
            .getResultList());
  }

  private static void deletes(Given given) {
    var builder = given.builder();
    var model = given.model().stop();
    given.manager().createNativeQuery("update stop set next_id = null").executeUpdate();
    BiConsumer<Integer, BiConsumer<CriteriaDelete<Stop>, Root<Stop>>> removes =
        (expected, parts) -> {
          CriteriaDelete<Stop> delete = builder.createCriteriaDelete(Stop.class);
          Root<Stop> root = expected == 1 ? delete.from(Stop.class) : delete.from(model);
          assertSame(root, delete.getRoot());
          assertNull(delete.getRestriction());
          parts.accept(delete, root);
          var query = given.manager().createQuery(given.recorder().original(delete));
          query.getParameters().forEach(one -> query.setParameter(one.getName(), 2));
          assertEquals(expected, query.executeUpdate());
        };
    given
        .manager()
        .createNativeQuery("truncate bag, ones, listed, mapped, stop_notes")
        .executeUpdate();
    removes.accept(
        1,
        (delete, root) -> {
          ParameterExpression<Integer> id = builder.parameter(Integer.class, "id");
          Predicate restriction = builder.equal(root.get("id"), id);
          delete.where(restriction);
          assertSame(restriction, delete.getRestriction());
          assertEquals(Set.of(id), delete.getParameters());
        });
    removes.accept(
        0,
        (delete, root) -> {
          Subquery<Integer> many = delete.subquery(Integer.class);
          many.select(builder.sum(many.from(Stop.class).<Integer>get("weight")));
          delete.where(builder.gt(root.get("weight"), many), builder.gt(root.get("id"), 0));
        });
    removes.accept(
        0,
        (delete, root) -> {
          Subquery<Stop> same = delete.subquery(model);
          Root<Stop> other = same.from(Stop.class);
          same.select(other).where(builder.equal(other.get("name"), "nobody"));
          delete.where(builder.in(root).value(same));
        });
    removes.accept(
        1, (delete, root) -> delete.where((Expression<Boolean>) root.<Boolean>get("flag")));
    removes.accept(1, (_, _) -> {});
  }

  // ---- variables ----

  /// A kind of variable, and at which stop it stands where the root stands at 1.
  private record Variable(int stop, Function<Root<Stop>, From<?, Stop>> from) {}

  private static final Map<String, Variable> VARIABLES =
      Map.of(
          "root", new Variable(1, root -> root),
          "join", new Variable(2, root -> root.<Stop, Stop>join("next")),
          "collection join", new Variable(2, root -> root.<Stop, Stop>joinCollection("bag")),
          "set join", new Variable(2, root -> root.<Stop, Stop>joinSet("set")),
          "list join", new Variable(2, root -> root.<Stop, Stop>joinList("list")),
          "map join", new Variable(2, root -> root.<Stop, String, Stop>joinMap("map")));

  private static List<Function<From<?, Stop>, Join<?, Stop>>> steps(Given given) {
    var stop = given.model().stop();
    var next = stop.getSingularAttribute("next", Stop.class);
    var bag = stop.getCollection("bag", Stop.class);
    var set = stop.getSet("set", Stop.class);
    var list = stop.getList("list", Stop.class);
    var map = stop.getMap("map", String.class, Stop.class);
    return List.of(
        from -> from.<Stop, Stop>join("next"),
        from -> from.<Stop, Stop>join("next", JoinType.LEFT),
        from -> from.join(next),
        from -> from.join(next, JoinType.LEFT),
        from -> from.<Stop, Stop>joinCollection("bag"),
        from -> from.<Stop, Stop>joinCollection("bag", JoinType.LEFT),
        from -> from.join(bag),
        from -> from.join(bag, JoinType.LEFT),
        from -> from.<Stop, Stop>joinSet("set"),
        from -> from.<Stop, Stop>joinSet("set", JoinType.LEFT),
        from -> from.join(set),
        from -> from.join(set, JoinType.LEFT),
        from -> from.<Stop, Stop>joinList("list"),
        from -> from.<Stop, Stop>joinList("list", JoinType.LEFT),
        from -> from.join(list),
        from -> from.join(list, JoinType.LEFT),
        from -> from.<Stop, String, Stop>joinMap("map"),
        from -> from.<Stop, String, Stop>joinMap("map", JoinType.LEFT),
        from -> from.join(map),
        from -> from.join(map, JoinType.LEFT),
        from -> onNext(given, from, from.join(Stop.class)),
        from -> onNext(given, from, from.join(Stop.class, JoinType.LEFT)),
        from -> onNext(given, from, from.join(stop)),
        from -> onNext(given, from, from.join(stop, JoinType.LEFT)));
  }

  private static Join<?, Stop> onNext(Given given, From<?, Stop> from, Join<?, Stop> entity) {
    return entity.on(given.builder().equal(from.get("next"), entity));
  }

  private static void joins(Given given, Variable variable) {
    int position = 0;
    for (var step : steps(given)) {
      List<From<?, Stop>> path = new ArrayList<>();
      Object found =
          given.value(
              Map.of(),
              at -> {
                From<?, Stop> from = variable.from().apply(at.root());
                Join<?, Stop> join = step.apply(from);
                assertEquals(Set.of(join), from.getJoins());
                assertFalse(from.isCorrelated());
                assertThrows(IllegalStateException.class, from::getCorrelationParent);
                path.addAll(List.of(from, join));
                return join.get("id");
              });
      assertEquals(after(variable.stop()), found, "join " + position++);
      checkJoin((Join<?, ?>) path.getLast(), path.getFirst());
    }
  }

  private static void checkJoin(Join<?, ?> join, From<?, ?> from) {
    assertSame(from, join.getParent());
    assertNotNull(join.getJoinType());
    boolean isOfEntity = join.getOn() != null;
    assertTrue(isOfEntity || join.getAttribute().isAssociation());
    assertEquals("Stop", join.getModel().getBindableJavaType().getSimpleName());
    if (join instanceof PluralJoin<?, ?, ?> plural) {
      assertSame(plural.getAttribute(), plural.getModel());
    }
  }

  private static List<Function<FetchParent<?, Stop>, Fetch<Stop, Stop>>> fetchSteps(Given given) {
    var stop = given.model().stop();
    var next = stop.getSingularAttribute("next", Stop.class);
    var set = stop.getSet("set", Stop.class);
    return List.of(
        from -> from.fetch("next"),
        from -> from.fetch("next", JoinType.LEFT),
        from -> from.fetch(next),
        from -> from.fetch(next, JoinType.LEFT),
        from -> from.fetch("set"),
        from -> from.fetch("set", JoinType.LEFT),
        from -> from.fetch(set),
        from -> from.fetch(set, JoinType.LEFT));
  }

  private static void fetches(Given given, Variable variable) {
    var util = given.manager().getEntityManagerFactory().getPersistenceUnitUtil();
    for (var step : fetchSteps(given)) {
      given.manager().clear();
      List<Fetch<Stop, Stop>> fetched = new ArrayList<>();
      var found =
          (Stop)
              given.value(
                  Map.of(),
                  at -> {
                    From<?, Stop> from = variable.from().apply(at.root());
                    assertEquals(Set.of(), from.getFetches());
                    Fetch<Stop, Stop> fetch = step.apply(from);
                    assertEquals(Set.of(fetch), from.getFetches());
                    assertSame(from, fetch.getParent());
                    fetched.add(fetch);
                    return from;
                  });
      assertEquals(variable.stop(), found.id);
      String name = fetched.getFirst().getAttribute().getName();
      assertTrue(util.isLoaded(found, name), name);
      assertFalse(util.isLoaded(found, "list"));
      assertEquals(name.equals("set"), util.isLoaded(found, "set"));
    }
  }

  private static void fetchesOfFetches(Given given) {
    var util = given.manager().getEntityManagerFactory().getPersistenceUnitUtil();
    for (var step : fetchSteps(given)) {
      given.manager().clear();
      List<Fetch<Stop, Stop>> fetched = new ArrayList<>();
      var found =
          (Stop)
              given.value(
                  Map.of(),
                  at -> {
                    Fetch<Stop, Stop> next = at.root().fetch("next", JoinType.LEFT);
                    Fetch<Stop, Stop> beyond = step.apply(next);
                    assertEquals(Set.of(beyond), next.getFetches());
                    assertEquals(JoinType.LEFT, next.getJoinType());
                    assertSame(next, beyond.getParent());
                    fetched.add(beyond);
                    return at.root();
                  });
      String name = fetched.getFirst().getAttribute().getName();
      assertTrue(util.isLoaded(found.next, name), name);
      assertFalse(util.isLoaded(found.next, "list"));
    }
  }

  private static void paths(Given given, Variable variable) {
    var stop = given.model().stop();
    String name = "stop " + variable.stop();
    Function<Function<From<?, Stop>, Selection<?>>, Object> value =
        path -> given.value(Map.of(), at -> path.apply(variable.from().apply(at.root())));
    assertEquals(name, value.apply(from -> from.get("name")));
    assertEquals(name, value.apply(from -> from.get(stop.getSingularAttribute("name"))));
    assertEquals(Stop.class, value.apply(From::type));
    assertEquals(
        after(variable.stop()),
        value.apply(
            from -> given.builder().function("abs", Integer.class, from.get("next").get("id"))));
    Function<BiFunction<From<?, Stop>, Stop, Predicate>, Boolean> holds =
        condition ->
            given.holds(
                Map.of(),
                at ->
                    condition.apply(
                        variable.from().apply(at.root()),
                        given.manager().getReference(Stop.class, after(variable.stop()))));
    assertTrue(
        holds.apply(
            (from, next) ->
                given.builder().isMember(next, from.get(stop.getSet("set", Stop.class)))));
    // What a map that is selected gives is its values.
    assertEquals(
        after(variable.stop()),
        ((Stop) value.apply(from -> from.get(stop.getMap("map", String.class, Stop.class)))).id);
    given.value(
        Map.of(),
        at -> {
          From<?, Stop> from = variable.from().apply(at.root());
          assertEquals(Stop.class, from.getModel().getBindableJavaType());
          assertEquals(variable.stop() == 1, from.getParentPath() == null);
          return from;
        });
  }

  /// An entity is compared with entities and told from null.
  private static void entity(Given given, Variable variable) {
    var same = given.manager().find(Stop.class, variable.stop());
    var other = given.manager().find(Stop.class, after(variable.stop()));
    check(given, new Case(at -> variable.from().apply(at.root()), same, other, null), Map.of());
  }

  private static void conditionsOfJoins(Given given) {
    var builder = given.builder();
    List<Function<Root<Stop>, Join<?, Stop>>> joins =
        List.of(
            root -> root.<Stop, Stop>join("next"),
            root -> root.<Stop, Stop>joinCollection("bag"),
            root -> root.<Stop, Stop>joinSet("set"),
            root -> root.<Stop, Stop>joinList("list"),
            root -> root.<Stop, String, Stop>joinMap("map"));
    for (var join : joins) {
      assertTrue(
          given.holds(
              Map.of(),
              at -> {
                Join<?, Stop> joined = join.apply(at.root());
                assertNull(joined.getOn());
                Predicate condition = builder.equal(joined.get("id"), 2);
                assertSame(joined, joined.on(condition, builder.conjunction()));
                assertNotNull(joined.getOn());
                return builder.conjunction();
              }));
      assertFalse(
          given.holds(
              Map.of(),
              at -> {
                Join<?, Stop> joined = join.apply(at.root());
                joined.on((Expression<Boolean>) joined.<Boolean>get("flag"));
                return builder.conjunction();
              }));
    }
    assertEquals(0, given.value(Map.of(), at -> at.root().<Stop, Stop>joinList("list").index()));
    assertEquals(
        "to", given.value(Map.of(), at -> at.root().<Stop, String, Stop>joinMap("map").key()));
    assertEquals(
        2,
        ((Stop) given.value(Map.of(), at -> at.root().<Stop, String, Stop>joinMap("map").value()))
            .id);
    assertEquals(
        "to",
        ((Map.Entry<?, ?>)
                given.value(Map.of(), at -> at.root().<Stop, String, Stop>joinMap("map").entry()))
            .getKey());
  }

  private static void pathsOfPaths(Given given) {
    var builder = given.builder();
    var stop = given.model().stop();
    assertEquals(
        "stop 3",
        given.value(
            Map.of(),
            at -> {
              Path<Stop> next = at.root().get("next");
              Path<Stop> beyond = next.get(stop.getSingularAttribute("next", Stop.class));
              assertSame(next, beyond.getParentPath());
              assertEquals(
                  "next",
                  ((jakarta.persistence.metamodel.Attribute<?, ?>) beyond.getModel()).getName());
              return beyond.get("name");
            }));
    assertEquals("U2", given.value(Map.of(), at -> at.root().get("next").get("place").get("line")));
    assertEquals(Stop.class, given.value(Map.of(), at -> at.root().get("next").type()));
    assertTrue(
        given.holds(
            Map.of(),
            at ->
                builder.isMember(
                    "note 2",
                    at.root().<Stop>get("next").get(stop.getSet("notes", String.class)))));
    var map = stop.getMap("map", String.class, Stop.class);
    assertEquals(3, ((Stop) given.value(Map.of(), at -> at.root().<Stop>get("next").get(map))).id);
  }

  // ---- expressions ----

  /// An expression at stop 1, what it is there and what it is not, and its text.
  private record Case(Function<At, Expression<?>> make, Object value, Object other, String text) {}

  private static final Map<String, Case> EXPRESSIONS = new LinkedHashMap<>();

  static {
    EXPRESSIONS.put("a path", new Case(at -> at.root().get("name"), "stop 1", "x", "stop 1"));
    EXPRESSIONS.put(
        "a function",
        new Case(at -> at.builder().upper(at.root().get("name")), "STOP 1", "stop 1", "STOP 1"));
    EXPRESSIONS.put(
        "a parameter", new Case(at -> at.builder().parameter(Integer.class, "given"), 7, 8, "7"));
    EXPRESSIONS.put(
        "a predicate",
        new Case(at -> at.builder().equal(at.root().get("id"), 1), true, false, "true"));
    EXPRESSIONS.put("an in", new Case(at -> in(at).value(4).value(1), true, false, "true"));
    EXPRESSIONS.put(
        "a subquery",
        new Case(
            at -> {
              Subquery<String> last = at.query().subquery(String.class);
              Root<Stop> stop = last.from(Stop.class);
              return last.select(at.builder().greatest(stop.<String>get("name")));
            },
            "stop 3",
            "stop 1",
            "stop 3"));
    EXPRESSIONS.put(
        "a case",
        new Case(
            at ->
                (CriteriaBuilder.Case<String>)
                    at.builder()
                        .<String>selectCase()
                        .when(at.root().<Boolean>get("flag"), "first")
                        .otherwise("later"),
            "first",
            "later",
            "first"));
    EXPRESSIONS.put(
        "a simple case",
        new Case(
            at ->
                at.builder()
                    .<Integer, String>selectCase(at.root().<Integer>get("id"))
                    .when(1, "one")
                    .otherwise("many"),
            "one",
            "many",
            "one"));
    EXPRESSIONS.put(
        "a coalesce",
        new Case(
            at ->
                at.builder()
                    .<String>coalesce()
                    .value(at.builder().nullLiteral(String.class))
                    .value("some"),
            "some",
            "none",
            "some"));
  }

  private static CriteriaBuilder.In<Integer> in(At at) {
    return at.builder().in(at.root().<Integer>get("id"));
  }

  private static void expression(Given given, Case expression) {
    check(given, expression, Map.of("given", 7));
  }

  private static void check(Given given, Case tested, Map<String, ?> arguments) {
    var builder = given.builder();
    BiConsumer<Boolean, Function<Expression<?>, Predicate>> test =
        (expected, condition) ->
            assertEquals(
                expected, given.holds(arguments, at -> condition.apply(tested.make().apply(at))));
    test.accept(true, Expression::isNotNull);
    test.accept(false, Expression::isNull);
    test.accept(true, one -> one.equalTo(tested.value()));
    test.accept(false, one -> one.equalTo(tested.other()));
    test.accept(true, one -> one.equalTo(builder.literal(tested.value())));
    test.accept(true, one -> one.notEqualTo(tested.other()));
    test.accept(false, one -> one.notEqualTo(builder.literal(tested.value())));
    test.accept(true, one -> one.in(tested.other(), tested.value()));
    test.accept(false, one -> one.in(builder.literal(tested.other())));
    test.accept(true, one -> one.in(List.of(tested.value())));
    var many = new HashMap<String, Object>(arguments);
    many.put("many", List.of(tested.value()));
    @SuppressWarnings("unchecked") // a class literal knows no type argument
    Class<Collection<?>> collection = (Class<Collection<?>>) (Class<?>) Collection.class;
    assertTrue(
        given.holds(many, at -> tested.make().apply(at).in(builder.parameter(collection, "many"))));

    assertEquals(
        tested.value(),
        given.value(arguments, at -> tested.make().apply(at).as(tested.value().getClass())));
    if (tested.text() != null) {
      assertEquals(
          tested.text(), given.value(arguments, at -> tested.make().apply(at).cast(String.class)));
    } else {
      assertThrows(
          IllegalArgumentException.class,
          () -> given.value(arguments, at -> tested.make().apply(at).cast(String.class)));
    }
    assertEquals(
        tested.value(),
        given.value(
            arguments,
            at -> {
              Expression<?> one = tested.make().apply(at);
              assertNull(one.getAlias());
              assertEquals("it", one.alias("it").getAlias());
              assertFalse(one.isCompoundSelection());
              assertThrows(IllegalStateException.class, one::getCompoundSelectionItems);
              if (one instanceof ParameterExpression<?> parameter) {
                assertEquals(Integer.class, parameter.getParameterType());
                assertEquals("given", parameter.getName());
                assertNull(parameter.getPosition());
              }
              return one;
            }));
    given.holds(
        arguments,
        at -> {
          Expression<?> one = tested.make().apply(at);
          assertTrue(one.getJavaType().isInstance(tested.value()), one.getJavaType().toString());
          return one.isNotNull();
        });
  }

  private static void predicates(Given given) {
    var builder = given.builder();
    List<Function<At, Predicate>> all =
        List.of(
            at -> builder.equal(at.root().get("id"), 1),
            at -> in(at).value(builder.literal(1)),
            at -> in(at).value(1));
    for (var make : all) {
      assertTrue(given.holds(Map.of(), make));
      assertFalse(given.holds(Map.of(), at -> make.apply(at).not()));
      given.holds(
          Map.of(),
          at -> {
            Predicate one = make.apply(at);
            assertEquals(BooleanOperator.AND, one.getOperator());
            assertFalse(one.isNegated());
            assertTrue(one.not().isNegated());
            assertEquals(List.of(), one.getExpressions());
            return one;
          });
    }
    given.holds(
        Map.of(),
        at -> {
          Path<Integer> id = at.root().get("id");
          CriteriaBuilder.In<Integer> in = builder.in(id);
          assertSame(id, in.getExpression());
          return in.value(1);
        });
  }

  private static void choices(Given given) {
    var builder = given.builder();
    Function<Function<At, Selection<?>>, Object> value = make -> given.value(Map.of(), make);
    assertEquals(
        "x",
        value.apply(
            at ->
                builder
                    .<String>selectCase()
                    .when(at.root().get("flag").isNull(), "never")
                    .when(at.root().<Boolean>get("flag"), builder.literal("x"))
                    .otherwise(builder.literal("y"))));
    assertEquals(
        "y",
        value.apply(
            at ->
                builder
                    .<String>selectCase()
                    .when(at.root().get("flag").isNull(), "never")
                    .otherwise(builder.literal("y"))));
    assertEquals(
        "expression",
        value.apply(
            at -> {
              Path<Integer> id = at.root().get("id");
              CriteriaBuilder.SimpleCase<Integer, String> choice = builder.selectCase(id);
              assertSame(id, choice.getExpression());
              return choice
                  .when(3, "value")
                  .when(4, builder.literal("never"))
                  .when(builder.literal(2), "no")
                  .when(builder.literal(1), builder.literal("expression"))
                  .otherwise(builder.literal("else"));
            }));
  }

  private static void compounds(Given given) {
    var builder = given.builder();
    CriteriaQuery<Tuple> query = builder.createTupleQuery();
    Root<Stop> root = query.from(Stop.class);
    CompoundSelection<Tuple> tuple =
        builder.tuple(root.get("id").alias("id"), root.get("name").alias("name"));
    assertTrue(tuple.isCompoundSelection());
    assertEquals(2, tuple.getCompoundSelectionItems().size());
    assertEquals(Tuple.class, tuple.getJavaType());
    tuple.alias("both");
    assertEquals("both", tuple.getAlias());
    query.select(tuple).where(builder.equal(root.get("id"), 2));
    assertEquals("stop 2", given.results(query).getFirst().get("name"));
  }

  private static void orders(Given given) {
    var builder = given.builder();
    Function<Function<Root<Stop>, Order>, List<Integer>> sorted =
        order -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          AbstractQuery<Integer> same = query;
          Root<Stop> root = same.from(Stop.class);
          query.select(root.get("id")).orderBy(order.apply(root));
          return given.results(query);
        };
    assertEquals(List.of(3, 2, 1), sorted.apply(root -> builder.desc(root.get("id"))));
    assertEquals(List.of(1, 2, 3), sorted.apply(root -> builder.desc(root.get("id")).reverse()));
    assertEquals(
        List.of(2, 3, 1),
        sorted.apply(
            root -> {
              Expression<Integer> others =
                  builder.nullif(root.<Integer>get("id"), builder.literal(1));
              Order order = builder.asc(others, Nulls.LAST);
              assertTrue(order.isAscending());
              assertEquals(Nulls.LAST, order.getNullPrecedence());
              assertSame(others, order.getExpression());
              return order;
            }));
  }
}
