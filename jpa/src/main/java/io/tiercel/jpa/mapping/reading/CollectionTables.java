package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.JoinColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The table of one element collection and its columns that refer to the owner (section 11.1.8).
/// Used once.
final class CollectionTables {
  private final EntityHead owner;
  private final @Nullable CollectionTable annotation;
  private final Table table;
  private final List<Column> ownColumns;

  CollectionTables(EntityHead owner, PersistentMember member) {
    this.owner = owner;
    this.annotation = member.annotation(CollectionTable.class);
    this.table = table(owner, member, annotation);
    this.ownColumns = ownColumns(owner, member);
  }

  Table table() {
    return table;
  }

  List<Column> ownColumns() {
    return ownColumns;
  }

  private static Table table(
      EntityHead owner, PersistentMember member, @Nullable CollectionTable annotation) {
    String byDefault = Identifier.stored(owner.entityName() + "_" + member.name());
    if (annotation == null) {
      return new Table(owner.table().schema(), byDefault);
    }
    Tables.refuseCatalog(owner.type(), member.name(), annotation.catalog());
    String schema = Tables.schema(annotation.schema());
    return new Table(
        schema != null ? schema : owner.table().schema(),
        annotation.name().isEmpty() ? byDefault : Identifier.stored(annotation.name()));
  }

  private List<Column> ownColumns(EntityHead owner, PersistentMember member) {
    return new JoinColumns(
            member,
            table,
            0,
            owner,
            owner.entityName(),
            annotation == null ? List.of() : List.<JoinColumn>of(annotation.joinColumns()),
            annotation == null ? null : annotation.foreignKey(),
            false,
            false)
        .toId();
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
