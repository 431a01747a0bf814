package io.tiercel.jpa.request;

import io.tiercel.jpa.sql.ResultSetMapping;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.NativeParameters;
import io.tiercel.jpa.statement.NativeStatements;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.statement.QueryArguments.QueryParameter;
import io.tiercel.jpa.statement.QuerySettings;
import io.tiercel.jpa.statement.ResultForm;
import io.tiercel.jpa.unit.ManagerState;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// SQL of the application's own, with `?1`, `?` or `:name` parameters. Where a mapping says
/// what its columns mean, they are found by name and stand in any order.
final class NativeSource implements QuerySource {
  private final String text;
  private final String sql;
  private final Class<?> resultClass;
  private final @Nullable ResultSetMapping mapping;
  private final List<Object> uses;
  private final boolean isSelect;

  /// @param mapping null where the result's own description tells how to read it
  NativeSource(String text, Class<?> resultClass, @Nullable ResultSetMapping mapping) {
    this.text = text;
    this.resultClass = resultClass;
    this.mapping = mapping;
    NativeParameters parsed = NativeParameters.parse(text);
    this.sql = parsed.sql();
    this.uses = parsed.uses();
    this.isSelect = NativeStatements.mayHaveRows(text);
  }

  @Override
  public NamedQueries.Named named(QuerySettings settings) {
    return new NamedQueries.Named(text, true, resultClass, mapping, settings);
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean isNative() {
    return true;
  }

  @Override
  public List<QueryParameter> parameters() {
    Map<Object, QueryParameter> distinct = new LinkedHashMap<>();
    uses.forEach(key -> distinct.put(key, new QueryParameter(key, Object.class, true)));
    return List.copyOf(distinct.values());
  }

  @Override
  public boolean isSelect() {
    return isSelect;
  }

  @Override
  public boolean hasCursor() {
    return NativeStatements.isPlainSelect(text);
  }

  @Override
  public void tellShared(ManagerState state) {
    // Functions change rows too.
    state.context().writesAny();
  }

  @Override
  public Statement statement(
      QueryArguments arguments,
      @Nullable Integer first,
      @Nullable Integer max,
      LockModeType lock,
      String lockSuffix) {
    if (lock != LockModeType.NONE) {
      throw new IllegalStateException(
          "cannot set a lock mode on a native query\nHint: write FOR UPDATE in its SQL.");
    }
    List<@Nullable Object> values = new ArrayList<>();
    uses.forEach(key -> values.add(arguments.value(key)));
    StringBuilder complete = new StringBuilder(sql);
    if (max != null) {
      values.add(max);
      complete.append("\nlimit $").append(values.size());
    }
    if (first != null) {
      values.add(first);
      complete.append("\noffset $").append(values.size());
    }
    return new Statement(
        complete.toString(),
        values.toArray(),
        mapping == null ? new ResultForm.SelfDescribed() : new ResultForm.Mapped(mapping),
        false);
  }
}
