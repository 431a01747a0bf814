package io.tiercel.jpa.mapping;

import jakarta.persistence.Basic;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.JoinColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes columns from annotations and the defaults of section 11.1.9 and 11.1.25. Names without
/// quotes fold to lower case, as they would in SQL.
final class Columns {
  private Columns() {}

  static Column id(
      PersistentMember member,
      BasicType type,
      Table table,
      int slot,
      jakarta.persistence.@Nullable Column annotation) {
    checkTable(member, table, annotation == null ? "" : annotation.table());
    return new Column(
        table,
        name(member, annotation),
        slot,
        type.columnType(),
        SqlTypes.of(member, type, annotation),
        type.conversion(),
        false,
        false,
        true,
        false,
        null,
        extras(annotation));
  }

  /// @param mayBeAbsent whether an embeddable around the attribute may be null; then a primitive
  ///     does not make the column `not null`
  static Column basic(
      PersistentMember member,
      BasicType type,
      Table table,
      int slot,
      jakarta.persistence.@Nullable Column annotation,
      boolean mayBeAbsent) {
    checkTable(member, table, annotation == null ? "" : annotation.table());
    Basic basic = member.annotation(Basic.class);
    boolean optional =
        (basic == null || basic.optional()) && (mayBeAbsent || !member.javaType().isPrimitive());
    return new Column(
        table,
        name(member, annotation),
        slot,
        type.columnType(),
        SqlTypes.of(member, type, annotation),
        type.conversion(),
        optional && (annotation == null || annotation.nullable()),
        annotation != null && annotation.unique(),
        annotation == null || annotation.insertable(),
        annotation == null || annotation.updatable(),
        null,
        extras(annotation));
  }

  private static DdlExtras extras(jakarta.persistence.@Nullable Column annotation) {
    return annotation == null
        ? DdlExtras.NONE
        : DdlExtras.of(annotation.check(), annotation.options(), annotation.comment());
  }

  private static String name(
      PersistentMember member, jakarta.persistence.@Nullable Column annotation) {
    String written = annotation == null ? "" : annotation.name();
    return Identifier.stored(written.isEmpty() ? member.name() : written);
  }

  /// A foreign key column to an entity's id.
  ///
  /// @param annotations the join columns written at the association, none for the defaults
  /// @param unique whether the association makes it unique by itself
  static Column join(
      PersistentMember member,
      Table table,
      int slot,
      EntityHead target,
      String defaultName,
      List<JoinColumn> annotations,
      boolean optional,
      boolean unique) {
    Column targetsId = target.onlyIdColumn(member);
    if (annotations.size() > 1) {
      throw member.refusal(
          "it has %d join columns, but the id of %s is one column"
              .formatted(annotations.size(), target.entityName()),
          "keep one @JoinColumn.");
    }
    if (annotations.isEmpty()) {
      return join(table, defaultName, slot, target, optional, unique);
    }
    JoinColumn annotation = annotations.getFirst();
    checkReference(member, target, annotation.referencedColumnName());
    return new Column(
        table,
        annotation.name().isEmpty() ? defaultName : Identifier.stored(annotation.name()),
        slot,
        targetsId.columnType(),
        annotation.columnDefinition().isEmpty()
            ? targetsId.sqlType()
            : annotation.columnDefinition(),
        targetsId.conversion(),
        optional && annotation.nullable(),
        unique || annotation.unique(),
        annotation.insertable(),
        annotation.updatable(),
        foreignKey(target, annotation.foreignKey()),
        DdlExtras.of(annotation.check(), annotation.options(), annotation.comment()));
  }

  private static Column join(
      Table table, String name, int slot, EntityHead target, boolean optional, boolean unique) {
    Column id = target.id().column();
    return new Column(
        table,
        name,
        slot,
        id.columnType(),
        id.sqlType(),
        id.conversion(),
        optional,
        unique,
        true,
        true,
        new ForeignKey(target.table(), id.name(), null, true, null, ""),
        DdlExtras.NONE);
  }

  /// The column with what `@JoinTable` says about its constraint, unless that is nothing.
  static Column constrained(
      Column column, EntityHead target, jakarta.persistence.ForeignKey annotation) {
    boolean silent =
        annotation.value() == ConstraintMode.PROVIDER_DEFAULT && annotation.name().isEmpty();
    return silent ? column : column.referringTo(foreignKey(target, annotation));
  }

  private static ForeignKey foreignKey(
      EntityHead target, jakarta.persistence.ForeignKey annotation) {
    String definition = annotation.foreignKeyDefinition();
    return new ForeignKey(
        target.table(),
        target.id().column().name(),
        annotation.name().isEmpty() ? null : Identifier.stored(annotation.name()),
        annotation.value() != ConstraintMode.NO_CONSTRAINT,
        definition.isEmpty() ? null : definition,
        annotation.options());
  }

  private static void checkTable(PersistentMember member, Table table, String written) {
    if (!written.isEmpty() && !Identifier.stored(written).equals(table.name())) {
      throw member.refusal(
          "its column stands in table \"%s\", but the entity has only %s".formatted(written, table),
          "remove table from the annotation; secondary tables are not supported yet.");
    }
  }

  private static void checkReference(PersistentMember member, EntityHead target, String written) {
    String id = target.onlyIdColumn(member).name();
    if (!written.isEmpty() && !Identifier.stored(written).equals(id)) {
      throw member.refusal(
          "it refers to column \"%s\" of %s, whose id is \"%s\""
              .formatted(written, target.entityName(), id),
          "leave referencedColumnName out; references to other columns are not supported yet.");
    }
  }
}
