package io.tiercel.jpa.settings;

import static java.lang.System.Logger.Level.WARNING;

import io.tiercel.jpa.bean.BeanSources;
import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.jta.JtaPlatforms;
import io.tiercel.jpa.mapping.MappingOptions;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.source.Naming;
import io.tiercel.jpa.shared.SharedSettings;
import io.tiercel.jpa.validation.UnitValidation;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SharedCacheMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The properties of a unit, read by type. Names of our own begin with `tiercel.`.
public record UnitProperties(String unitName, Map<String, Object> values) {
  public static final String URL = PropertyNames.URL;
  public static final String USER = "jakarta.persistence.jdbc.user";
  public static final String PASSWORD = "jakarta.persistence.jdbc.password";
  public static final String SCHEMA_ACTION =
      "jakarta.persistence.schema-generation.database.action";
  public static final String SCRIPTS_ACTION =
      "jakarta.persistence.schema-generation.scripts.action";
  public static final String SCRIPTS_CREATE_TARGET =
      "jakarta.persistence.schema-generation.scripts.create-target";
  public static final String SCRIPTS_DROP_TARGET =
      "jakarta.persistence.schema-generation.scripts.drop-target";

  /// Whether creating the schema creates the schemas it names as well (section 9.4).
  public static final String CREATE_SCHEMAS =
      "jakarta.persistence.schema-generation.create-database-schemas";

  /// The name that other parts of the specification, and its version 2.1, give it.
  public static final String CREATE_SCHEMAS_SE = "jakarta.persistence.create-database-schemas";

  public static final String INDEX_FOREIGN_KEYS = "tiercel.schema.index-foreign-keys";
  public static final String POOL_MAX = "tiercel.pool.max-connections";
  public static final String POOL_TIMEOUT = "tiercel.pool.acquire-timeout";

  /// How many idle connections stay open however long nobody wants them.
  public static final String POOL_MINIMUM_IDLE = "tiercel.pool.minimum-idle";

  /// Milliseconds after which an idle connection is closed; 0 for never.
  public static final String POOL_IDLE_TIMEOUT = "tiercel.pool.idle-timeout";

  /// What the unit is for, which chooses settings that suit it.
  public static final String PROFILE = "tiercel.profile";

  /// What chooses settings in the application's stead.
  public static final String TUNER = "tiercel.session-tuner";

  /// A [io.tiercel.wire.StatementListener] told of every statement.
  public static final String STATEMENT_LISTENER = "tiercel.statement-listener";

  /// How `@Lob` attributes are stored: `inline` (`bytea` and `text`) or `oid`; without it as the
  /// tables have it.
  public static final String LOBS = "tiercel.mapping.lob";

  /// How names are stored: `standard` (folded) or `underscores`.
  static final String NAMING = "tiercel.mapping.naming";

  /// What join tables without a name are called after, beside their owner: `target` or `attribute`.
  static final String JOIN_TABLES = "tiercel.mapping.join-tables";

  /// How UUIDs are stored: `uuid` or `text`.
  static final String UUIDS = "tiercel.mapping.uuid";

  /// What is read with an entity: `declared`, what its mapping and graphs say, or `learn`, also
  /// what units of work go on to load.
  static final String FETCH = "tiercel.fetch";

  private static final Set<String> OWN =
      Set.of(
          FETCH,
          OperationOptions.READ_ONLY,
          INDEX_FOREIGN_KEYS,
          POOL_MAX,
          POOL_TIMEOUT,
          POOL_MINIMUM_IDLE,
          POOL_IDLE_TIMEOUT,
          STATEMENT_LISTENER,
          PROFILE,
          TUNER,
          UnitValidation.AT,
          LOBS,
          NAMING,
          JOIN_TABLES,
          UUIDS,
          ModeProperties.ISOLATION,
          ModeProperties.READ_ONLY,
          ModeProperties.BEGIN,
          BeanSources.BEANS,
          JtaPlatforms.MANAGER,
          JtaPlatforms.REGISTRY);

  private static boolean isOwn(String name) {
    return OWN.contains(name)
        || SharedSettings.NAMES.contains(name)
        || SharedSettings.isOfEntity(name);
  }

  private static Set<String> own() {
    Set<String> all = new TreeSet<>(OWN);
    all.addAll(SharedSettings.NAMES);
    return all;
  }

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  public UnitProperties {
    values = Map.copyOf(values);
  }

  /// The properties of a unit that is about to be used.
  public static UnitProperties of(UnitDefinition definition) {
    var properties = new UnitProperties(definition.name(), definition.properties());
    properties.warnOfUnknown();
    return properties;
  }

  /// Logs [#unknown()].
  void warnOfUnknown() {
    unknown().forEach(line -> LOG.log(WARNING, line));
  }

  /// A line for each property that begins like ours and is none. Names of others are passed over,
  /// as the specification asks (section 8.2.1.11).
  public List<String> unknown() {
    Set<String> unknown = new TreeSet<>();
    for (String name : values.keySet()) {
      if (name.startsWith("tiercel.") && !isOwn(name)) {
        unknown.add(name);
      }
    }
    List<String> lines = new ArrayList<>();
    for (String name : unknown) {
      lines.add(
          "persistence unit \"%s\" has an unknown property %s, which changes nothing: %s"
              .formatted(unitName, name, Nearest.hint(name, own())));
    }
    return lines;
  }

  /// What they say about the shared cache; PersistenceException when one has a wrong value.
  public SharedSettings shared() {
    SharedCacheMode mode = DeclarationRules.cacheMode(unitName, values);
    return SharedSettings.of(unitName, mode, values);
  }

  /// Whether transactions are those of JTA.
  public boolean isJta() {
    return DeclarationRules.isJta(unitName, values);
  }

  public @Nullable String text(String name) {
    Object value = values.get(name);
    return value == null ? null : value.toString();
  }

  public String text(String name, String otherwise) {
    String value = text(name);
    return value == null || value.isBlank() ? otherwise : value;
  }

  /// How the unit stores types; PersistenceException when a property has another value.
  public MappingOptions mappingOptions() {
    return new MappingOptions(
        isSecond(LOBS, "inline", "oid"),
        isSecond(UUIDS, "uuid", "text"),
        Naming.of(
            isSecond(NAMING, "standard", "underscores"),
            isSecond(JOIN_TABLES, "target", "attribute")),
        Map.of());
  }

  /// Whether the database's tables say how `@Lob` attributes are stored.
  public boolean tablesTellOfLobs() {
    return text(LOBS) == null;
  }

  /// Whether reads learn what to bring with them.
  public boolean learnsFetching() {
    return isSecond(FETCH, "declared", "learn");
  }

  private boolean isSecond(String name, String first, String second) {
    String value = text(name, first);
    if (!value.equals(first) && !value.equals(second)) {
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" must be %s or %s, got \"%s\""
              .formatted(name, unitName, first, second, value));
    }
    return value.equals(second);
  }

  public boolean flag(String name, boolean otherwise) {
    return Boolean.parseBoolean(text(name, Boolean.toString(otherwise)));
  }

  public int number(String name, int otherwise) {
    String value = text(name, Integer.toString(otherwise));
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" must be a whole number, got \"%s\""
              .formatted(name, unitName, value),
          e);
    }
  }

  /// A duration in milliseconds.
  public Duration millis(String name, Duration otherwise) {
    return Duration.ofMillis(number(name, (int) otherwise.toMillis()));
  }

  /// An object property; PersistenceException when it is of another class.
  public <T> @Nullable T object(String name, Class<T> type) {
    Object value = values.get(name);
    if (value != null && !type.isInstance(value)) {
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" must be a %s, got a %s"
              .formatted(name, unitName, type.getName(), value.getClass().getName()));
    }
    return type.cast(value);
  }
}
