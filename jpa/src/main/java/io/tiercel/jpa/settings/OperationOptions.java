package io.tiercel.jpa.settings;

import io.tiercel.jpa.bootstrap.OtherHints;
import io.tiercel.jpa.bootstrap.OtherProviders;
import io.tiercel.jpa.bootstrap.Spelling;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.graph.NamedGraphs;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedSettings;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PessimisticLockScope;
import jakarta.persistence.Timeout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How `find`, `refresh` and `lock` are to be done: what their options, or hints in a map, say
/// (Jakarta Persistence 3.2, sections 3.2.2 and 3.5.4).
///
/// @param extended whether a pessimistic lock also takes the rows of owned join tables
/// @param graph what is to be read with the instance
/// @param retrieve null for that of the EntityManager; likewise `store`, `consistency` and
///     `readOnly`
public record OperationOptions(
    LockModeType lockMode,
    Limits limits,
    boolean extended,
    RootPlan graph,
    @Nullable CacheRetrieveMode retrieve,
    @Nullable CacheStoreMode store,
    @Nullable Consistency consistency,
    @Nullable Boolean readOnly) {
  /// Whether what is found is only to be read: a hint, and property of a unit or an EntityManager.
  public static final String READ_ONLY = "tiercel.read-only";

  public static final String LOCK_SCOPE = "jakarta.persistence.lock.scope";

  /// What nobody has said anything about, within those limits.
  public static OperationOptions plain(Limits limits) {
    return new OperationOptions(
        LockModeType.NONE, limits, false, RootPlan.NONE, null, null, null, null);
  }

  /// What a map of hints says; null for none. Hints that mean nothing here are passed over, with a
  /// line in the log for each name.
  public static OperationOptions of(
      @Nullable LockModeType lockMode,
      @Nullable Map<String, Object> given,
      Limits otherwise,
      NamedGraphs graphs) {
    LockModeType mode = lockMode == null ? LockModeType.NONE : lockMode;
    if (given == null || given.isEmpty()) {
      return new OperationOptions(mode, otherwise, false, RootPlan.NONE, null, null, null, null);
    }
    Map<String, Object> hints = new HashMap<>();
    given.forEach((name, value) -> take(Spelling.today(name), value, hints));
    return new OperationOptions(
        mode,
        TimeLimits.of(hints, otherwise),
        isExtended(hints),
        GraphHints.of(hints, graphs),
        read(CacheModes.RETRIEVE, hints, CacheModes::retrieve),
        read(CacheModes.STORE, hints, CacheModes::store),
        read(SharedSettings.LEVEL, hints, value -> Consistency.parse(SharedSettings.LEVEL, value)),
        read(READ_ONLY, hints, OperationOptions::isReadOnly));
  }

  private static final Set<String> KNOWN =
      Set.of(
          CacheModes.RETRIEVE,
          CacheModes.STORE,
          SharedSettings.LEVEL,
          READ_ONLY,
          LOCK_SCOPE,
          TimeLimits.LOCK_TIMEOUT,
          TimeLimits.QUERY_TIMEOUT,
          GraphHints.FETCH,
          GraphHints.LOAD);

  private static void take(String name, Object value, Map<String, Object> hints) {
    OtherProviders.Translation ours = OtherHints.translate(name, value, KNOWN::contains);
    if (ours != null) {
      hints.putIfAbsent(ours.name(), ours.value());
    } else if (KNOWN.contains(name)) {
      hints.put(name, value);
    } else {
      OtherHints.ignored(name, "find, refresh and lock");
    }
  }

  private static <T> @Nullable T read(
      String name, Map<String, Object> hints, Function<Object, T> reader) {
    Object value = hints.get(name);
    return value == null ? null : reader.apply(value);
  }

  /// The value of [#READ_ONLY]; IllegalArgumentException when it is neither true nor false.
  public static boolean isReadOnly(Object value) {
    String text = value.toString().strip();
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(
          "%s must be true or false, got \"%s\"".formatted(READ_ONLY, value));
    }
    return Boolean.parseBoolean(text);
  }

  /// Whether hints ask for the extended scope of a pessimistic lock.
  public static boolean isExtended(Map<String, Object> hints) {
    Object scope = hints.get(LOCK_SCOPE);
    if (scope == null) {
      return false;
    }
    for (PessimisticLockScope constant : PessimisticLockScope.values()) {
      if (constant.name().equalsIgnoreCase(scope.toString())) {
        return constant == PessimisticLockScope.EXTENDED;
      }
    }
    throw new IllegalArgumentException(
        "%s must be one of %s, got \"%s\""
            .formatted(LOCK_SCOPE, Arrays.toString(PessimisticLockScope.values()), scope));
  }

  /// What options say; IllegalArgumentException when two of a kind say different things. Those
  /// of other providers are passed over.
  ///
  /// @param graph what is to be read with the instance
  public static OperationOptions of(Object[] options, Limits otherwise, RootPlan graph) {
    LockModeType mode = one(options, LockModeType.class);
    PessimisticLockScope scope = one(options, PessimisticLockScope.class);
    Timeout timeout = one(options, Timeout.class);
    return new OperationOptions(
        mode == null ? LockModeType.NONE : mode,
        timeout == null
            ? otherwise
            : new Limits(otherwise.statementMillis(), timeout.milliseconds()),
        scope == PessimisticLockScope.EXTENDED,
        graph,
        one(options, CacheRetrieveMode.class),
        one(options, CacheStoreMode.class),
        null,
        null);
  }

  /// Whether it is to read what the mapping says, without a lock, from the cache if it may be.
  public boolean isPlain() {
    return lockMode == LockModeType.NONE
        && graph.equals(RootPlan.NONE)
        && (retrieve == null || retrieve == CacheRetrieveMode.USE);
  }

  /// The plan for instances of an entity; IllegalArgumentException when the graph is of another.
  public FetchPlan plan(Class<?> entity) {
    if (!graph.equals(RootPlan.NONE)
        && !graph.root().isAssignableFrom(entity)
        && !entity.isAssignableFrom(graph.root())) {
      throw new IllegalArgumentException(
          "the entity graph is of %s, not of %s"
              .formatted(graph.root().getName(), entity.getName()));
    }
    return graph.plan();
  }

  private static <T> @Nullable T one(Object[] options, Class<T> kind) {
    T found = null;
    for (Object option : options) {
      if (kind.isInstance(option)) {
        T next = kind.cast(option);
        if (found != null && !found.equals(next)) {
          throw new IllegalArgumentException(
              "the options contradict each other: %s and %s".formatted(found, next));
        }
        found = next;
      }
    }
    return found;
  }
}
