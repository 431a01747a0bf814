package io.tiercel.jpa;

import io.tiercel.jpa.schema.SchemaGenerator;
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

  /// What `jakarta.persistence.schema-generation.database.action` asks for.
  void run() {
    String action = unit.properties().text(UnitProperties.SCHEMA_ACTION, "none");
    switch (action) {
      case "none" -> {
        // The schema is the application's.
      }
      case "create" -> create();
      case "drop" -> drop();
      case "drop-and-create" -> {
        List<String> statements = new ArrayList<>(generator.drop());
        statements.addAll(generator.create());
        execute(statements);
      }
      default ->
          throw new PersistenceException(
              "property %s must be none, create, drop or drop-and-create, got \"%s\""
                  .formatted(UnitProperties.SCHEMA_ACTION, action));
    }
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
