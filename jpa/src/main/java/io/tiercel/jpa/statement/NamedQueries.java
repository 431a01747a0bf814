package io.tiercel.jpa.statement;

import io.tiercel.jpa.criteria.CriteriaStatement;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.sql.ResultSetMapping;
import io.tiercel.jpa.sql.ResultSetMappings;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.TypedQueryReference;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Queries by name: from `@NamedQuery` and `@NamedNativeQuery`, read when a name is first asked
/// for, and from `addNamedQuery`. Safe for any number of threads.
public final class NamedQueries {
  private final UnitMapping mapping;
  private final QueryPlans plans;
  private final ResultSetMappings resultSetMappings;
  private final ConcurrentHashMap<String, Named> added = new ConcurrentHashMap<>();
  private volatile @Nullable Map<String, Named> declared;

  /// A query's text, how to read it, and what it is set to.
  ///
  /// @param mapping how a native query's result is read, null when nothing says it
  /// @param criteria the query when it is a criteria query, whose text is not to be used, else null
  public record Named(
      String text,
      boolean isNative,
      Class<?> resultClass,
      @Nullable ResultSetMapping mapping,
      QuerySettings settings,
      @Nullable CriteriaStatement criteria) {

    public Named(
        String text,
        boolean isNative,
        Class<?> resultClass,
        @Nullable ResultSetMapping mapping,
        QuerySettings settings) {
      this(text, isNative, resultClass, mapping, settings, null);
    }
  }

  public NamedQueries(UnitMapping mapping, QueryPlans plans, ResultSetMappings resultSetMappings) {
    this.mapping = mapping;
    this.plans = plans;
    this.resultSetMappings = resultSetMappings;
  }

  public void add(String name, Named query) {
    added.put(name, query);
  }

  /// The query of that name; IllegalArgumentException naming those there are.
  public Named get(@Nullable String name) {
    Named found = name == null ? null : added.get(name);
    if (found == null && name != null) {
      found = declared().get(name);
    }
    if (found == null) {
      throw new IllegalArgumentException(
          "no query is named \"%s\", the unit has %s"
              .formatted(name, new TreeSet<>(all().keySet())));
    }
    return found;
  }

  /// References to the queries whose results are of that type.
  public <R> Map<String, TypedQueryReference<R>> of(Class<R> resultType) {
    Map<String, TypedQueryReference<R>> fitting = new HashMap<>();
    all()
        .forEach(
            (name, query) -> {
              Class<?> result = resultClass(query);
              if (result != null && resultType.isAssignableFrom(result)) {
                fitting.put(
                    name,
                    new Reference<>(name, result.asSubclass(resultType), query.settings().hints()));
              }
            });
    return Map.copyOf(fitting);
  }

  /// A reference to the query of that name.
  public TypedQueryReference<?> reference(String name) {
    Named query = get(name);
    Class<?> result = resultClass(query);
    return new Reference<>(name, result == null ? void.class : result, query.settings().hints());
  }

  private record Reference<R>(
      String getName, Class<? extends R> getResultType, Map<String, Object> getHints)
      implements TypedQueryReference<R> {}

  /// What the query says its results are; null for one that changes rows.
  private @Nullable Class<?> resultClass(Named query) {
    boolean isSaid = query.resultClass() != void.class && query.resultClass() != Object.class;
    if (isSaid || query.isNative()) {
      return isSaid ? query.resultClass() : Object.class;
    }
    CriteriaStatement criteria = query.criteria();
    var plan = criteria == null ? plans.of(query.text()) : plans.of(criteria.statement());
    var selections = plan.selections();
    return switch (selections.size()) {
      case 0 -> null;
      case 1 -> ResultShape.type(selections.getFirst());
      default -> Object[].class;
    };
  }

  private Map<String, Named> all() {
    Map<String, Named> all = new HashMap<>(declared());
    all.putAll(added);
    return all;
  }

  private Map<String, Named> declared() {
    Map<String, Named> known = declared;
    if (known == null) {
      Map<String, Named> read = new HashMap<>();
      declare(read);
      // Not changed any more; quicker asked than what Map.copyOf makes.
      known = read;
      declared = known;
    }
    return known;
  }

  private @Nullable ResultSetMapping mapping(NamedNativeQuery query) {
    return query.resultSetMapping().isEmpty()
        ? ResultSetMapping.of(query)
        : resultSetMappings.get(query.resultSetMapping());
  }

  private void declare(Map<String, Named> queries) {
    for (NamedQuery query : mapping.annotations(NamedQuery.class)) {
      queries.put(
          query.name(),
          new Named(
              query.query(),
              false,
              query.resultClass(),
              null,
              QuerySettings.of(query.lockMode(), query.hints())));
    }
    for (NamedNativeQuery query : mapping.annotations(NamedNativeQuery.class)) {
      queries.put(
          query.name(),
          new Named(
              query.query(),
              true,
              query.resultClass(),
              mapping(query),
              QuerySettings.of(LockModeType.NONE, query.hints())));
    }
  }
}
