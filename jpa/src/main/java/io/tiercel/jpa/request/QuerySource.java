package io.tiercel.jpa.request;

import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.statement.QueryArguments.QueryParameter;
import io.tiercel.jpa.statement.QuerySettings;
import io.tiercel.jpa.statement.ResultForm;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.wire.row.RowConsumer;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a query's SQL comes from: JPQL or the application itself.
interface QuerySource {

  /// The text as the application wrote it.
  String text();

  /// Whether it is SQL.
  boolean isNative();

  /// The query as one that may be named.
  NamedQueries.Named named(QuerySettings settings);

  /// The parameters it declares.
  List<QueryParameter> parameters();

  /// The same, for all runs of the query.
  default QueryArguments.Declared declared() {
    return new QueryArguments.Declared(parameters());
  }

  /// What the application calls a parameter by.
  default @Nullable Object key(Parameter<?> parameter) {
    return parameter.getName() != null ? parameter.getName() : parameter.getPosition();
  }

  /// Whether it reads rows, as opposed to changing them.
  boolean isSelect();

  /// Whether a cursor may be declared for it: it is a select that changes nothing.
  default boolean hasCursor() {
    return true;
  }

  /// Tells the shared cache what the statement may change, before it is sent.
  void tellShared(ManagerState state);

  /// What it is with these arguments; null for SQL of the application.
  default @Nullable QueryPlan plan(QueryArguments arguments) {
    return null;
  }

  /// The values of `$1`, `$2`, … of that plan.
  default @Nullable Object[] values(QueryPlan plan, QueryArguments arguments) {
    throw new IllegalStateException("SQL of the application has no plan");
  }

  /// The statement to run for these settings.
  ///
  /// @param lockSuffix what is to follow the locking clause if there is one
  Statement statement(
      QueryArguments arguments,
      @Nullable Integer first,
      @Nullable Integer max,
      LockModeType lock,
      String lockSuffix);

  /// SQL with its values, and how to read a row.
  ///
  /// @param isPlainRead whether it need not be run in the block of its transaction
  /// @param plan what it was made of; null for SQL of the application
  @SuppressWarnings("ArrayRecordComponent") // parameters are handed on, never compared
  record Statement(
      String sql,
      @Nullable Object[] values,
      ResultForm form,
      boolean isPlainRead,
      @Nullable QueryPlan plan) {

    /// SQL of the application.
    Statement(String sql, @Nullable Object[] values, ResultForm form, boolean isPlainRead) {
      this(sql, values, form, isPlainRead, null);
    }

    /// With other columns behind its own.
    Statement withSql(String other) {
      return new Statement(other, values, form, isPlainRead, plan);
    }

    /// A flight of it alone.
    Flight flight(RowConsumer rows) {
      Flight flight = new Flight();
      if (isPlainRead) {
        flight.read(sql, rows, values);
      } else {
        flight.query(sql, rows, values);
      }
      return flight;
    }
  }
}
