package io.tiercel.jpa.statement;

import jakarta.persistence.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
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
  /// In the place of the value of a parameter that has none.
  private static final Object UNBOUND = new Object();

  /// Those of the query's text until another one is declared.
  private Declared declared;

  /// By the places of the parameters.
  private @Nullable Object[] values;

  /// How many of them are bound.
  private int bound;

  /// The parameters that a query declares, each with a place, for all its runs. Immutable.
  public static final class Declared {
    /// So few are looked through one by one.
    private static final int MAX_FEW = 8;

    private final QueryParameter[] parameters;

    /// Null where there are few.
    private final @Nullable Map<Object, Integer> places;

    public Declared(List<QueryParameter> declared) {
      Map<Object, QueryParameter> byKey = LinkedHashMap.newLinkedHashMap(declared.size());
      for (QueryParameter parameter : declared) {
        byKey.put(parameter.key(), parameter);
      }
      parameters = byKey.values().toArray(QueryParameter[]::new);
      places = parameters.length > MAX_FEW ? HashMap.newHashMap(parameters.length) : null;
      for (int i = 0; i < parameters.length && places != null; i++) {
        places.put(parameters[i].key(), i);
      }
    }

    /// -1 for none.
    private int place(@Nullable Object key) {
      if (key == null) {
        return -1;
      }
      if (places != null) {
        return places.getOrDefault(key, -1);
      }
      for (int i = 0; i < parameters.length; i++) {
        if (parameters[i].key().equals(key)) {
          return i;
        }
      }
      return -1;
    }

    private Set<Object> keys() {
      Set<Object> keys = new LinkedHashSet<>();
      for (QueryParameter parameter : parameters) {
        keys.add(parameter.key());
      }
      return keys;
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
    this.declared = declared;
    int count = declared.parameters.length;
    values = new @Nullable Object[count];
    Arrays.fill(values, UNBOUND);
  }

  /// Adds a parameter, or changes what is known of it.
  public void declare(QueryParameter parameter) {
    List<QueryParameter> more = new ArrayList<>(List.of(declared.parameters));
    more.add(parameter);
    // One that was known keeps its place.
    declared = new Declared(more);
    int before = values.length;
    values = Arrays.copyOf(values, declared.parameters.length);
    Arrays.fill(values, before, values.length, UNBOUND);
  }

  public Set<Parameter<?>> all() {
    Set<Parameter<?>> all = new LinkedHashSet<>();
    for (QueryParameter parameter : declared.parameters) {
      all.add(parameter.shown());
    }
    return all;
  }

  /// The parameter; IllegalArgumentException naming those the query has.
  public QueryParameter get(@Nullable Object key) {
    return declared.parameters[place(key)];
  }

  private int place(@Nullable Object key) {
    int place = declared.place(key);
    if (place < 0) {
      throw new IllegalArgumentException(
          "the query has no parameter %s, it has %s".formatted(show(key), declared.keys()));
    }
    return place;
  }

  /// Whether a parameter is of this query. One that a query gave out is told by its class too:
  /// another's may have the same name or position.
  public boolean isOwn(Parameter<?> given, @Nullable Object key) {
    int place = declared.place(key);
    QueryParameter own = place < 0 ? null : declared.parameters[place];
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
    int place = place(name);
    QueryParameter parameter = declared.parameters[place];
    if (value != null && !parameter.accepts(value)) {
      throw new IllegalArgumentException(
          "cannot bind a %s to parameter %s: expected a %s"
              .formatted(
                  value.getClass().getName(), show(parameter.key()), parameter.type().getName()));
    }
    if (!isBound(place)) {
      bound++;
    }
    values[place] = value;
  }

  private static boolean accepts(Class<?> type, Object value) {
    // Numbers convert to what they are compared with; anything else must fit.
    return type.isInstance(value)
        || (Number.class.isAssignableFrom(type) && value instanceof Number)
        || type.isPrimitive();
  }

  public boolean isBound(@Nullable Object key) {
    int place = declared.place(key);
    return place >= 0 && isBound(place);
  }

  @SuppressWarnings("ReferenceEquality") // a mark
  private boolean isBound(int place) {
    return values[place] != UNBOUND;
  }

  /// The bound value; IllegalStateException when nothing is bound.
  public @Nullable Object value(@Nullable Object name) {
    int place = place(name);
    if (!isBound(place)) {
      throw new IllegalStateException(
          "parameter %s is not bound".formatted(show(declared.parameters[place].key())));
    }
    return values[place];
  }

  /// Makes sure that every parameter has a value.
  public void requireComplete() {
    if (bound == values.length) {
      return;
    }
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (!isBound(i)) {
        missing.add(show(declared.parameters[i].key()));
      }
    }
    throw new IllegalStateException("parameters %s are not bound".formatted(missing));
  }

  private static String show(@Nullable Object key) {
    return key instanceof Integer ? "?" + key : ":" + key;
  }
}
