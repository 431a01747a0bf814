package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.syntax.JpqlParser;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    DELETE
  }

  private final Kind kind;
  private final String sql;
  private final List<ParameterBinding> bindings;
  private final List<ParameterUse> parameters;
  private final List<Selection> selections;
  private final int columns;
  private final List<String> lockable;
  private final Set<EntityMapping> reads;
  private final @Nullable EntityMapping target;
  private final Rows rows;

  /// Null when the query tells the types of all its parameters.
  private final @Nullable PlansByArguments byArguments;

  private QueryPlan(Kind kind, Translation translation, BulkTranslator.Result bulk) {
    this(kind, translation, bulk.sql(), List.of(), 0, List.of(), bulk.target(), Rows.ALL);
  }

  private QueryPlan(Translation translation, SelectTranslator.Result select, Rows rows) {
    this(
        Kind.SELECT,
        translation,
        select.sql(),
        select.selections(),
        select.columns(),
        select.lockable(),
        null,
        rows);
  }

  private QueryPlan(
      Kind kind,
      Translation translation,
      String sql,
      List<Selection> selections,
      int columns,
      List<String> lockable,
      @Nullable EntityMapping target,
      Rows rows) {
    this.rows = rows;
    this.kind = kind;
    this.sql = sql;
    this.bindings = translation.parameters().bindings();
    this.parameters = List.copyOf(translation.parameters().uses());
    this.selections = selections;
    this.columns = columns;
    this.lockable = lockable;
    this.reads = Set.copyOf(translation.reads());
    this.target = target;
    this.byArguments = null;
  }

  private QueryPlan(QueryPlan plan, PlansByArguments byArguments) {
    this.rows = plan.rows;
    this.kind = plan.kind;
    this.sql = plan.sql;
    this.bindings = plan.bindings;
    this.parameters = plan.parameters;
    this.selections = plan.selections;
    this.columns = plan.columns;
    this.lockable = plan.lockable;
    this.reads = plan.reads;
    this.target = plan.target;
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
    var plan = of(statement, new Translation(unit, text, parameters));
    return parameters.open().isEmpty()
        ? plan
        : new QueryPlan(plan, new PlansByArguments(statement, text, unit, parameters.open()));
  }

  /// @param argumentTypes the classes of arguments by name or position, where nothing else tells
  static QueryPlan of(
      Statement statement, QueryText text, UnitMapping unit, Map<Object, Class<?>> argumentTypes) {
    return of(statement, new Translation(unit, text, new Parameters(argumentTypes)));
  }

  private static QueryPlan of(Statement statement, Translation translation) {
    return switch (statement) {
      case Statement.Select(var query) -> {
        var translator = new SelectTranslator(translation, null);
        if (query instanceof QueryExpression.Limited(_, var all, var limit, var offset)) {
          var select = translator.translate(all);
          var rows = new Rows(translator.rows(limit), translator.rows(offset));
          yield new QueryPlan(translation, select, rows);
        }
        yield new QueryPlan(translation, translator.translate(query), Rows.ALL);
      }
      case Statement.Update update -> {
        var bulk = new BulkTranslator(translation).update(update);
        yield new QueryPlan(Kind.UPDATE, translation, bulk);
      }
      case Statement.Delete delete -> {
        var bulk = new BulkTranslator(translation).delete(delete);
        yield new QueryPlan(Kind.DELETE, translation, bulk);
      }
    };
  }

  /// The plan to execute with these arguments: where nothing in the query tells the type of a
  /// parameter, the class of its argument does.
  ///
  /// @param argumentByKey as in [#bind]
  public QueryPlan forArguments(Function<Object, @Nullable Object> argumentByKey) {
    QueryPlan typed = byArguments == null ? null : byArguments.of(argumentByKey);
    return typed == null ? this : typed;
  }

  /// The kind of statement.
  public Kind kind() {
    return kind;
  }

  /// The parameters of the query, in the order of their first use.
  public List<ParameterUse> parameters() {
    return parameters;
  }

  /// The statement without paging of the caller's and without locks.
  public String sql() {
    return sql + rows.sql(null, null);
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
    int next = bindings.size() + 1;
    String max = limit ? "$" + next++ : null;
    String first = offset ? "$" + next : null;
    var text = new StringBuilder(sql).append(rows.sql(max, first));
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
    var values = new ArrayList<@Nullable Object>(bindings.size() + 2);
    for (var binding : bindings) {
      values.add(binding.value(argumentByKey.apply(binding.key()), reader));
    }
    if (limit != null) {
      values.add(limit);
    }
    if (offset != null) {
      values.add(offset);
    }
    return values.toArray();
  }

  /// What the columns of a result row mean; empty for bulk statements.
  public List<Selection> selections() {
    return selections;
  }

  /// How many columns a result row has.
  public int columns() {
    return columns;
  }

  /// The entities whose tables the statement reads, the target of a bulk statement included.
  public Set<EntityMapping> reads() {
    return reads;
  }

  /// The entity that a bulk statement changes.
  ///
  /// @throws IllegalStateException for a select statement
  public EntityMapping target() {
    if (target == null) {
      throw new IllegalStateException("a select statement has no target: " + sql);
    }
    return target;
  }
}
