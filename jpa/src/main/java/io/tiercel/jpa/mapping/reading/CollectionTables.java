package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The table of one element collection and its columns that refer to the owner (section 11.1.8).
/// Used once.
final class CollectionTables {
  private final EntityHead owner;
  private final @Nullable CollectionTable annotation;

  /// A join table of an override stands for a collection table, which no annotation overrides.
  private final @Nullable JoinTable override;

  private final Table table;
  private final List<Column> ownColumns;

  CollectionTables(EntityHead owner, PersistentMember member, Overrides outer) {
    this.owner = owner;
    this.annotation = member.annotation(CollectionTable.class);
    this.override = outer.joinTable(member);
    this.table = table(owner, member);
    this.ownColumns = ownColumns(owner, member);
  }

  Table table() {
    return table;
  }

  List<Column> ownColumns() {
    return ownColumns;
  }

  private Table table(EntityHead owner, PersistentMember member) {
    if (override != null) {
      return table(owner, member, override.name(), override.schema(), override.catalog());
    }
    if (annotation != null) {
      return table(owner, member, annotation.name(), annotation.schema(), annotation.catalog());
    }
    return new Table(owner.table().schema(), byDefault(owner, member));
  }

  private static Table table(
      EntityHead owner, PersistentMember member, String name, String schema, String catalog) {
    Tables.refuseCatalog(owner.type(), member.name(), catalog);
    String named = Tables.schema(schema);
    return new Table(
        named != null ? named : owner.table().schema(),
        name.isEmpty() ? byDefault(owner, member) : Identifier.stored(name));
  }

  private static String byDefault(EntityHead owner, PersistentMember member) {
    return Identifier.stored(owner.entityName() + "_" + member.name());
  }

  private List<JoinColumn> joinColumns() {
    if (override != null && override.joinColumns().length > 0) {
      return List.of(override.joinColumns());
    }
    return annotation == null ? List.of() : List.of(annotation.joinColumns());
  }

  private List<Column> ownColumns(EntityHead owner, PersistentMember member) {
    return new JoinColumns(
            member,
            table,
            0,
            owner,
            owner.entityName(),
            joinColumns(),
            annotation == null ? null : annotation.foreignKey(),
            false,
            false)
        .toId();
  }

  /// Refuses two columns of one name. Of those that an embeddable shares with the key or the
  /// position one may write.
  static void refuseSameNames(PersistentMember member, Table table, List<Column> columns) {
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (column.insertable() && !names.add(column.name())) {
        throw member.refusal(
            "two of the columns in its table %s are called %s".formatted(table, column.name()),
            "rename one by @Column, @MapKeyColumn, @OrderColumn, @JoinColumn or"
                + " @AttributeOverride, whose names begin with key. or value. for a map.");
      }
    }
  }

  /// The table with all its columns.
  ElementCollectionAttribute.CollectionTable build(List<Column> columns, List<Column> primaryKey) {
    return new ElementCollectionAttribute.CollectionTable(
        table,
        ownColumns,
        columns,
        primaryKey,
        annotation == null ? List.of() : Indexes.of(owner, annotation, table, columns),
        annotation == null ? DdlExtras.NONE : DdlExtras.ofOptions(annotation.options()));
  }
}
