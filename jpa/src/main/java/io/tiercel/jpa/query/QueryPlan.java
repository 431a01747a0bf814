package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.syntax.JpqlParser;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Statement;
import io.tiercel.jpa.query.watch.WatchPlan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A JPQL query translated to SQL for one persistence unit: the statement, how arguments become its
/// parameters, and what its columns mean. Immutable and safe for any thread; callers keep plans by
/// their text.
public final class QueryPlan {

  /// The kinds of statements.
  public enum Kind {
    SELECT,
    UPDATE,
    DELETE,
    INSERT
  }

  /// What was translated, whatever the classes of arguments.
  ///
  /// @param columns how many columns a result row has
  /// @param lockable the aliases of the tables whose rows a lock is taken on
  /// @param locksWhole whether such a lock is on all rows of the selected entities
  /// @param target the entity that a bulk statement changes, null for others
  private record Translated(
      Kind kind,
      String sql,
      List<Selection> selections,
      int columns,
      List<String> lockable,
      boolean locksWhole,
      @Nullable EntityMapping target,
      Rows rows) {

    static Translated of(Kind kind, BulkTranslator.Result bulk) {
      return new Translated(
          kind, bulk.sql(), List.of(), 0, List.of(), true, bulk.target(), Rows.ALL);
    }

    static Translated of(SelectTranslator.Result select, Rows rows) {
      return new Translated(
          Kind.SELECT,
          select.sql(),
          select.selections(),
          select.columns(),
          select.lockable(),
          select.locksWhole(),
          null,
          rows);
    }
  }

  private final Translated translated;
  private final List<ParameterBinding> bindings;
  private final List<ParameterUse> parameters;
  private final Set<EntityMapping> reads;
  private final boolean dependsOnTransaction;
  private final boolean callsFunctions;
  private final WatchNotes.Noted noted;

  /// The statement without locks, by limit and offset, once it was asked for: connections find what
  /// they prepared by its text, whose hash the same String knows. Threads may write the same twice.
  private final @Nullable String[] unlocked = new @Nullable String[4];

  /// As above, with the keys of the rows.
  private final @Nullable String[] keyed = new @Nullable String[4];

  /// See [#attached].
  private final Map<Class<?>, Object> attached = new ConcurrentHashMap<>(4);

  /// Null when the query tells the types of all its parameters, whatever their arguments.
  private final @Nullable PlansByArguments byArguments;

  private QueryPlan(
      Translated translated, Translation translation, @Nullable PlansByArguments byArguments) {
    this.translated = translated;
    this.bindings = translation.parameters().bindings();
    this.parameters = List.copyOf(translation.parameters().uses());
    this.reads = Set.copyOf(translation.reads());
    this.dependsOnTransaction = translation.dependsOnTransaction();
    this.callsFunctions = translation.callsFunctions();
    this.noted = translation.watch().noted();
    this.byArguments = byArguments;
  }

  /// Translates a query.
  ///
  /// @throws io.tiercel.jpa.query.syntax.JpqlSyntaxException when the text is no JPQL
  /// @throws JpqlSemanticException when it has no meaning in the unit
  public static QueryPlan of(String jpql, UnitMapping unit) {
    return of(JpqlParser.parse(jpql), new QueryText(jpql), unit);
  }

  /// Translates a query that has been parsed.
  ///
  /// @param text what error messages show
  public static QueryPlan of(Statement statement, QueryText text, UnitMapping unit) {
    var parameters = new Parameters(Map.of());
    var translation = new Translation(unit, text, parameters);
    var translated = translate(statement, translation);
    var open = parameters.open();
    var integral = parameters.integral();
    return new QueryPlan(
        translated,
        translation,
        open.isEmpty() && integral.isEmpty()
            ? null
            : new PlansByArguments(statement, text, unit, open, integral));
  }

  /// @param argumentTypes the classes of arguments by name or position, where nothing else tells
  static QueryPlan of(
      Statement statement, QueryText text, UnitMapping unit, Map<Object, Class<?>> argumentTypes) {
    var translation = new Translation(unit, text, new Parameters(argumentTypes));
    return new QueryPlan(translate(statement, translation), translation, null);
  }

  private static Translated translate(Statement statement, Translation translation) {
    return switch (statement) {
      case Statement.Select(var query) -> select(query, translation);
      case Statement.Update update ->
          Translated.of(Kind.UPDATE, new BulkTranslator(translation).update(update));
      case Statement.Delete delete ->
          Translated.of(Kind.DELETE, new BulkTranslator(translation).delete(delete));
      case Statement.Insert insert ->
          Translated.of(Kind.INSERT, new InsertTranslator(translation).insert(insert));
    };
  }

  private static Translated select(QueryExpression query, Translation translation) {
    var translator = new SelectTranslator(translation, null);
    if (query instanceof QueryExpression.Limited(_, var all, var limit, var offset)) {
      var select = translator.translate(all);
      return Translated.of(select, new Rows(translator.rows(limit), translator.rows(offset)));
    }
    return Translated.of(translator.translate(query), Rows.ALL);
  }

  /// The plan to execute with these arguments: where nothing in the query tells the type of a
  /// parameter, or its argument is no value of that type, the class of the argument does.
  ///
  /// @param argumentByKey as in [#bind]
  public QueryPlan forArguments(Function<Object, @Nullable Object> argumentByKey) {
    QueryPlan typed = byArguments == null ? null : byArguments.of(argumentByKey);
    return typed == null ? this : typed;
  }

  /// The kind of statement.
  public Kind kind() {
    return translated.kind();
  }

  /// Whether, without locks, it only reads tables and computes: it calls no function of the
  /// database's and does not ask for the time, which is that of the transaction.
  public boolean isPlainRead() {
    return kind() == Kind.SELECT && !dependsOnTransaction;
  }

  /// The parameters of the query, in the order of their first use.
  public List<ParameterUse> parameters() {
    return parameters;
  }

  /// The statement without paging of the caller's and without locks.
  public String sql() {
    return translated.sql() + translated.rows().sql(null, null);
  }

  /// The statement with paging: [#bind] gives the limit and the offset the last parameters, in this
  /// order.
  public String sql(boolean limit, boolean offset) {
    return sql(limit, offset, LockClause.NONE);
  }

  /// The statement with paging and a lock on the rows of the selected entities.
  public String sql(boolean limit, boolean offset, LockClause lock) {
    return sql(limit, offset, lock, "");
  }

  /// As [#sql(boolean, boolean, LockClause)].
  ///
  /// @param lockSuffix what is to follow the locking clause, such as ` nowait`
  public String sql(boolean limit, boolean offset, LockClause lock, String lockSuffix) {
    if (lock != LockClause.NONE) {
      return write(limit, offset, lock, lockSuffix);
    }
    int form = (limit ? 1 : 0) + (offset ? 2 : 0);
    String known = unlocked[form];
    if (known == null) {
      known = write(limit, offset, LockClause.NONE, "");
      unlocked[form] = known;
    }
    return known;
  }

  /// As [#sql(boolean, boolean)], with more columns behind those of the selections, so that what
  /// [#watchPlan()] says of a row's columns holds.
  public String sqlWithKeys(boolean limit, boolean offset) {
    String more = noted.keyed();
    if (more == null) {
      return sql(limit, offset);
    }
    int form = (limit ? 1 : 0) + (offset ? 2 : 0);
    String known = keyed[form];
    if (known == null) {
      known = more + paging(limit, offset);
      keyed[form] = known;
    }
    return known;
  }

  /// What the result depends on, whatever the page.
  public WatchPlan watchPlan() {
    return noted.plan();
  }

  /// What somebody else has worked out for this plan, one object of each class. The first calls may
  /// make several.
  public <T> T attached(Class<T> type, Function<QueryPlan, T> maker) {
    Object known = attached.get(type);
    if (known == null) {
      known = maker.apply(this);
      attached.put(type, known);
    }
    return type.cast(known);
  }

  /// Whether the statement itself limits or skips rows.
  public boolean isPage() {
    return !translated.rows().equals(Rows.ALL);
  }

  private String paging(boolean limit, boolean offset) {
    int next = bindings.size() + 1;
    String max = limit ? "$" + next++ : null;
    String first = offset ? "$" + next : null;
    return translated.rows().sql(max, first);
  }

  private String write(boolean limit, boolean offset, LockClause lock, String lockSuffix) {
    var text = new StringBuilder(translated.sql());
    text.append(paging(limit, offset));
    List<String> lockable = translated.lockable();
    if (lock != LockClause.NONE && !lockable.isEmpty()) {
      text.append(lock.sql()).append(" of ").append(String.join(", ", lockable)).append(lockSuffix);
    }
    return text.toString();
  }

  /// The values of `$1`, `$2`, … for arguments: entities as their ids, attribute values as their
  /// columns have them, collections as lists.
  ///
  /// @param argumentByKey the argument of a parameter by its name (a String) or position (an
  ///     Integer)
  /// @param limit null when [#sql(boolean, boolean)] was asked for none
  /// @param offset null when it was asked for none
  /// @throws IllegalArgumentException when an argument has the wrong type; the message names the
  ///     parameter and both types
  public @Nullable Object[] bind(
      Function<Object, @Nullable Object> argumentByKey,
      ArgumentReader reader,
      @Nullable Integer limit,
      @Nullable Integer offset) {
    int next = bindings.size();
    @Nullable Object[] values =
        new @Nullable Object[next + (limit == null ? 0 : 1) + (offset == null ? 0 : 1)];
    for (int i = 0; i < next; i++) {
      ParameterBinding binding = bindings.get(i);
      values[i] = binding.value(argumentByKey.apply(binding.key()), reader);
    }
    if (limit != null) {
      values[next++] = limit;
    }
    if (offset != null) {
      values[next] = offset;
    }
    return values;
  }

  /// What the columns of a result row mean; empty for bulk statements.
  public List<Selection> selections() {
    return translated.selections();
  }

  /// Whether a lock that the statement takes is on all rows of the selected entities: those that
  /// stand in several tables, or come from an outer join, are to be locked after it.
  public boolean locksWhole() {
    return translated.locksWhole();
  }

  /// How many columns a result row has.
  public int columns() {
    return translated.columns();
  }

  /// The entities whose tables the statement reads, the target of a bulk statement included.
  public Set<EntityMapping> reads() {
    return reads;
  }

  /// Whether it calls functions of the database that the language does not know.
  public boolean callsFunctions() {
    return callsFunctions;
  }

  /// The entity that a bulk statement changes.
  ///
  /// @throws IllegalStateException for a select statement
  public EntityMapping target() {
    var target = translated.target();
    if (target == null) {
      throw new IllegalStateException("a select statement has no target: " + translated.sql());
    }
    return target;
  }
}
