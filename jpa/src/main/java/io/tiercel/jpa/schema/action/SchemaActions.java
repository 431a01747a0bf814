package io.tiercel.jpa.schema.action;

import static jakarta.persistence.PersistenceConfiguration.SCHEMAGEN_CREATE_TARGET;
import static jakarta.persistence.PersistenceConfiguration.SCHEMAGEN_DROP_TARGET;

import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.MappingOptions.ColumnName;
import io.tiercel.jpa.mapping.MappingOptions.FoundType;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.schema.SchemaComparison;
import io.tiercel.jpa.schema.SchemaDifference;
import io.tiercel.jpa.schema.SchemaGenerator;
import io.tiercel.jpa.schema.SchemaScript;
import io.tiercel.jpa.schema.SchemaStatement;
import io.tiercel.jpa.session.ConnectionSource;
import io.tiercel.jpa.settings.DeclarationRules;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.unit.Database;
import io.tiercel.jpa.unit.MappedUnit;
import jakarta.persistence.PersistenceException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Creates, drops and fills the unit's tables (Jakarta Persistence 3.2, section 9.4). The mapping
/// is
/// read as a whole only when an action needs it. Safe for any number of threads, one at a time.
public final class SchemaActions {
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private final UnitProperties properties;
  private final UnitMapping mapping;
  private final SchemaSources sources;
  private final SchemaExecution execution;
  private @Nullable SchemaGenerator generator;

  /// @param connections asked only when an action needs the database
  /// @param changed told after each action on the database
  public SchemaActions(
      UnitDefinition definition,
      UnitProperties properties,
      UnitMapping mapping,
      Supplier<ConnectionSource> connections,
      Runnable changed) {
    this.properties = properties;
    this.mapping = mapping;
    this.sources = new SchemaSources(properties, definition.loader(), this::generator);
    this.execution = new SchemaExecution(properties, connections, changed);
  }

  /// What `generateSchema` does: the schema actions of a unit that is not opened. Without a
  /// database
  /// it may still write scripts.
  public static void generate(UnitDefinition definition) {
    UnitProperties properties = UnitProperties.of(definition);
    DeclarationRules.check(definition);
    var mapping = MappedUnit.of(definition, properties);
    var database = new LateDatabase(properties);
    try (database) {
      new SchemaActions(definition, properties, mapping, database::pool, () -> {}).run();
    }
  }

  /// A database that is not opened before it is needed.
  private static final class LateDatabase implements AutoCloseable {
    private final UnitProperties properties;
    private @Nullable Database opened;

    LateDatabase(UnitProperties properties) {
      this.properties = properties;
    }

    ConnectionSource pool() {
      Database database = opened;
      if (database == null) {
        database = Database.open(properties);
        opened = database;
      }
      return database.pool();
    }

    @Override
    public void close() {
      if (opened != null) {
        opened.close();
      }
    }
  }

  private synchronized SchemaGenerator generator() {
    SchemaGenerator known = generator;
    if (known == null) {
      known =
          new SchemaGenerator(mapping, properties.flag(UnitProperties.INDEX_FOREIGN_KEYS, true));
      generator = known;
    }
    return known;
  }

  /// What the `jakarta.persistence.schema-generation` properties ask for: scripts first, so that
  /// they are there also when the database refuses one of their statements.
  public synchronized void run() {
    writeScripts(action(UnitProperties.SCRIPTS_ACTION));
    boolean schemas = createsSchemas();
    Action database = action(UnitProperties.SCHEMA_ACTION);
    List<SchemaStatement> statements = new ArrayList<>();
    if (database.drops) {
      statements.addAll(sources.drop(false));
    }
    if (database.creates) {
      statements.addAll(
          sources.create(schemas, database.drops ? Set::of : this::presentAndFitting));
    }
    if (database != Action.DROP) {
      statements.addAll(sources.load());
    }
    execution.run(statements);
    if (database == Action.VALIDATE) {
      List<SchemaDifference> differences = refused();
      if (!differences.isEmpty()) {
        throw new PersistenceException(differing(differences));
      }
    }
  }

  /// Whether [#run()] makes tables.
  public boolean makesTables() {
    return action(UnitProperties.SCHEMA_ACTION).creates;
  }

  /// Whether [#run()] drops tables.
  public boolean dropsTables() {
    return action(UnitProperties.SCHEMA_ACTION).drops;
  }

  /// The columns of the database that tell how `@Lob` and `Duration` attributes are stored, if
  /// they are asked for: one query.
  public synchronized Map<ColumnName, FoundType> foundColumns(boolean lobs, boolean durations) {
    return FoundColumns.in(execution, lobs, durations);
  }

  /// The stored generated columns of the database by table and comment: one query.
  public synchronized Map<Table, Map<String, String>> generatedColumns() {
    return GeneratedColumns.in(execution);
  }

  /// In what the database differs from the mapping, if they do not work together: one query.
  synchronized List<SchemaDifference> refused() {
    return refused(comparison().differences());
  }

  /// All of them, also those that can be tolerated, or none.
  private List<SchemaDifference> refused(List<SchemaDifference> differences) {
    if (!differences.stream().allMatch(SchemaDifference::isTolerable)) {
      return differences;
    }
    if (!differences.isEmpty()) {
      LOG.log(Level.WARNING, () -> differing(differences));
    }
    return List.of();
  }

  private SchemaComparison comparison() {
    SchemaComparison comparison = generator().comparison();
    execution.query(SchemaComparison.QUERY, comparison::accept, (Object) comparison.names());
    return comparison;
  }

  /// What a create action passes over, so that a unit may ask for it at each start. What is there
  /// and differs cannot be mended by creating.
  private Set<Table> presentAndFitting() {
    SchemaComparison comparison = comparison();
    Set<Table> present = comparison.present();
    if (present.isEmpty()) {
      return present;
    }
    List<SchemaDifference> differences = refused(comparison.differencesOfPresent());
    if (!differences.isEmpty()) {
      throw new PersistenceException(
          differing(differences)
              + "\nThe schema action creates what is missing and changes nothing that is there.");
    }
    LOG.log(
        Level.INFO,
        () ->
            "persistence unit \"%s\": %d tables and sequences are there and fit the mapping, they stay as they are"
                .formatted(properties.unitName(), present.size()));
    return present;
  }

  /// The message for them all.
  String differing(List<SchemaDifference> differences) {
    return differences.stream()
        .map(SchemaDifference::toString)
        .collect(
            Collectors.joining(
                "\n",
                "the database of persistence unit \"%s\" differs from the mapping in %d places:\n"
                    .formatted(properties.unitName(), differences.size()),
                ""));
  }

  private boolean createsSchemas() {
    return properties.flag(
        UnitProperties.CREATE_SCHEMAS, properties.flag(UnitProperties.CREATE_SCHEMAS_SE, false));
  }

  /// The values of the action properties.
  private enum Action {
    NONE(false, false),
    VALIDATE(false, false),
    CREATE(false, true),
    DROP(true, false),
    DROP_AND_CREATE(true, true);

    final boolean drops;
    final boolean creates;

    Action(boolean drops, boolean creates) {
      this.drops = drops;
      this.creates = creates;
    }
  }

  private Action action(String property) {
    String value = properties.text(property, "none");
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "none" -> Action.NONE;
      case "validate" -> Action.VALIDATE;
      case "create" -> Action.CREATE;
      case "drop" -> Action.DROP;
      case "drop-and-create" -> Action.DROP_AND_CREATE;
      default ->
          throw new PersistenceException(
              "property %s must be none, create, drop, drop-and-create or, for the database, validate, got \"%s\""
                  .formatted(property, value));
    };
  }

  /// Only what has a target is written; but an action without any is a mistake.
  private void writeScripts(Action action) {
    if (!action.drops && !action.creates) {
      return;
    }
    sources.checkProduct();
    Object drop =
        action.drops ? target(UnitProperties.SCRIPTS_DROP_TARGET, SCHEMAGEN_DROP_TARGET) : null;
    Object create =
        action.creates
            ? target(UnitProperties.SCRIPTS_CREATE_TARGET, SCHEMAGEN_CREATE_TARGET)
            : null;
    if (drop == null && create == null) {
      throw noTarget(action);
    }
    boolean together = drop != null && create != null && SchemaScript.isSameTarget(drop, create);
    if (drop != null) {
      // A script that drops and creates is run on an empty database as well.
      SchemaScript.write(drop, together ? generator().drop() : generator().dropAll());
    }
    if (create != null) {
      List<String> statements = new ArrayList<>();
      if (createsSchemas()) {
        statements.addAll(generator().createSchemas());
      }
      statements.addAll(generator().create());
      if (together) {
        SchemaScript.append(create, statements);
      } else {
        SchemaScript.write(create, statements);
      }
    }
  }

  /// @param alias what the API's constant for the property spells, which lacks a part of the
  ///     specification's name
  private @Nullable Object target(String property, String alias) {
    Map<String, Object> values = properties.values();
    Object target = values.get(property);
    return target != null ? target : values.get(alias);
  }

  private static PersistenceException noTarget(Action action) {
    return new PersistenceException(
        "property %s asks for a script, but %s does not say where to write it\nHint: set it to a file name or a java.io.Writer."
            .formatted(
                UnitProperties.SCRIPTS_ACTION,
                action == Action.DROP
                    ? UnitProperties.SCRIPTS_DROP_TARGET
                    : UnitProperties.SCRIPTS_CREATE_TARGET));
  }

  /// Makes everything the unit needs, the schemas it names if asked, and loads its data.
  synchronized void create(boolean schemas) {
    List<SchemaStatement> statements =
        new ArrayList<>(sources.create(schemas, this::presentAndFitting));
    statements.addAll(sources.load());
    execution.run(statements);
  }

  /// Drops it all, the schemas it names if asked.
  synchronized void drop(boolean schemas) {
    execution.run(sources.drop(schemas));
  }

  /// One `TRUNCATE` of all tables, and the data loaded anew.
  synchronized void truncate() {
    List<SchemaStatement> statements = new ArrayList<>(sources.truncate());
    statements.addAll(sources.load());
    execution.run(statements);
  }
}
