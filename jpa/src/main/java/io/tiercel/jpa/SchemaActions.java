package io.tiercel.jpa;

import static jakarta.persistence.PersistenceConfiguration.SCHEMAGEN_CREATE_TARGET;
import static jakarta.persistence.PersistenceConfiguration.SCHEMAGEN_DROP_TARGET;

import io.tiercel.jpa.schema.SchemaGenerator;
import io.tiercel.jpa.schema.SchemaScript;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.WireException;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Creates and drops the unit's tables (Jakarta Persistence 3.2, section 9.4).
final class SchemaActions {
  private final Unit unit;
  private final SchemaGenerator generator;

  SchemaActions(Unit unit) {
    this.unit = unit;
    this.generator =
        new SchemaGenerator(
            unit.mapping(), unit.properties().flag(UnitProperties.INDEX_FOREIGN_KEYS, true));
  }

  /// What the `jakarta.persistence.schema-generation` properties ask for: scripts first, so that
  /// they are there also when the database refuses one of their statements.
  void run() {
    Action scripts = action(UnitProperties.SCRIPTS_ACTION);
    boolean schemas = unit.properties().flag(UnitProperties.CREATE_SCHEMAS, false);
    if (scripts.drops) {
      script(UnitProperties.SCRIPTS_DROP_TARGET, SCHEMAGEN_DROP_TARGET, generator.drop());
    }
    if (scripts.creates) {
      script(UnitProperties.SCRIPTS_CREATE_TARGET, SCHEMAGEN_CREATE_TARGET, creation(schemas));
    }
    Action database = action(UnitProperties.SCHEMA_ACTION);
    List<String> statements = new ArrayList<>();
    if (database.drops) {
      statements.addAll(generator.drop());
    }
    if (database.creates) {
      statements.addAll(creation(schemas));
    }
    if (!statements.isEmpty()) {
      execute(statements);
    }
  }

  /// The values of the action properties.
  private enum Action {
    NONE(false, false),
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
    String value = unit.properties().text(property, "none");
    return switch (value) {
      case "none" -> Action.NONE;
      case "create" -> Action.CREATE;
      case "drop" -> Action.DROP;
      case "drop-and-create" -> Action.DROP_AND_CREATE;
      default ->
          throw new PersistenceException(
              "property %s must be none, create, drop or drop-and-create, got \"%s\""
                  .formatted(property, value));
    };
  }

  /// @param alias what the API's constant for the property spells, which lacks a part of the
  ///     specification's name
  private void script(String property, String alias, List<String> statements) {
    Map<String, Object> properties = unit.properties().values();
    Object target = properties.getOrDefault(property, properties.get(alias));
    if (target == null) {
      throw new PersistenceException(
          "property %s asks for a script, but %s does not say where to write it\nHint: set it to a file name or a java.io.Writer."
              .formatted(UnitProperties.SCRIPTS_ACTION, property));
    }
    SchemaScript.write(target, statements);
  }

  /// Makes everything the unit needs, the schemas it names if asked.
  void create(boolean schemas) {
    execute(creation(schemas));
  }

  private List<String> creation(boolean schemas) {
    List<String> statements = new ArrayList<>();
    if (schemas) {
      statements.addAll(generator.createSchemas());
    }
    statements.addAll(generator.create());
    return statements;
  }

  /// Drops it all, the schemas it names if asked.
  void drop(boolean schemas) {
    List<String> statements = new ArrayList<>(generator.drop());
    if (schemas) {
      statements.addAll(generator.dropSchemas());
    }
    execute(statements);
  }

  /// One `TRUNCATE` of all tables.
  void truncate() {
    execute(List.of(generator.truncate()));
  }

  /// All statements in one transaction, so that a failure leaves the schema as it was.
  private void execute(List<String> statements) {
    Connection connection = unit.database().pool().acquire();
    try {
      connection.script("begin;\n" + String.join(";\n", statements) + ";\ncommit");
    } catch (WireException e) {
      throw new PersistenceException(
          "could not change the schema of persistence unit \"%s\": %s"
              .formatted(unit.properties().unitName(), e.getMessage()),
          e);
    } finally {
      unit.database().pool().release(connection);
      unit.catalog().clear();
    }
  }
}
