package io.tiercel.jpa.statement;

import jakarta.persistence.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parameters of a query and what is bound to them, by name (String) or position (Integer).
/// Confined to one thread.
public final class QueryArguments {
  /// Those of the query's text until another one is declared.
  private Map<Object, QueryParameter> parameters;

  private final Map<Object, @Nullable Object> values;

  /// The parameters that a query declares, for all its runs. Immutable.
  public static final class Declared {
    private final Map<Object, QueryParameter> parameters;

    public Declared(List<QueryParameter> declared) {
      parameters = LinkedHashMap.newLinkedHashMap(declared.size());
      for (QueryParameter parameter : declared) {
        parameters.put(parameter.key(), parameter);
      }
    }
  }

  /// A parameter as the application sees it.
  ///
  /// @param comparedType the class of what it is compared with, which arguments may have as well
  /// @param expression the parameter of a criteria query, null in other queries
  public record QueryParameter(
      Object key,
      Class<?> type,
      Class<?> comparedType,
      boolean collection,
      @Nullable Parameter<?> expression)
      implements Parameter<Object> {

    public QueryParameter(Object key, Class<?> type, boolean collection) {
      this(key, type, type, collection, null);
    }

    private boolean accepts(Object value) {
      return collection
          || QueryArguments.accepts(type, value)
          || QueryArguments.accepts(comparedType, value);
    }

    /// What the application gets to see.
    public Parameter<?> shown() {
      return expression == null ? this : expression;
    }

    @Override
    public @Nullable String getName() {
      return key instanceof String name ? name : null;
    }

    @Override
    public @Nullable Integer getPosition() {
      return key instanceof Integer position ? position : null;
    }

    @Override
    @SuppressWarnings("unchecked") // the interface cannot express an unknown class otherwise
    public Class<Object> getParameterType() {
      return (Class<Object>) type;
    }
  }

  public QueryArguments(Declared declared) {
    parameters = declared.parameters;
    values = HashMap.newHashMap(parameters.size());
  }

  /// Adds a parameter, or changes what is known of it.
  public void declare(QueryParameter parameter) {
    Map<Object, QueryParameter> more = new LinkedHashMap<>(parameters);
    more.put(parameter.key(), parameter);
    parameters = more;
  }

  public Set<Parameter<?>> all() {
    Set<Parameter<?>> all = new LinkedHashSet<>();
    parameters.values().forEach(parameter -> all.add(parameter.shown()));
    return all;
  }

  /// The parameter; IllegalArgumentException naming those the query has.
  public QueryParameter get(@Nullable Object key) {
    QueryParameter parameter = parameters.get(key);
    if (parameter == null) {
      throw new IllegalArgumentException(
          "the query has no parameter %s, it has %s".formatted(show(key), parameters.keySet()));
    }
    return parameter;
  }

  /// Whether a parameter is of this query. One that a query gave out is told by its class too:
  /// another's may have the same name or position.
  public boolean isOwn(Parameter<?> given, @Nullable Object key) {
    QueryParameter own = parameters.get(key);
    return own != null && (!(given instanceof QueryParameter) || own.equals(given));
  }

  /// Makes sure that a parameter is of this query.
  public void requireOwn(Parameter<?> given, @Nullable Object key) {
    QueryParameter own = get(key);
    if (!isOwn(given, key)) {
      throw new IllegalArgumentException(
          "parameter %s is not of this query: it is a %s, this query's is a %s"
              .formatted(show(key), given.getParameterType().getName(), own.type().getName()));
    }
  }

  /// Binds a value after checking its class.
  public void set(@Nullable Object name, @Nullable Object value) {
    QueryParameter parameter = get(name);
    Object key = parameter.key();
    if (value != null && !parameter.accepts(value)) {
      throw new IllegalArgumentException(
          "cannot bind a %s to parameter %s: expected a %s"
              .formatted(value.getClass().getName(), show(key), parameter.type().getName()));
    }
    values.put(key, value);
  }

  private static boolean accepts(Class<?> type, Object value) {
    // Numbers convert to what they are compared with; anything else must fit.
    return type.isInstance(value)
        || (Number.class.isAssignableFrom(type) && value instanceof Number)
        || type.isPrimitive();
  }

  public boolean isBound(@Nullable Object key) {
    return values.containsKey(key);
  }

  /// The bound value; IllegalStateException when nothing is bound.
  public @Nullable Object value(@Nullable Object name) {
    Object key = get(name).key();
    if (!isBound(key)) {
      throw new IllegalStateException("parameter %s is not bound".formatted(show(key)));
    }
    return values.get(key);
  }

  /// Makes sure that every parameter has a value.
  public void requireComplete() {
    if (values.size() == parameters.size()) {
      // Only what is a parameter can be bound.
      return;
    }
    List<String> missing = new ArrayList<>();
    for (Object key : parameters.keySet()) {
      if (!isBound(key)) {
        missing.add(show(key));
      }
    }
    throw new IllegalStateException("parameters %s are not bound".formatted(missing));
  }

  private static String show(@Nullable Object key) {
    return key instanceof Integer ? "?" + key : ":" + key;
  }
}
