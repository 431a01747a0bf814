package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.JpqlParser;
import io.tiercel.jpa.query.syntax.Operation.WindowFunction;
import io.tiercel.jpa.query.syntax.PlainFunction;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.Statement;
import io.tiercel.jpa.query.syntax.WindowFunctionName;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Everything that the query language has runs against every server that is supported. What there
/// is, reflection tells: each kind of node of the tree, each constant of its enums, each part that
/// may be there or not, both numbers of arguments of each function, each word of the grammar, and
/// each word that the specification reserves (Jakarta Persistence 3.2, section 4.4.1).
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NullUnmarked // a null where none is expected fails the test by itself
class WholeLanguageTest {
  enum Kind {
    FRUIT,
    TOOL
  }

  @Embeddable
  record Spot(Integer shelf, Integer place) {}

  public record View(Long id, String name) {}

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Thing")
  @Inheritance
  @DiscriminatorValue("T")
  @SystemVersioned(history = "thing_history", managed = false)
  static class Thing {
    @Id Long id;
    @Version int version;
    String name;
    Integer whole;
    Double real;
    BigDecimal exact;
    Boolean flag;
    Kind kind;
    LocalDate day;
    LocalTime time;
    LocalDateTime moment;
    Spot spot;
    @ManyToOne Thing owner;

    @OneToMany(mappedBy = "owner")
    List<Thing> parts = new ArrayList<>();

    @ElementCollection @OrderColumn List<String> notes = new ArrayList<>();
    @ElementCollection Map<String, Integer> counts = new HashMap<>();

    Thing() {}

    Thing(long id, String name, Integer whole, Thing owner) {
      this.id = id;
      this.name = name;
      this.whole = whole;
      this.owner = owner;
    }
  }

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Special")
  @DiscriminatorValue("S")
  static class Special extends Thing {
    String extra = "more";

    Special() {}

    Special(long id, String name, Integer whole, Thing owner) {
      super(id, name, whole, owner);
    }
  }

  /// A query and its rows, or a bulk statement and how many it changes.
  record Case(String jpql, String expected) {
    @Override
    public String toString() {
      return jpql;
    }
  }

  private static Case of(String jpql, String expected) {
    return new Case(jpql, expected);
  }

  /// An expression on the first thing.
  private static Case value(String expression, String expected) {
    return of("select " + expression + " from Thing t where t.id = 1", expected);
  }

  /// A condition that holds for those things.
  private static Case where(String condition, String ids) {
    return of("select t.id from Thing t where " + condition + " order by t.id", ids);
  }

  // box: 1 apple 2 (owner 1), saw 3 (owner 1, special)
  static final List<Case> VALUES =
      List.of(
          value("length(t.name)", "3"),
          value("locate('x', t.name)", "3"),
          value("locate('x', 'xbox', 2)", "4"),
          value("abs(-t.whole)", "7"),
          value("ceiling(t.real)", "3.0"),
          value("floor(t.real)", "2.0"),
          value("exp(0)", "1.0"),
          value("ln(1)", "0.0"),
          value("sign(-2)", "-1"),
          value("sqrt(t.whole + 2)", "3.0"),
          value("mod(t.whole, 4)", "3"),
          value("power(2, 3)", "8.0"),
          value("round(t.real, 1)", "2.3"),
          value("size(t.parts)", "2"),
          value("concat(t.name, '-')", "box-"),
          value("concat(t.name, '-', t.name)", "box-box"),
          value("t.name || '!'", "box!"),
          value("substring(t.name, 2)", "ox"),
          value("substring(t.name, 1, 2)", "bo"),
          value("left(t.name, 2)", "bo"),
          value("right(t.name, 1)", "x"),
          value("replace(t.name, 'b', 'f')", "fox"),
          value("trim('  a ')", "a"),
          value("trim(leading '-' from '-a-')", "a-"),
          value("trim(trailing '-' from '-a-')", "-a"),
          value("trim(both from ' a ')", "a"),
          value("lower('A')", "a"),
          value("upper(t.name)", "BOX"),
          value("cast('5' as integer) + 1", "6"),
          value("cast('5' as long)", "5"),
          value("cast('1.5' as float)", "1.5"),
          value("cast('1.5' as double)", "1.5"),
          value("cast(t.whole as string)", "7"),
          value("coalesce(t.owner.name, 'x')", ""),
          value("coalesce(null, t.name)", "box"),
          value("coalesce(null, null, t.name)", "box"),
          value("nullif(t.whole, 7)", "null"),
          value("case when t.whole > 5 then 'big' else 'small' end", "big"),
          value("case when t.whole > 9 then 'big' end", "null"),
          value("case t.kind when FRUIT then 1 when TOOL then 2 else 3 end", "2"),
          value("case type(t) when Thing then 1 else 2 end", "1"),
          value("extract(year from t.moment)", "2026"),
          value("extract(quarter from t.day)", "2"),
          value("extract(month from t.day)", "5"),
          value("extract(week from t.day)", "19"),
          value("extract(day from t.day)", "4"),
          value("extract(hour from t.time)", "13"),
          value("extract(minute from t.moment)", "45"),
          value("extract(second from {ts '2026-01-01 00:00:09.5'})", "9.5"),
          value("extract(date from t.moment)", "2026-05-04"),
          value("extract(time from t.moment)", "13:45:30"),
          value("function('repeat', t.name, 2)", "boxbox"),
          value("function('pi') > 3", "true"),
          value("t.whole + 1 - 2 * 3 / 2", "5"),
          value("+t.whole", "7"),
          value("{d '2026-05-04'}", "2026-05-04"),
          value("{t '13:45:30'}", "13:45:30"),
          value("1.5f + 1L", "2.5"),
          value("'it''s'", "it's"),
          value("true", "true"),
          value("id(t)", "1"),
          value("version(t)", "0"),
          value("object(t)", "Thing#1"),
          value("type(t)", "Thing"),
          value("new io.tiercel.jpa.WholeLanguageTest$View(t.id, t.name)", "View[id=1, name=box]"),
          value("t.spot.shelf as s, t.spot", "4 Spot[shelf=4, place=2]"),
          value("(select count(p) from t.parts p)", "2"),
          value("(select max(p.whole) from Thing p)", "7"));

  static final List<Case> TIMES =
      List.of(
          where("current_date >= t.day and t.id = 1", "1"),
          where("current_time is not null and t.id = 1", "1"),
          where("current_timestamp > {ts '2020-01-01 00:00:00'} and t.id = 1", "1"),
          where("local date >= t.day and t.id = 1", "1"),
          where("local time is not null and t.id = 1", "1"),
          where("local datetime > t.moment and t.id = 1", "1"));

  static final List<Case> CONDITIONS =
      List.of(
          where("t.whole = 7 or t.whole = 3", "1; 2; 3"),
          where("not (t.whole = 7) and t.id <> 3", "2"),
          where("t.whole < 7", "2; 3"),
          where("t.whole <= 3", "2; 3"),
          where("t.whole >= 7", "1"),
          where("t.whole between 2 and 3", "2; 3"),
          where("t.name not between 'a' and 'b'", "1; 3"),
          where("t.id in (1, 3)", "1; 3"),
          where("t.id not in (1, 3)", "2"),
          where("t.id in :ids", "1; 2"),
          where("t.id in (select o.owner.id from Thing o)", "1"),
          where("t.id not in (select o.owner.id from Thing o where o.owner is not null)", "2; 3"),
          where("type(t) in (Special)", "3"),
          where("type(t) = :type", "3"),
          where("t.name like 'b%'", "1"),
          where("t.name not like '%!_' escape '!'", "1; 2; 3"),
          where("t.name ilike 'B%'", "1"),
          where("t.owner is null", "1"),
          where("t.owner is not null", "2; 3"),
          where("t.parts is empty", "2; 3"),
          where("t.parts is not empty", "1"),
          where("'n1' member of t.notes", "1"),
          where("'n1' not member of t.notes", "2; 3"),
          where("exists (select 1 from t.parts p)", "1"),
          where("not exists (select 1 from Thing o where o.owner = t)", "2; 3"),
          where("t.whole >= all (select o.whole from Thing o)", "1"),
          where("t.whole = any (select o.whole from Thing o where o.id > 1)", "2; 3"),
          where("t.whole = some (select o.whole from Thing o where o.id > 1)", "2; 3"),
          where("t.flag = true", "1"),
          where("t.flag <> false", "1"),
          where("t.kind = FRUIT", "2"),
          where("t.owner = :thing", "2; 3"),
          where("t.name = ?1", "1"),
          where("(t.whole, t.id) > (3, 2)", "1; 3"),
          where("(t.whole, t.id) in ((7, 1), (3, 4))", "1"),
          where("treat(t as Special).extra = 'more'", "3"));

  static final List<Case> QUERIES =
      List.of(
          of("select distinct o.id from Thing t join t.owner o", "1"),
          of("from Thing where id = 1", "Thing#1"),
          of("from Thing order by id desc", "Special#3; Thing#2; Thing#1"),
          of(
              "select t.owner.name, count(t) from Thing t where t.owner is not null group by"
                  + " t.owner.name having count(*) > 1",
              "box 2"),
          of("select w.id as o from Thing t join t.owner w order by o asc nulls first", "1; 1"),
          of(
              "select w.id as o from Thing t left outer join t.owner w order by o nulls last, t.id",
              "1; 1; null"),
          of(
              "select w.id as o from Thing t left join t.owner w order by o nulls first, t.id",
              "null; 1; 1"),
          of("select p.id from Thing t inner join t.parts p on p.kind = FRUIT", "2"),
          of("select p.id from Thing t join treat(t.parts as Special) p", "3"),
          of("select p.id from Thing t, in (t.parts) p order by p.id", "2; 3"),
          of(
              "select t from Thing t join fetch t.owner left join fetch t.parts order by t.id",
              "Thing#2; Special#3"),
          of("select index(n), n from Thing t join t.notes n order by index(n)", "0 n0; 1 n1"),
          of("select key(c), value(c) from Thing t join t.counts c order by key(c)", "a 1; b 2"),
          of("select entry(c) from Thing t join t.counts c where value(c) = 1", "a=1"),
          of(
              "select avg(t.whole), max(t.whole), min(t.whole), sum(t.whole), count(distinct"
                  + " t.kind) from Thing t",
              "4.333333333333333 7 3 13 2"),
          of("select sum(distinct t.whole) from Thing t", "10"),
          of(
              "select t.id as i from Thing t where t.id = 1 union select t.id from Thing t where"
                  + " t.id < 3 order by i",
              "1; 2"),
          of(
              "select t.id as i from Thing t where t.id = 1 union all select t.id from Thing t"
                  + " where t.id < 3 order by i",
              "1; 1; 2"),
          of("select t.id from Thing t intersect select t.id from Thing t where t.id = 3", "3"),
          of("select t.id from Thing t except select t.id from Thing t where t.id < 3", "3"),
          of("select t.id from Thing t order by t.id limit 1 offset 1", "2"),
          of("select t.id from Thing t order by t.id limit 1", "1"),
          of("select t.id from Thing t order by t.id offset 2", "3"),
          of("select t.name from Thing as t as of :then", "old"),
          of("with x as (select t.id as i from Thing t) select max(v.i) from x v", "3"),
          of(
              "with x as materialized (select t.id as i from Thing t), y as not materialized"
                  + " (select v.i as j from x v) select min(w.j) from y w",
              "1"),
          of(
              "with recursive x as (select t as n from Thing t where t.owner is null union all"
                  + " select t from Thing t join x v on t.owner = v.n) select w.n.id from x w order"
                  + " by w.n.id",
              "1; 2; 3"),
          of(
              "select t.id, level from Thing t start with t.owner is null connect by t.owner ="
                  + " prior t order by t.id",
              "1 1; 2 2; 3 2"),
          of(
              "select t.id from Thing t connect by t.owner = prior t and t.id > 99 order by t.id",
              "1; 2; 3"),
          of("select count(t) filter (where t.whole > 5), count(t) from Thing t", "1 3"));

  private static Case window(String function, String expected) {
    return of("select %s from Thing t order by t.id".formatted(function), expected);
  }

  static final List<Case> WINDOWS =
      List.of(
          window("row_number() over (order by t.id desc)", "3; 2; 1"),
          window("rank() over (order by t.whole)", "3; 1; 1"),
          window("dense_rank() over (order by t.whole)", "2; 1; 1"),
          window("percent_rank() over (order by t.whole)", "1.0; 0.0; 0.0"),
          window("cume_dist() over (partition by t.id)", "1.0; 1.0; 1.0"),
          window("ntile(3) over (order by t.id)", "1; 2; 3"),
          window("lag(t.id) over (order by t.id)", "null; 1; 2"),
          window("lag(t.id, 1, 0) over (order by t.id)", "0; 1; 2"),
          window("lead(t.id) over (order by t.id)", "2; 3; null"),
          window("lead(t.id, 1, 9) over (order by t.id)", "2; 3; 9"),
          window("first_value(t.id) over (order by t.id)", "1; 1; 1"),
          window("last_value(t.id) over (order by t.id)", "1; 2; 3"),
          window("nth_value(t.id, 2) over (order by t.id)", "null; 2; 2"),
          window(
              "sum(t.id) over (order by t.id rows between 1 preceding and current row)",
              "1; 3; 5"));

  static final List<Case> BULK =
      List.of(
          of("update Thing t set t.whole = t.whole + 1, t.spot.place = null where t.id < 3", "2"),
          of("update Thing set whole = 1", "3"),
          of("delete from Thing t where t.id = 3", "1"),
          of("delete Special", "1"),
          of("insert into Thing (id, name) values (10, 'a'), (11, 'b')", "2"),
          of("insert into Thing x (id, name) select t.id + 10, t.name from Thing t", "3"),
          of("insert into Thing (id, name) values (1, 'a') on conflict do nothing", "0"),
          of(
              "insert into Thing x (id, name) values (1, 'a') on conflict (id) do update set name ="
                  + " excluded.name where x.whole = 7",
              "1"),
          of(
              "insert into Thing (id, name) values (1, 'a') on conflict (id) do update set name ="
                  + " 'b'",
              "1"));

  private static final Map<Object, Object> ARGUMENTS =
      Map.of(
          "ids",
          List.of(1L, 2L),
          "type",
          Special.class,
          "then",
          Instant.parse("2026-01-15T12:00:00Z"),
          1,
          "box");

  /// What only the Criteria API makes.
  private static final Set<Class<?>> NOT_OF_TEXTS =
      Set.of(Constant.TypedParameter.class, FunctionCall.As.class);

  /// What the specification reserves (section 4.4.1) and uses.
  private static final List<String> RESERVED =
      List.of(
          """
          abs all and any as asc avg between both by case ceiling coalesce concat count current_date
          current_time current_timestamp delete desc distinct else empty end entry escape except
          exists exp extract false fetch first floor from function group having in index inner
          intersect is join key last leading left length like local ln locate lower max member min
          mod new not null nulls nullif object of on or order outer power replace right round select
          set sign size some sqrt substring sum then trailing treat trim true type union update upper
          value when where\
          """
              .strip()
              .split("\\s+"));

  private static final String PACKAGE = Statement.class.getPackageName();

  /// What the Criteria API alone gives a part: its query has the class itself.
  private static final Set<String> NOT_PARSED = Set.of("Constructor.type there");

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    unit = TestUnit.on(server, Thing.class, Special.class);
    unit.sql(
        "alter table thing add sys_period tstzrange not null default '[2026-02-01Z,)'",
        "create table thing_history (like thing)",
        "insert into thing_history (dtype, id, version, name, sys_period)"
            + " values ('T', 1, 0, 'old', '[2026-01-01Z,2026-02-01Z)')");
    unit.inTransaction(
        manager -> {
          var box = new Thing(1, "box", 7, null);
          box.real = 2.25;
          box.exact = new BigDecimal("1.5");
          box.flag = true;
          box.kind = Kind.TOOL;
          box.day = LocalDate.of(2026, 5, 4);
          box.time = LocalTime.of(13, 45, 30);
          box.moment = LocalDateTime.of(2026, 5, 4, 13, 45, 30);
          box.spot = new Spot(4, 2);
          box.notes.addAll(List.of("n0", "n1"));
          box.counts.putAll(Map.of("a", 1, "b", 2));
          var apple = new Thing(2, "apple", 3, box);
          apple.kind = Kind.FRUIT;
          manager.persist(box);
          manager.persist(apple);
          manager.persist(new Special(3, "saw", 3, box));
        });
  }

  @AfterParameterizedClassInvocation
  void close() {
    unit.close();
  }

  static Stream<Case> cases() {
    return Stream.of(VALUES, TIMES, CONDITIONS, QUERIES, WINDOWS, BULK).flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void it_answers(Case query) {
    try (var manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      assertEquals(query.expected(), answer(manager, query.jpql()), query.jpql());
      manager.getTransaction().rollback();
    }
  }

  private static String answer(EntityManager manager, String jpql) {
    var query = manager.createQuery(jpql);
    for (var parameter : query.getParameters()) {
      Object key = parameter.getName() == null ? parameter.getPosition() : parameter.getName();
      Object value =
          key.equals("thing") ? manager.getReference(Thing.class, 1L) : ARGUMENTS.get(key);
      if (key instanceof String name) {
        query.setParameter(name, value);
      } else {
        query.setParameter((Integer) key, value);
      }
    }
    if (JpqlParser.parse(jpql) instanceof Statement.Select) {
      List<?> rows = query.getResultList();
      return rows.stream().map(WholeLanguageTest::text).collect(Collectors.joining("; "));
    }
    return String.valueOf(query.executeUpdate());
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case Object[] row ->
          Arrays.stream(row).map(WholeLanguageTest::text).collect(Collectors.joining(" "));
      case Special thing -> "Special#" + thing.id;
      case Thing thing -> "Thing#" + thing.id;
      case Class<?> type -> type.getSimpleName();
      case null, default -> String.valueOf(value);
    };
  }

  // ---- whether anything is missing ----

  /// What the trees of all cases have: kinds of nodes, and what their parts were.
  private static final class Seen {
    private final Set<String> seen = new TreeSet<>();

    void walk(@Nullable Object value) {
      switch (value) {
        case Collection<?> items -> items.forEach(this::walk);
        case Record node when isOfTree(node.getClass()) -> {
          seen.add(node.getClass().getSimpleName());
          for (var part : node.getClass().getRecordComponents()) {
            Object found = get(part, node);
            seen.add(name(part) + " " + form(part, found));
            walk(found);
          }
          if (node instanceof FunctionCall.Plain(_, var function, var arguments)) {
            seen.add(function + " of " + arguments.size());
          } else if (node instanceof WindowFunction(_, var function, var arguments)) {
            seen.add(function + " of " + arguments.size());
          }
        }
        case null, default -> {}
      }
    }

    private static @Nullable Object get(RecordComponent part, Record node) {
      try {
        return part.getAccessor().invoke(node);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new LinkageError(part.toString(), e);
      }
    }

    Set<String> all() {
      return seen;
    }
  }

  private static boolean isOfTree(Class<?> type) {
    return type.getPackageName().equals(PACKAGE);
  }

  private static String name(RecordComponent part) {
    return part.getDeclaringRecord().getSimpleName() + "." + part.getName();
  }

  /// What a part is: a truth value or a constant itself, of others whether they are there.
  private static String form(RecordComponent part, @Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Boolean truth -> truth.toString();
      case Enum<?> constant -> constant.name();
      case Object other -> isNullable(part) ? "there" : other.getClass().getSimpleName();
    };
  }

  private static boolean isNullable(RecordComponent part) {
    return part.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  /// What there is.
  private static Set<String> expected() {
    Set<String> expected = new TreeSet<>();
    Set<Class<?>> known = new HashSet<>(NOT_OF_TEXTS);
    for (var root : List.of(Statement.class, QueryExpression.class, Expression.class)) {
      expect(root, known, expected);
    }
    Stream.of(PlainFunction.values(), WindowFunctionName.values())
        .flatMap(Stream::of)
        .forEach(function -> arities(function, expected));
    return expected;
  }

  private static void expect(Class<?> type, Set<Class<?>> known, Set<String> expected) {
    if (!isOfTree(type) || !known.add(type)) {
      return;
    }
    if (type.isSealed()) {
      Stream.of(type.getPermittedSubclasses()).forEach(kind -> expect(kind, known, expected));
    }
    if (type.isRecord()) {
      expected.add(type.getSimpleName());
      for (var part : type.getRecordComponents()) {
        forms(part).forEach(form -> expected.add(name(part) + " " + form));
        expect(part.getType(), known, expected);
        if (part.getGenericType() instanceof ParameterizedType list
            && list.getActualTypeArguments()[0] instanceof Class<?> item) {
          expect(item, known, expected);
        }
      }
    }
  }

  private static List<String> forms(RecordComponent part) {
    List<String> forms = new ArrayList<>();
    if (isNullable(part)) {
      forms.add("null");
    }
    if (part.getType() == boolean.class || part.getType() == Boolean.class) {
      forms.addAll(List.of("true", "false"));
    } else if (part.getType().isEnum()) {
      Stream.of(part.getType().getEnumConstants()).map(Object::toString).forEach(forms::add);
    } else if (isNullable(part)) {
      forms.add("there");
    }
    return forms;
  }

  /// The least and the most arguments of a function, one more than the least where any will do.
  private static void arities(Object function, Set<String> expected) {
    int least = number(function, "least");
    int most = number(function, "most");
    expected.add(function + " of " + least);
    expected.add(function + " of " + (most == Integer.MAX_VALUE ? least + 1 : most));
  }

  private static int number(Object function, String name) {
    try {
      Field field = function.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.getInt(function);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  @Test
  void no_kind_of_node_is_missing() {
    var seen = new Seen();
    cases().forEach(query -> seen.walk(JpqlParser.parse(query.jpql())));
    var missing = expected();
    missing.removeAll(seen.all());
    missing.removeAll(NOT_PARSED);
    // They take a document, whose format is another module's: DocumentQueryTest there runs them.
    for (var ofDocuments : List.of(PlainFunction.JSON_EXISTS, PlainFunction.JSON_VALUE)) {
      missing.remove("Plain.function " + ofDocuments);
      missing.remove(ofDocuments + " of 2");
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void no_word_is_missing() throws ReflectiveOperationException {
    Set<String> words = new TreeSet<>(RESERVED);
    // Known in order to be refused with a hint.
    Set<String> refused = Set.of("cross", "full");
    for (var keyword : Class.forName(PACKAGE + ".Keyword").getEnumConstants()) {
      words.add(keyword.toString().toLowerCase(Locale.ROOT));
    }
    cases()
        .flatMap(query -> Pattern.compile("\\w+").matcher(query.jpql()).results())
        .forEach(word -> words.remove(word.group().toLowerCase(Locale.ROOT)));
    words.removeAll(refused);
    assertEquals(Set.of(), words);
  }
}
