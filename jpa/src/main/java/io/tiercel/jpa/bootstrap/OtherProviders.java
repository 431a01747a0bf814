package io.tiercel.jpa.bootstrap;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Properties of Hibernate and EclipseLink that have an equal here, so that a unit can change its
/// provider and keep its file.
public final class OtherProviders {
  private static final String ACTION = "jakarta.persistence.schema-generation.database.action";
  private static final String POOL_MAX = "tiercel.pool.max-connections";
  private static final String POOL_MINIMUM_IDLE = "tiercel.pool.minimum-idle";
  private static final Map<String, String> HIBERNATE_ACTIONS =
      Map.of(
          "none", "none",
          "create-only", "create",
          "create", "drop-and-create",
          "create-drop", "drop-and-create",
          "drop", "drop",
          "validate", "validate");
  /// The numbers are those of `java.sql.Connection`.
  private static final Map<String, String> HIBERNATE_ISOLATIONS =
      Map.of(
          "2", "read committed",
          "READ_COMMITTED", "read committed",
          "TRANSACTION_READ_COMMITTED", "read committed",
          "4", "repeatable read",
          "REPEATABLE_READ", "repeatable read",
          "TRANSACTION_REPEATABLE_READ", "repeatable read",
          "8", "serializable",
          "SERIALIZABLE", "serializable",
          "TRANSACTION_SERIALIZABLE", "serializable");
  private static final Map<String, String> ECLIPSELINK_ACTIONS =
      Map.of(
          "none", "none",
          "create-tables", "create",
          "drop-and-create-tables", "drop-and-create",
          "drop-tables", "drop");
  private static final Map<String, Equal> EQUALS = new LinkedHashMap<>();

  /// @param value what the value is here, null when it has no equal
  private record Equal(String name, UnaryOperator<@Nullable String> value) {}

  /// A property by the name and value that it has here.
  public record Translation(String name, Object value) {}

  static {
    same("hibernate.connection.url", PropertyNames.URL);
    same("hibernate.connection.username", "jakarta.persistence.jdbc.user");
    same("hibernate.connection.password", "jakarta.persistence.jdbc.password");
    same("hibernate.connection.pool_size", POOL_MAX);
    same("hibernate.hikari.maximumPoolSize", POOL_MAX);
    same("hibernate.hikari.minimumIdle", POOL_MINIMUM_IDLE);
    same("hibernate.hikari.idleTimeout", "tiercel.pool.idle-timeout");
    same("hibernate.hikari.connectionTimeout", "tiercel.pool.acquire-timeout");
    same(
        "hibernate.hbm2ddl.create_namespaces",
        "jakarta.persistence.schema-generation.create-database-schemas");
    EQUALS.put(
        "hibernate.connection.isolation",
        new Equal("tiercel.transaction.isolation", HIBERNATE_ISOLATIONS::get));
    EQUALS.put(
        "hibernate.physical_naming_strategy",
        new Equal("tiercel.mapping.naming", OtherProviders::naming));
    EQUALS.put("hibernate.hbm2ddl.auto", new Equal(ACTION, value -> HIBERNATE_ACTIONS.get(value)));
    same("eclipselink.connection-pool.default.max", POOL_MAX);
    same("eclipselink.jdbc.connections.max", POOL_MAX);
    same("eclipselink.connection-pool.default.min", POOL_MINIMUM_IDLE);
    same("eclipselink.jdbc.connections.min", POOL_MINIMUM_IDLE);
    EQUALS.put(
        "eclipselink.ddl-generation", new Equal(ACTION, value -> ECLIPSELINK_ACTIONS.get(value)));
  }

  private OtherProviders() {}

  private static void same(String theirs, String ours) {
    EQUALS.put(theirs, new Equal(ours, value -> value));
  }

  /// By the simple names of Hibernate's own strategies; of another nobody knows what it does.
  private static @Nullable String naming(@Nullable String strategy) {
    String name = strategy == null ? "" : strategy.substring(strategy.lastIndexOf('.') + 1);
    return switch (name) {
      case "CamelCaseToUnderscoresNamingStrategy", "PhysicalNamingStrategySnakeCaseImpl" ->
          "underscores";
      case "PhysicalNamingStrategyStandardImpl" -> "standard";
      default -> null;
    };
  }

  /// The names that have an equal.
  public static Set<String> names() {
    return Set.copyOf(EQUALS.keySet());
  }

  /// Whether the property is one of another provider.
  static boolean isTheirs(String name) {
    return name.startsWith("hibernate.") || name.startsWith("eclipselink.");
  }

  /// What a property of another provider is here; null when it has no equal.
  public static @Nullable Translation translate(String name, @Nullable Object value) {
    Equal equal = EQUALS.get(name);
    if (equal == null || value == null) {
      return null;
    }
    String written = value.toString().strip();
    String ours =
        equal.name().equals(ACTION)
            ? equal.value().apply(written.toLowerCase(Locale.ROOT))
            : equal.value().apply(written);
    return ours == null ? null : new Translation(equal.name(), ours);
  }
}
