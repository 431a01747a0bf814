package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaBuilder.Trimspec;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.LocalDateField;
import jakarta.persistence.criteria.LocalDateTimeField;
import jakarta.persistence.criteria.LocalTimeField;
import jakarta.persistence.criteria.Nulls;
import jakarta.persistence.criteria.Order;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Subquery;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every method of CriteriaBuilder (Jakarta Persistence 3.2, section 6.5) runs against a server.
/// The last test of each pass looks whether one was left out.
@SuppressWarnings("deprecation") // multiselect is what most applications use
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaBuilderTest {

  /// One row of it has the values that the tests compute with.
  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Sample")
  static class Sample {
    @Id private int id;
    private String text = "Hello";
    private Character letter = 'x';
    private Integer whole = 7;
    private long big = 10L;
    private Float real = 1.5f;
    private Double wide = 2.25;
    private BigDecimal exact = new BigDecimal("12.50");
    private BigInteger huge = new BigInteger("123");
    private Boolean flag = true;
    private String nothing;
    private LocalDate day = LocalDate.of(2026, 2, 14);
    private LocalTime time = LocalTime.of(13, 45, 30);
    private LocalDateTime moment = LocalDateTime.of(2026, 2, 14, 13, 45, 30);
    @ManyToOne private Sample parent;

    @OneToMany(mappedBy = "parent")
    private List<Sample> children = new ArrayList<>();

    @ManyToMany private Set<Sample> friends = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "rival")
    private Collection<Sample> rivals = new ArrayList<>();

    @ElementCollection private Map<String, String> labels = new HashMap<>();

    Sample() {}

    Sample(int id) {
      this.id = id;
    }
  }

  record Pair(int id, String text) {}

  @TestFactory
  Stream<DynamicTest> every_method_runs_on_postgresql_18() {
    return pass(TestServer.v18());
  }

  @TestFactory
  Stream<DynamicTest> every_method_runs_on_postgresql_15() {
    return TestServer.v15().map(CriteriaBuilderTest::pass).orElseGet(Stream::empty);
  }

  private static Stream<DynamicTest> pass(TestServer server) {
    var pass = new Pass(server);
    var groups = new ArrayList<DynamicTest>();
    pass.groups().forEach((name, group) -> groups.add(dynamicTest(name, () -> pass.run(group))));
    groups.add(dynamicTest("no method of the interface is missing", pass::checkCalled));
    return groups.stream().onClose(pass::close);
  }

  /// What a group of tests has at hand: sample 1 as the root of a query.
  private record Given(EntityManager manager, CriteriaBuilder builder) {

    /// The value of an expression on sample 1.
    Object value(Function<Root<Sample>, Expression<?>> expression) {
      CriteriaQuery<Object> query = builder.createQuery();
      Root<Sample> root = query.from(Sample.class);
      query.select(expression.apply(root)).where(root.get("id").equalTo(1));
      return manager.createQuery(query).getSingleResult();
    }

    /// The expression has that value on sample 1.
    void gives(Object expected, Function<Root<Sample>, Expression<?>> expression) {
      assertEquals(expected, value(expression));
    }

    /// The ids of the samples for which a condition holds.
    List<Integer> ids(Function<Root<Sample>, Predicate> condition) {
      CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
      Root<Sample> root = query.from(Sample.class);
      query.select(root.get("id")).where(condition.apply(root));
      query.orderBy(builder.asc(root.get("id")));
      return manager.createQuery(query).getResultList();
    }

    void holds(Function<Root<Sample>, Predicate> condition) {
      assertEquals(List.of(1, 2), ids(condition));
    }

    void fails(Function<Root<Sample>, Predicate> condition) {
      assertEquals(List.of(), ids(condition));
    }
  }

  private static final class Pass {
    private final TestDatabase database;
    private final EntityManagerFactory factory;
    private final Set<Method> called = new HashSet<>();

    Pass(TestServer server) {
      database = server.newDatabase();
      factory =
          new PersistenceConfiguration("samples")
              .provider(TiercelPersistenceProvider.class.getName())
              .managedClass(Sample.class)
              .property(UnitProperties.URL, database.jdbcUrl())
              .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
              .createEntityManagerFactory();
      factory.runInTransaction(
          manager -> {
            var first = new Sample(1);
            var second = new Sample(2);
            second.parent = first;
            first.friends.add(second);
            first.rivals.add(second);
            first.labels.put("en", "one");
            manager.persist(first);
            manager.persist(second);
          });
    }

    void close() {
      factory.close();
      database.close();
    }

    void run(Consumer<Given> group) {
      factory.runInTransaction(
          manager -> group.accept(new Given(manager, recorded(manager.getCriteriaBuilder()))));
    }

    private CriteriaBuilder recorded(CriteriaBuilder builder) {
      return (CriteriaBuilder)
          Proxy.newProxyInstance(
              CriteriaBuilder.class.getClassLoader(),
              new Class<?>[] {CriteriaBuilder.class},
              (_, method, arguments) -> {
                called.add(method);
                try {
                  return method.invoke(builder, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    void checkCalled() {
      Set<String> missing =
          Stream.of(CriteriaBuilder.class.getMethods())
              .filter(method -> !Modifier.isStatic(method.getModifiers()))
              .filter(method -> !called.contains(method))
              .map(CriteriaBuilderTest::show)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      assertEquals(Set.of(), missing);
    }

    Map<String, Consumer<Given>> groups() {
      var groups = new LinkedHashMap<String, Consumer<Given>>();
      groups.put("statements", CriteriaBuilderTest::statements);
      groups.put("set operators", CriteriaBuilderTest::setOperators);
      groups.put("selections and order", CriteriaBuilderTest::selections);
      groups.put("aggregates", CriteriaBuilderTest::aggregates);
      groups.put("and, or and not", CriteriaBuilderTest::connectives);
      groups.put("equality and nulls", CriteriaBuilderTest::equality);
      groups.put("order of values", CriteriaBuilderTest::comparisons);
      groups.put("arithmetic", CriteriaBuilderTest::arithmetic);
      groups.put("mathematical functions", CriteriaBuilderTest::mathematics);
      groups.put("conversions", CriteriaBuilderTest::conversions);
      groups.put("values and parameters", CriteriaBuilderTest::values);
      groups.put("collections", CriteriaBuilderTest::collections);
      groups.put("like", CriteriaBuilderTest::like);
      groups.put("strings", CriteriaBuilderTest::strings);
      groups.put("parts of strings", CriteriaBuilderTest::parts);
      groups.put("times", CriteriaBuilderTest::times);
      groups.put("choices", CriteriaBuilderTest::choices);
      groups.put("subqueries", CriteriaBuilderTest::subqueries);
      groups.put("subtypes", CriteriaBuilderTest::subtypes);
      return groups;
    }
  }

  private static String show(Method method) {
    return Stream.of(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  private static void statements(Given given) {
    var builder = given.builder();
    var manager = given.manager();
    CriteriaQuery<Tuple> tuples = builder.createTupleQuery();
    Root<Sample> root = tuples.from(Sample.class);
    tuples.multiselect(root.get("id")).where(builder.equal(root.get("id"), 2));
    assertEquals(2, manager.createQuery(tuples).getSingleResult().get(0));

    var update = builder.createCriteriaUpdate(Sample.class);
    Root<Sample> updated = update.from(Sample.class);
    update.set(updated.<String>get("nothing"), (String) null).where(builder.conjunction());
    assertEquals(2, manager.createQuery(update).executeUpdate());

    var delete = builder.createCriteriaDelete(Sample.class);
    Root<Sample> deleted = delete.from(Sample.class);
    delete.where(builder.equal(deleted.get("id"), 99));
    assertEquals(0, manager.createQuery(delete).executeUpdate());
  }

  private static CriteriaQuery<Integer> idsFrom(Given given, int least) {
    CriteriaQuery<Integer> query = given.builder().createQuery(Integer.class);
    Root<Sample> root = query.from(Sample.class);
    return query.select(root.get("id")).where(given.builder().ge(root.get("id"), least));
  }

  private static void setOperators(Given given) {
    var builder = given.builder();
    Function<CriteriaSelect<Integer>, List<Integer>> run =
        query -> given.manager().createQuery(query).getResultStream().sorted().toList();
    assertEquals(List.of(1, 2), run.apply(builder.union(idsFrom(given, 1), idsFrom(given, 2))));
    assertEquals(
        List.of(1, 2, 2), run.apply(builder.unionAll(idsFrom(given, 1), idsFrom(given, 2))));
    assertEquals(List.of(2), run.apply(builder.intersect(idsFrom(given, 1), idsFrom(given, 2))));
    assertEquals(List.of(2), run.apply(builder.intersectAll(idsFrom(given, 1), idsFrom(given, 2))));
    assertEquals(List.of(1), run.apply(builder.except(idsFrom(given, 1), idsFrom(given, 2))));
    assertEquals(List.of(1), run.apply(builder.exceptAll(idsFrom(given, 1), idsFrom(given, 2))));
  }

  private static void selections(Given given) {
    var builder = given.builder();
    var manager = given.manager();
    CriteriaQuery<Pair> pairs = builder.createQuery(Pair.class);
    Root<Sample> root = pairs.from(Sample.class);
    pairs.select(builder.construct(Pair.class, root.get("id"), root.get("text")));
    pairs.orderBy(builder.desc(root.get("id")));
    assertEquals(new Pair(2, "Hello"), manager.createQuery(pairs).getResultList().getFirst());

    CriteriaQuery<Tuple> tuples = builder.createTupleQuery();
    Root<Sample> second = tuples.from(Sample.class);
    tuples.select(builder.tuple(second.get("id"), second.get("text")));
    tuples.orderBy(builder.asc(second.get("parent").get("id"), Nulls.LAST));
    assertEquals("Hello", manager.createQuery(tuples).getResultList().getFirst().get(1));
    tuples.select(builder.tuple(List.of(second.get("id"))));
    tuples.orderBy(builder.desc(second.get("id"), Nulls.FIRST));
    assertEquals(List.of(2), tupleIds(manager.createQuery(tuples).getResultList()));

    CriteriaQuery<Object[]> arrays = builder.createQuery(Object[].class);
    Root<Sample> third = arrays.from(Sample.class);
    arrays.select(builder.array(third.get("id"), third.get("text")));
    arrays.orderBy(builder.asc(third.get("id")));
    assertArrayEquals(
        new Object[] {1, "Hello"}, manager.createQuery(arrays).getResultList().getFirst());
    arrays.select(builder.array(List.of(third.get("id"))));
    assertArrayEquals(new Object[] {1}, manager.createQuery(arrays).getResultList().getFirst());
  }

  /// Of those that have a parent: the order follows the path to it by an inner join.
  private static List<Object> tupleIds(List<Tuple> tuples) {
    return tuples.stream().map(tuple -> tuple.get(0)).limit(1).toList();
  }

  private static void aggregates(Given given) {
    var builder = given.builder();
    given.gives(7.0, root -> builder.avg(root.<Integer>get("whole")));
    given.gives(7, root -> builder.sum(root.<Integer>get("whole")));
    given.gives(7L, root -> builder.sumAsLong(root.get("whole")));
    given.gives(1.5, root -> builder.sumAsDouble(root.get("real")));
    given.gives(10L, root -> builder.max(root.<Long>get("big")));
    given.gives(2.25, root -> builder.min(root.<Double>get("wide")));
    given.gives("Hello", root -> builder.greatest(root.<String>get("text")));
    given.gives(LocalDate.of(2026, 2, 14), root -> builder.least(root.<LocalDate>get("day")));
    given.gives(1L, root -> builder.count(root));
    given.gives(1L, root -> builder.countDistinct(root.get("text")));
  }

  private static void connectives(Given given) {
    var builder = given.builder();
    given.holds(_ -> builder.conjunction());
    given.fails(_ -> builder.disjunction());
    given.fails(_ -> builder.conjunction().not());
    given.holds(root -> builder.and(root.get("flag"), builder.isTrue(root.get("flag"))));
    given.holds(root -> builder.and(builder.isTrue(root.get("flag")), builder.conjunction()));
    given.fails(
        _ -> builder.and(builder.conjunction(), builder.conjunction(), builder.disjunction()));
    given.holds(
        _ -> builder.or(builder.disjunction(), builder.conjunction(), builder.disjunction()));
    given.fails(_ -> builder.and(List.of(builder.conjunction(), builder.disjunction())));
    given.holds(root -> builder.or(root.get("flag"), builder.isFalse(root.get("flag"))));
    given.holds(_ -> builder.or(builder.disjunction(), builder.conjunction()));
    given.fails(_ -> builder.or(List.of(builder.disjunction())));
    given.fails(root -> builder.not(root.get("flag")));
    given.fails(root -> builder.isFalse(root.get("flag")));
  }

  private static void equality(Given given) {
    var builder = given.builder();
    given.holds(root -> builder.isNull(root.get("nothing")));
    given.fails(root -> builder.isNotNull(root.get("nothing")));
    assertEquals(List.of(2), given.ids(root -> builder.isNotNull(root.get("parent"))));
    given.holds(root -> builder.equal(root.get("text"), root.get("text")));
    given.holds(root -> builder.equal(root.get("text"), "Hello"));
    given.fails(root -> builder.notEqual(root.get("text"), root.get("text")));
    given.holds(root -> builder.notEqual(root.get("text"), "hello"));
    assertThrows(
        IllegalArgumentException.class,
        () -> given.ids(root -> builder.equal(root.get("text"), (Object) null)));
    given.holds(root -> builder.in(root.get("text")).value("Hello").value("x"));
    given.fails(root -> builder.in(root.get("text")));
    given.fails(root -> builder.in(root.get("text")).value("Hello").not());
  }

  private static void comparisons(Given given) {
    var builder = given.builder();
    given.holds(root -> builder.greaterThan(root.<String>get("text"), "Hel"));
    given.fails(root -> builder.greaterThan(root.<String>get("text"), root.<String>get("text")));
    given.holds(root -> builder.greaterThanOrEqualTo(root.<Integer>get("whole"), 7));
    given.holds(
        root ->
            builder.greaterThanOrEqualTo(root.<Integer>get("whole"), root.<Integer>get("whole")));
    given.fails(root -> builder.lessThan(root.<LocalDate>get("day"), LocalDate.of(2026, 1, 1)));
    given.fails(root -> builder.lessThan(root.<Long>get("big"), root.<Long>get("big")));
    given.holds(root -> builder.lessThanOrEqualTo(root.<Long>get("big"), 10L));
    given.holds(root -> builder.lessThanOrEqualTo(root.<Long>get("big"), root.<Long>get("big")));
    given.holds(root -> builder.gt(root.<Integer>get("whole"), 6.5));
    given.holds(root -> builder.gt(root.<Long>get("big"), root.<Integer>get("whole")));
    given.holds(root -> builder.ge(root.<Double>get("wide"), new BigDecimal("2.25")));
    given.holds(root -> builder.ge(root.<Double>get("wide"), root.<Float>get("real")));
    given.holds(root -> builder.lt(root.<Integer>get("whole"), 5_000_000_000L));
    given.holds(root -> builder.lt(root.<BigDecimal>get("exact"), root.<BigInteger>get("huge")));
    given.holds(root -> builder.le(root.<Float>get("real"), 1.5f));
    given.holds(root -> builder.le(root.<Float>get("real"), root.<Double>get("wide")));
    given.holds(root -> builder.between(root.<Integer>get("whole"), 7, 8));
    given.fails(
        root ->
            builder.between(root.<Integer>get("whole"), builder.literal(8), builder.literal(9)));
  }

  private static void arithmetic(Given given) {
    var builder = given.builder();
    given.gives(14, r -> builder.sum(r.<Integer>get("whole"), r.get("whole")));
    given.gives(9, r -> builder.sum(r.<Integer>get("whole"), 2));
    given.gives(12L, r -> builder.sum(2L, r.<Long>get("big")));
    given.gives(100L, r -> builder.prod(r.<Long>get("big"), r.get("big")));
    given.gives(21, r -> builder.prod(r.<Integer>get("whole"), 3));
    given.gives(4.5, r -> builder.prod(2.0, r.<Double>get("wide")));
    given.gives(0, r -> builder.diff(r.<Integer>get("whole"), r.get("whole")));
    given.gives(5, r -> builder.diff(r.<Integer>get("whole"), 2));
    given.gives(-5, r -> builder.diff(2, r.<Integer>get("whole")));
    given.gives(1, r -> builder.quot(r.<Integer>get("whole"), r.get("whole")));
    given.gives(3.5, r -> builder.quot(r.<Integer>get("whole"), 2.0));
    given.gives(2, r -> builder.quot(14, r.<Integer>get("whole")));
    given.gives(-7, r -> builder.neg(r.<Integer>get("whole")));
    given.gives(3, r -> builder.mod(r.get("whole"), builder.literal(4)));
    given.gives(1, r -> builder.mod(r.get("whole"), 2));
    given.gives(2, r -> builder.mod(9, r.get("whole")));
    given.gives(8L, r -> builder.sum(r.<Number>get("whole"), 1L).as(Long.class));
  }

  private static void mathematics(Given given) {
    var builder = given.builder();
    given.gives(1, r -> builder.sign(r.<Double>get("wide")));
    given.gives(7, r -> builder.abs(builder.neg(r.<Integer>get("whole"))));
    given.gives(3.0, r -> builder.ceiling(r.<Double>get("wide")));
    given.gives(new BigDecimal(12), r -> builder.floor(r.<BigDecimal>get("exact")));
    given.gives(1.5, r -> builder.sqrt(r.<Double>get("wide")));
    given.gives(1.0, r -> builder.exp(builder.literal(0)));
    given.gives(0.0, r -> builder.ln(builder.literal(1)));
    given.gives(49.0, r -> builder.power(r.<Integer>get("whole"), 2));
    given.gives(128.0, r -> builder.power(builder.literal(2), r.<Integer>get("whole")));
    given.gives(2.3, r -> builder.round(r.<Double>get("wide"), 1));
  }

  private static void conversions(Given given) {
    var builder = given.builder();
    given.gives(7L, r -> builder.toLong(r.<Integer>get("whole")));
    given.gives(10, r -> builder.toInteger(r.<Long>get("big")));
    given.gives(2.25f, r -> builder.toFloat(r.<Double>get("wide")));
    given.gives(1.5, r -> builder.toDouble(r.<Float>get("real")));
    given.gives(new BigDecimal("2.25"), r -> builder.toBigDecimal(r.<Double>get("wide")));
    given.gives(BigInteger.TEN, r -> builder.toBigInteger(r.<Long>get("big")));
    given.gives("x", r -> builder.toString(r.get("letter")));
  }

  private static void values(Given given) {
    var builder = given.builder();
    given.gives("v", _ -> builder.literal("v"));
    given.gives(true, _ -> builder.literal(true));
    given.gives(LocalDate.EPOCH, _ -> builder.literal(LocalDate.EPOCH));
    given.gives(Trimspec.BOTH, _ -> builder.literal(Trimspec.BOTH));
    CriteriaQuery<Object[]> query = builder.createQuery(Object[].class);
    Root<Sample> root = query.from(Sample.class);
    var id = builder.parameter(Integer.class);
    var text = builder.parameter(String.class, "text");
    query
        .multiselect(builder.nullLiteral(Integer.class), text, root.get("id"))
        .where(builder.equal(root.get("id"), id));
    assertArrayEquals(
        new Object[] {null, "t", 2},
        given
            .manager()
            .createQuery(query)
            .setParameter(id, 2)
            .setParameter("text", "t")
            .getSingleResult());
    given.gives("HELLO", r -> builder.function("upper", String.class, r.get("text")));
  }

  private static void collections(Given given) {
    var builder = given.builder();
    var manager = given.manager();
    assertEquals(List.of(2), given.ids(r -> builder.isEmpty(r.<List<Sample>>get("children"))));
    assertEquals(List.of(1), given.ids(r -> builder.isNotEmpty(r.<Set<Sample>>get("friends"))));
    given.gives(1, r -> builder.size(r.<List<Sample>>get("children")));
    given.gives(3, _ -> builder.size(List.of(1, 2, 3)));
    Sample second = manager.find(Sample.class, 2);
    assertEquals(
        List.of(1), given.ids(r -> builder.isMember(second, r.<List<Sample>>get("children"))));
    assertEquals(
        List.of(2), given.ids(r -> builder.isNotMember(second, r.<List<Sample>>get("children"))));
    assertEquals(
        List.of(),
        given.ids(r -> builder.isMember(r.<Sample>get("parent"), r.<List<Sample>>get("children"))));
    assertEquals(
        List.of(2),
        given.ids(
            r -> builder.isNotMember(r.<Sample>get("parent"), r.<List<Sample>>get("children"))));
    Map<String, String> map = Map.of("Hello", "World");
    given.holds(r -> builder.isMember(r.<String>get("text"), builder.keys(map)));
    given.holds(r -> builder.isNotMember(r.<String>get("text"), builder.values(map)));
  }

  private static void like(Given given) {
    var builder = given.builder();
    var pattern = builder.literal("H!%%");
    var escape = builder.literal('!');
    given.holds(r -> builder.like(r.get("text"), builder.literal("H_l%")));
    given.holds(r -> builder.like(r.get("text"), "H%"));
    given.fails(r -> builder.like(r.get("text"), pattern, escape));
    given.fails(r -> builder.like(r.get("text"), pattern, '!'));
    given.fails(r -> builder.like(r.get("text"), "H!%%", escape));
    given.fails(r -> builder.like(r.get("text"), "H!%%", '!'));
    given.fails(r -> builder.notLike(r.get("text"), builder.literal("H_l%")));
    given.fails(r -> builder.notLike(r.get("text"), "H%"));
    given.holds(r -> builder.notLike(r.get("text"), pattern, escape));
    given.holds(r -> builder.notLike(r.get("text"), pattern, '!'));
    given.holds(r -> builder.notLike(r.get("text"), "H!%%", escape));
    given.holds(r -> builder.notLike(r.get("text"), "H!%%", '!'));
  }

  private static void strings(Given given) {
    var builder = given.builder();
    given.gives(
        "Hello-Hello",
        r -> builder.concat(List.of(r.get("text"), builder.literal("-"), r.get("text"))));
    given.gives("HelloHello", r -> builder.concat(r.get("text"), r.get("text")));
    given.gives("Hello!", r -> builder.concat(r.get("text"), "!"));
    given.gives("!Hello", r -> builder.concat("!", r.get("text")));
    given.gives("hello", r -> builder.lower(r.get("text")));
    given.gives("HELLO", r -> builder.upper(r.get("text")));
    given.gives(5, r -> builder.length(r.get("text")));
    var e = builder.literal("l");
    given.gives("Heyyo", r -> builder.replace(r.get("text"), "l", "y"));
    given.gives("Heyyo", r -> builder.replace(r.get("text"), e, "y"));
    given.gives("Heyyo", r -> builder.replace(r.get("text"), "l", builder.literal("y")));
    given.gives("Heyyo", r -> builder.replace(r.get("text"), e, builder.literal("y")));
    given.gives(3, r -> builder.locate(r.get("text"), e));
    given.gives(3, r -> builder.locate(r.get("text"), "l"));
    given.gives(4, r -> builder.locate(r.get("text"), e, builder.literal(4)));
    given.gives(4, r -> builder.locate(r.get("text"), "l", 4));
  }

  private static void parts(Given given) {
    var builder = given.builder();
    given.gives("llo", r -> builder.substring(r.get("text"), builder.literal(3)));
    given.gives("llo", r -> builder.substring(r.get("text"), 3));
    given.gives(
        "ll", r -> builder.substring(r.get("text"), builder.literal(3), builder.literal(2)));
    given.gives("ll", r -> builder.substring(r.get("text"), 3, 2));
    given.gives("He", r -> builder.left(r.get("text"), 2));
    given.gives("lo", r -> builder.right(r.get("text"), 2));
    given.gives("He", r -> builder.left(r.get("text"), builder.literal(2)));
    given.gives("lo", r -> builder.right(r.get("text"), builder.literal(2)));
    var spaced = builder.literal(" a ");
    var crossed = builder.literal("xax");
    var cross = builder.literal('x');
    given.gives("a", _ -> builder.trim(spaced));
    given.gives("a ", _ -> builder.trim(Trimspec.LEADING, spaced));
    given.gives("a", _ -> builder.trim(cross, crossed));
    given.gives("xa", _ -> builder.trim(Trimspec.TRAILING, cross, crossed));
    given.gives("a", _ -> builder.trim('x', crossed));
    given.gives("a", _ -> builder.trim(Trimspec.BOTH, 'x', crossed));
  }

  private static void times(Given given) {
    var builder = given.builder();
    assertNotNull(given.value(_ -> builder.currentDate()));
    assertNotNull(given.value(_ -> builder.currentTime()));
    assertNotNull(given.value(_ -> builder.currentTimestamp()));
    assertNotNull(given.value(_ -> builder.localDate()));
    assertNotNull(given.value(_ -> builder.localTime()));
    assertNotNull(given.value(_ -> builder.localDateTime()));
    given.gives(2026, r -> builder.extract(LocalDateField.YEAR, r.<LocalDate>get("day")));
    given.gives(45, r -> builder.extract(LocalTimeField.MINUTE, r.<LocalTime>get("time")));
    given.gives(
        30.0, r -> builder.extract(LocalDateTimeField.SECOND, r.<LocalDateTime>get("moment")));
    given.gives(
        LocalDate.of(2026, 2, 14),
        r -> builder.extract(LocalDateTimeField.DATE, r.<LocalDateTime>get("moment")));
  }

  private static void choices(Given given) {
    var builder = given.builder();
    given.gives("x", r -> builder.coalesce(r.<String>get("nothing"), "x"));
    given.gives("Hello", r -> builder.coalesce(r.<String>get("nothing"), r.get("text")));
    given.gives("y", r -> builder.<String>coalesce().value(r.<String>get("nothing")).value("y"));
    given.gives(null, r -> builder.nullif(r.<Integer>get("whole"), 7));
    given.gives(7, r -> builder.nullif(r.<Integer>get("whole"), r.get("id")));
    given.gives(
        "seven",
        r ->
            builder
                .<Integer, String>selectCase(r.<Integer>get("whole"))
                .when(6, "six")
                .when(builder.literal(7), "seven")
                .otherwise("many"));
    given.gives(
        Integer.valueOf(2),
        r ->
            builder
                .<Integer>selectCase()
                .when(builder.isNotNull(r.get("nothing")), 1)
                .otherwise(builder.literal(2)));
  }

  private static void subqueries(Given given) {
    var builder = given.builder();
    CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
    Root<Sample> root = query.from(Sample.class);
    query.select(root.get("id"));
    Subquery<Integer> ids = query.subquery(Integer.class);
    Root<Sample> other = ids.from(Sample.class);
    ids.select(other.get("id"));
    Function<Predicate, List<Integer>> run =
        condition -> given.manager().createQuery(query.where(condition)).getResultList();
    assertEquals(
        List.of(2), run.apply(builder.greaterThan(root.<Integer>get("id"), builder.any(ids))));
    assertEquals(
        List.of(2), run.apply(builder.greaterThan(root.<Integer>get("id"), builder.some(ids))));
    assertEquals(
        List.of(2),
        run.apply(builder.greaterThanOrEqualTo(root.<Integer>get("id"), builder.all(ids))));
    assertEquals(
        List.of(1), run.apply(builder.greaterThanOrEqualTo(builder.all(ids), root.get("id"))));
    ids.where(builder.equal(other.get("parent"), root));
    assertEquals(List.of(1), run.apply(builder.exists(ids)));
    assertEquals(List.of(2), run.apply(builder.exists(ids).not()));
  }

  private static void subtypes(Given given) {
    var builder = given.builder();
    var manager = given.manager();
    CriteriaQuery<Long> query = builder.createQuery(Long.class);
    Root<Sample> root = builder.treat(query.from(Sample.class), Sample.class);
    var child = builder.treat(root.<Sample, Sample>joinList("children"), Sample.class);
    var friend = builder.treat(root.<Sample, Sample>joinSet("friends"), Sample.class);
    var rival = builder.treat(root.<Sample, Sample>joinCollection("rivals"), Sample.class);
    var parent = builder.treat(child.<Sample, Sample>join("parent"), Sample.class);
    query
        .select(builder.count(root))
        .where(
            builder.equal(friend.get("id"), rival.get("id")),
            builder.equal(parent.get("id"), root.get("id")),
            builder.equal(
                builder.treat(child.<Sample>get("parent"), Sample.class).get("text"), "Hello"));
    assertEquals(1L, manager.createQuery(query).getSingleResult());
    var labels = root.<Sample, String, String>joinMap("labels");
    assertThrows(IllegalArgumentException.class, () -> builder.treat(labels, String.class));
    Order order = builder.asc(root.get("id"));
    assertEquals(Nulls.NONE, order.getNullPrecedence());
  }
}
