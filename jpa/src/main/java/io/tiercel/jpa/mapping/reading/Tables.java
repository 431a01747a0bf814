package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.Entity;
import org.jspecify.annotations.Nullable;

/// Names of entities and their tables (sections 11.1.17 and 11.1.52).
public final class Tables {
  private Tables() {}

  static String entityName(Class<?> entity) {
    Entity annotation = Annotations.of(entity, Entity.class);
    return annotation == null || annotation.name().isEmpty()
        ? entity.getSimpleName()
        : annotation.name();
  }

  /// The primary table; its name is the entity's unless `@Table` says otherwise.
  static Table primary(Class<?> entity) {
    var annotation = Annotations.of(entity, jakarta.persistence.Table.class);
    if (annotation == null) {
      return new Table(schema(""), Identifier.stored(entityName(entity)));
    }
    refuseCatalog(entity, null, annotation.catalog());
    String name = annotation.name().isEmpty() ? entityName(entity) : annotation.name();
    return new Table(schema(annotation.schema()), Identifier.stored(name));
  }

  static DdlExtras extras(Class<?> entity) {
    var annotation = Annotations.of(entity, jakarta.persistence.Table.class);
    return annotation == null
        ? DdlExtras.NONE
        : DdlExtras.of(annotation.check(), annotation.options(), annotation.comment());
  }

  /// A schema as annotations write it: empty for the unit's default, or else the connection's.
  static @Nullable String schema(String written) {
    String schema = written.isEmpty() ? Annotations.source().defaultSchema() : written;
    return schema == null ? null : Identifier.stored(schema);
  }

  static void refuseCatalog(Class<?> type, @Nullable String attribute, String catalog) {
    if (!catalog.isEmpty()) {
      throw new MappingException(
          type,
          attribute,
          "it names the catalog \"%s\", but a PostgreSQL connection sees only its own database"
              .formatted(catalog),
          "remove the catalog; use schema to group tables within a database.");
    }
  }
}
