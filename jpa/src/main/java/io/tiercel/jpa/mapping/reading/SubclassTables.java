package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.ForeignKey;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.PrimaryKeyJoinColumns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tables of an entity's row, and the keys that join them (sections 2.13 and 11.1.46).
final class SubclassTables {
  private SubclassTables() {}

  /// The columns that hold the id in the primary table of an entity that extends another.
  static List<Column> key(
      Class<?> entity, Inheritance inheritance, Table table, EntityHead supertype) {
    if (inheritance.sharesTable()) {
      return supertype.key();
    }
    if (inheritance.hasTablePerClass()) {
      return supertype.id().columns().stream()
          .map(column -> column.in(table, column.name(), null))
          .toList();
    }
    PrimaryKeyJoinColumn[] joins = Annotations.all(entity, PrimaryKeyJoinColumn.class);
    var around = Annotations.of(entity, PrimaryKeyJoinColumns.class);
    var constraint =
        around != null && around.foreignKey().value() != ConstraintMode.PROVIDER_DEFAULT
            ? around.foreignKey()
            : joins.length == 0 ? null : joins[0].foreignKey();
    return joined(entity, List.of(joins), constraint, table, supertype.table(), supertype.key());
  }

  /// The key of a table that is joined to another by the id.
  ///
  /// @param joins what the annotations say, empty for the same names as in the other table
  /// @param constraint what they say of the foreign key, null for nothing
  static List<Column> joined(
      Class<?> entity,
      List<PrimaryKeyJoinColumn> joins,
      jakarta.persistence.@Nullable ForeignKey constraint,
      Table table,
      Table other,
      List<Column> otherKey) {
    if (!joins.isEmpty() && joins.size() != otherKey.size()) {
      throw new MappingException(
          entity,
          null,
          "table %s is joined by %d columns, but the key of %s has %d"
              .formatted(table, joins.size(), other, otherKey.size()),
          "write one @PrimaryKeyJoinColumn for each of %s."
              .formatted(otherKey.stream().map(Column::name).toList()));
    }
    List<@Nullable PrimaryKeyJoinColumn> ordered = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < otherKey.size(); i++) {
      PrimaryKeyJoinColumn join = joins.isEmpty() ? null : join(entity, joins, i, otherKey.get(i));
      ordered.add(join);
      names.add(
          join == null || join.name().isEmpty()
              ? otherKey.get(i).name()
              : Identifier.stored(join.name()));
    }
    ForeignKey foreignKey = foreignKey(other, names, otherKey, constraint);
    List<Column> key = new ArrayList<>();
    for (int i = 0; i < otherKey.size(); i++) {
      Column column = otherKey.get(i).in(table, names.get(i), foreignKey);
      PrimaryKeyJoinColumn join = ordered.get(i);
      boolean plain = join == null || join.columnDefinition().isEmpty();
      key.add(plain ? column : column.ofType(join.columnDefinition()));
    }
    return key;
  }

  private static ForeignKey foreignKey(
      Table other,
      List<String> names,
      List<Column> otherKey,
      jakarta.persistence.@Nullable ForeignKey constraint) {
    List<String> referenced = otherKey.stream().map(Column::name).toList();
    if (constraint == null) {
      return new ForeignKey(other, names, referenced, null, true, null, "");
    }
    String definition = constraint.foreignKeyDefinition();
    return new ForeignKey(
        other,
        names,
        referenced,
        constraint.name().isEmpty() ? null : Identifier.stored(constraint.name()),
        constraint.value() != ConstraintMode.NO_CONSTRAINT,
        definition.isEmpty() ? null : definition,
        constraint.options());
  }

  /// The annotation for a column: the one that names it, or the one in its place.
  private static PrimaryKeyJoinColumn join(
      Class<?> entity, List<PrimaryKeyJoinColumn> joins, int position, Column referred) {
    for (PrimaryKeyJoinColumn join : joins) {
      if (Identifier.stored(join.referencedColumnName()).equals(referred.name())) {
        return join;
      }
    }
    PrimaryKeyJoinColumn join = joins.get(position);
    if (!join.referencedColumnName().isEmpty()) {
      throw new MappingException(
          entity,
          null,
          "a @PrimaryKeyJoinColumn refers to column \"%s\", but the key column is %s"
              .formatted(join.referencedColumnName(), referred),
          "name the column of the primary key, or leave referencedColumnName out.");
    }
    return join;
  }

  /// What is said below the root of a hierarchy, though only the root can say it, and so passed
  /// over: the discriminator column, and the table that all classes share.
  static List<String> passedOver(Class<?> entity, Inheritance inheritance, Table rootTable) {
    List<String> passedOver = new ArrayList<>();
    Class<?> root = inheritance.root();
    var discriminator = Annotations.of(entity, DiscriminatorColumn.class);
    if (discriminator != null
        && !discriminator.equals(Annotations.of(root, DiscriminatorColumn.class))) {
      passedOver.add(
          "%s: its @DiscriminatorColumn is passed over, because it belongs to the root of the hierarchy, %s; move it there or remove it"
              .formatted(entity.getName(), root.getName()));
    }
    var table = Annotations.of(entity, jakarta.persistence.Table.class);
    if (table != null && inheritance.sharesTable() && !names(table, rootTable)) {
      passedOver.add(
          "%s: its @Table names %s, but a SINGLE_TABLE hierarchy is stored in the table of its root, %s; remove it, or use InheritanceType.JOINED or TABLE_PER_CLASS at the root"
              .formatted(entity.getName(), Tables.primary(entity), rootTable));
    }
    return passedOver;
  }

  /// Whether the annotation says nothing against that table.
  private static boolean names(jakarta.persistence.Table annotation, Table table) {
    boolean sameName =
        annotation.name().isEmpty() || Identifier.stored(annotation.name()).equals(table.name());
    return sameName
        && (annotation.schema().isEmpty()
            || Identifier.stored(annotation.schema()).equals(table.schema()));
  }

  /// Section 2.4: the primary key is defined once, by the root of the hierarchy.
  static void refuseSecondId(Class<?> entity, List<PersistentMember> members, EntityId id) {
    List<PersistentMember> ids = members.stream().filter(PersistentMembers::isId).toList();
    if (ids.size() > id.attributes().size()) {
      throw new MappingException(
          entity,
          ids.getLast().name(),
          "it is an id, but the entity inherits the id %s".formatted(id.name()),
          "remove @Id: the id is defined once, by the root of the hierarchy.");
    }
  }
}
