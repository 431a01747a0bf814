package io.tiercel.jpa;

import io.tiercel.jpa.schema.SchemaGenerator;
import io.tiercel.jpa.schema.SchemaScript;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.WireException;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;

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
    if (scripts.drops) {
      script(UnitProperties.SCRIPTS_DROP_TARGET, generator.drop());
    }
    if (scripts.creates) {
      script(UnitProperties.SCRIPTS_CREATE_TARGET, generator.create());
    }
    Action database = action(UnitProperties.SCHEMA_ACTION);
    List<String> statements = new ArrayList<>();
    if (database.drops) {
      statements.addAll(generator.drop());
    }
    if (database.creates) {
      statements.addAll(generator.create());
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

  private void script(String property, List<String> statements) {
    Object target = unit.properties().values().get(property);
    if (target == null) {
      throw new PersistenceException(
          "property %s asks for a script, but %s does not say where to write it\nHint: set it to a file name or a java.io.Writer."
              .formatted(UnitProperties.SCRIPTS_ACTION, property));
    }
    SchemaScript.write(target, statements);
  }

  void create() {
    execute(generator.create());
  }

  void drop() {
    execute(generator.drop());
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
