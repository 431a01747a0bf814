package io.tiercel.jpa.bootstrap;

import static java.lang.System.Logger.Level.INFO;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Query hints of Hibernate and EclipseLink. The specification lets a provider pass over hints that
/// it does not know (section 3.11.1); who wrote one hears of it once. Safe for any number of
/// threads.
public final class OtherHints {
  /// In whole seconds.
  static final String HIBERNATE_TIMEOUT = "org.hibernate.timeout";

  private static final String QUERY_TIMEOUT = "jakarta.persistence.query.timeout";
  private static final long MILLIS_PER_SECOND = 1_000;

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  /// The hints that the log has told of.
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private OtherHints() {}

  /// What a hint of another provider is here; null when it is ours or has no equal. The first time
  /// that a name comes, the log says which.
  public static OtherProviders.@Nullable Translation translate(String name, Object value) {
    if (!isTheirs(name)) {
      return null;
    }
    OtherProviders.Translation ours = ours(name, value);
    if (TOLD.add(name)) {
      LOG.log(
          INFO,
          () ->
              ours == null
                  ? "query hint %s of another provider is ignored".formatted(name)
                  : "query hint %s is taken for %s".formatted(name, ours.name()));
    }
    return ours;
  }

  private static boolean isTheirs(String name) {
    return name.startsWith("org.hibernate.") || OtherProviders.isTheirs(name);
  }

  private static OtherProviders.@Nullable Translation ours(String name, Object value) {
    if (!name.equals(HIBERNATE_TIMEOUT)) {
      return null;
    }
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
