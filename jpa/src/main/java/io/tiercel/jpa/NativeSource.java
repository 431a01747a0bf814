package io.tiercel.jpa;

import io.tiercel.jpa.QueryArguments.QueryParameter;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.EntitySelection;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// SQL of the application's own, with `?1`, `?` or `:name` parameters. One that returns an entity
/// may give its columns in any order; they are found by name.
final class NativeSource implements QuerySource {
  private final String text;
  private final String sql;
  private final Class<?> resultClass;
  private final @Nullable EntityMapping entity;
  private final List<Object> uses;
  private final boolean isSelect;

  NativeSource(String text, Class<?> resultClass, @Nullable EntityMapping entity) {
    this.text = text;
    this.resultClass = resultClass;
    this.entity = entity;
    NativeParameters parsed = NativeParameters.parse(text);
    this.sql = parsed.sql();
    this.uses = parsed.uses();
    String start = text.stripLeading().toLowerCase(Locale.ROOT);
    this.isSelect =
        start.startsWith("select")
            || start.startsWith("with")
            || start.startsWith("values")
            || start.startsWith("table")
            || start.startsWith("show")
            || start.startsWith("explain")
            || start.contains("returning");
  }

  @Override
  public NamedQueries.Named named(QuerySettings settings) {
    return new NamedQueries.Named(text, true, resultClass, settings);
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
    StringBuilder complete = new StringBuilder(entity == null ? sql : entitySql(entity));
    if (max != null) {
      values.add(max);
      complete.append(" limit $").append(values.size());
    }
    if (first != null) {
      values.add(first);
      complete.append(" offset $").append(values.size());
    }
    return new Statement(
        complete.toString(),
        values.toArray(),
        entity == null ? List.of() : List.of(new EntitySelection(entity, 0, List.of(), List.of())));
  }

  /// The application's query as a table of which the mapped columns are read in mapping order.
  private String entitySql(EntityMapping mapping) {
    String columns = mapping.columns().stream().map(Column::sql).collect(Collectors.joining(", "));
    return "select %s from (%s) as q".formatted(columns, sql);
  }
}
