package io.tiercel.jpa.bootstrap;

import static java.lang.System.Logger.Level.INFO;

import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Query hints of Hibernate and EclipseLink. The specification lets a provider pass over hints that
/// it does not know (section 3.11.1); who wrote one hears of it once. Safe for any number of
/// threads.
public final class OtherHints {
  /// What a hint may stand for beside our own hints: a setting of the query.
  public static final String MAX_RESULTS = "setMaxResults";

  /// As above.
  public static final String FIRST_RESULT = "setFirstResult";

  /// As above; its value is a FlushModeType.
  public static final String FLUSH_MODE = "setFlushMode";

  /// As above; its value is a LockModeType.
  public static final String LOCK_MODE = "setLockMode";

  private static final String READ_ONLY = "tiercel.read-only";
  private static final String QUERY_TIMEOUT = "jakarta.persistence.query.timeout";
  private static final String QUERY_CACHE = "tiercel.query.cache";
  private static final int MAX_TOLD = 1_000;
  private static final long MILLIS_PER_SECOND = 1_000;

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  /// The hints that the log has told of.
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private OtherHints() {}

  /// What a hint of another provider is here; null when it is ours or has no equal. The first time
  /// that a name comes, the log says which.
  ///
  /// @param isTaken whether a hint of ours, or a setting, means something where the hint stands
  public static OtherProviders.@Nullable Translation translate(
      String name, Object value, Predicate<String> isTaken) {
    if (!isTheirs(name)) {
      return null;
    }
    OtherProviders.Translation equal = ours(name, value);
    OtherProviders.Translation ours = equal == null || !isTaken.test(equal.name()) ? null : equal;
    // A named query comes by with its hints each time that it is made.
    if (!TOLD.contains(name)) {
      tell(
          name,
          ours == null
              ? "query hint %s of another provider is ignored".formatted(name)
              : "query hint %s is taken for %s".formatted(name, ours.name()));
    }
    return ours;
  }

  /// A hint that means nothing where it stands: the log says so once for each name.
  public static void ignored(String name, String where) {
    if (!isTheirs(name) && !TOLD.contains(name + where)) {
      tell(name + where, "hint %s is ignored by %s".formatted(name, where));
    }
  }

  private static void tell(String subject, String line) {
    // Names that are made up anew for each query must not fill the heap.
    if (TOLD.size() < MAX_TOLD && TOLD.add(subject)) {
      LOG.log(INFO, () -> line);
    }
  }

  /// The names that have an equal.
  public static Set<String> names() {
    return Set.of(
        "org.hibernate.timeout",
        "eclipselink.jdbc.timeout",
        "eclipselink.jdbc.max-rows",
        "eclipselink.jdbc.first-result",
        "org.hibernate.flushMode",
        "eclipselink.flush",
        "eclipselink.pessimistic-lock",
        "org.hibernate.readOnly",
        "eclipselink.read-only",
        "org.hibernate.cacheable",
        "eclipselink.query-results-cache");
  }

  private static boolean isTheirs(String name) {
    return name.startsWith("org.hibernate.") || OtherProviders.isTheirs(name);
  }

  private static OtherProviders.@Nullable Translation ours(String name, Object value) {
    return switch (name) {
      case "org.hibernate.timeout", "eclipselink.jdbc.timeout" -> timeout(name, value);
      case "eclipselink.jdbc.max-rows" -> number(name, value, MAX_RESULTS);
      case "eclipselink.jdbc.first-result" -> number(name, value, FIRST_RESULT);
      case "org.hibernate.flushMode", "eclipselink.flush" -> flushMode(value);
      case "eclipselink.pessimistic-lock" -> lockMode(value);
      case "org.hibernate.readOnly", "eclipselink.read-only" ->
          new OtherProviders.Translation(READ_ONLY, readOnly(value));
      case "org.hibernate.cacheable", "eclipselink.query-results-cache" -> cached(value);
      default -> null;
    };
  }

  private static OtherProviders.Translation number(String name, Object value, String ours) {
    try {
      return new OtherProviders.Translation(ours, Integer.valueOf(value.toString().strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be a whole number, got \"%s\"".formatted(name, value), e);
    }
  }

  private static OtherProviders.@Nullable Translation flushMode(Object value) {
    FlushModeType mode =
        switch (value.toString().strip().toUpperCase(Locale.ROOT)) {
          case "AUTO", "ALWAYS", "TRUE" -> FlushModeType.AUTO;
          case "COMMIT", "FALSE" -> FlushModeType.COMMIT;
          default -> null;
        };
    return mode == null ? null : new OtherProviders.Translation(FLUSH_MODE, mode);
  }

  private static OtherProviders.@Nullable Translation lockMode(Object value) {
    return switch (value.toString().strip().toUpperCase(Locale.ROOT)) {
      case "LOCK" -> new OtherProviders.Translation(LOCK_MODE, LockModeType.PESSIMISTIC_WRITE);
      case "NOLOCK" -> new OtherProviders.Translation(LOCK_MODE, LockModeType.NONE);
      default -> null;
    };
  }

  private static Object readOnly(Object value) {
    return value instanceof Boolean ? value : value.toString().strip();
  }

  private static OtherProviders.@Nullable Translation cached(Object value) {
    return switch (value.toString().strip().toUpperCase(Locale.ROOT)) {
      case "TRUE" -> new OtherProviders.Translation(QUERY_CACHE, true);
      case "FALSE" -> new OtherProviders.Translation(QUERY_CACHE, false);
      default -> null;
    };
  }

  private static OtherProviders.Translation timeout(String name, Object value) {
    try {
      long seconds = Long.parseLong(value.toString().strip());
      return new OtherProviders.Translation(
          QUERY_TIMEOUT, Math.multiplyExact(seconds, MILLIS_PER_SECOND));
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "%s must be a number of seconds, got \"%s\"".formatted(name, value), e);
    }
  }
}
