package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.CascadeType;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToOne;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `@ManyToOne` and `@OneToOne` (sections 11.1.32 and 11.1.41).
final class ToOneReader {
  private final Targets targets;

  ToOneReader(Targets targets) {
    this.targets = targets;
  }

  /// What the two annotations have in common.
  private record Asked(
      Class<?> target,
      Set<CascadeType> cascade,
      FetchType fetch,
      boolean optional,
      String mappedBy,
      boolean oneToOne,
      boolean orphanRemoval) {

    static Asked of(PersistentMember member) {
      OneToOne one = member.annotation(OneToOne.class);
      if (one != null) {
        return new Asked(
            one.targetEntity(),
            Set.of(one.cascade()),
            one.fetch(),
            one.optional(),
            one.mappedBy(),
            true,
            one.orphanRemoval());
      }
      ManyToOne many = member.annotation(ManyToOne.class);
      if (many == null) {
        throw new IllegalArgumentException(member + " is no to-one association");
      }
      return new Asked(
          many.targetEntity(),
          Set.of(many.cascade()),
          many.fetch(),
          many.optional(),
          "",
          false,
          false);
    }

    @Nullable String owningName() {
      return mappedBy.isEmpty() ? null : mappedBy;
    }
  }

  /// @param slot the first free slot of the owner's row, for the foreign key
  /// @param overrides what is said about the attribute elsewhere
  ToOneAttribute read(
      EntityHead owner, PersistentMember member, int index, int slot, Overrides overrides) {
    Asked asked = Asked.of(member);
    Class<?> target = targets.type(member, asked.target(), member.javaType());
    JoinTable annotation = overrides.joinTable(member);
    if (asked.owningName() != null) {
      checkMappedBy(owner, member, target, asked.mappedBy(), annotation);
      JoinColumns.Read none = new JoinColumns.Read(List.of(), List.of());
      return attribute(member, index, asked, target, none, null);
    }
    if (annotation != null) {
      return byJoinTable(owner, member, index, slot, annotation, asked, target);
    }
    Overrides.Joins joins = overrides.joinColumns(member);
    Table table = table(owner.places(), member, joins);
    JoinColumns.Read read = foreignKey(table, member, slot, joins, asked, target);
    List<Column> placed = read.columns().stream().map(owner.places()::placed).toList();
    return attribute(
        member, index, asked, target, new JoinColumns.Read(placed, read.uniqueColumns()), null);
  }

  private void checkMappedBy(
      EntityHead owner,
      PersistentMember member,
      Class<?> target,
      String mappedBy,
      @Nullable JoinTable annotation) {
    if (annotation != null) {
      throw member.refusal(
          "mappedBy says that the other side stores it, but it has a join table itself",
          "move @JoinTable to %s.%s.".formatted(targets.head(target).entityName(), mappedBy));
    }
    targets.owning(
        member,
        target,
        mappedBy,
        back -> back.has(OneToOne.class) && back.javaType().isAssignableFrom(owner.type()),
        "a @OneToOne of type " + owner.entityName());
  }

  private ToOneAttribute byJoinTable(
      EntityHead owner,
      PersistentMember member,
      int index,
      int slot,
      JoinTable annotation,
      Asked asked,
      Class<?> target) {
    if (owner.inheritance().hasTablePerClass()) {
      throw member.refusal(
          "a class of a TABLE_PER_CLASS hierarchy cannot have a join table for a single-valued"
              + " association yet",
          "use a foreign key with @JoinColumn, or InheritanceType.JOINED.");
    }
    var joinTable = JoinTables.ofToOne(owner, member, targets.head(target), annotation, slot);
    var foreignKey = new JoinColumns.Read(joinTable.targetColumns(), List.of());
    return attribute(member, index, asked, target, foreignKey, joinTable);
  }

  /// The table that the join columns name.
  private static Table table(ColumnPlaces places, PersistentMember member, Overrides.Joins joins) {
    List<Table> tables =
        joins.columns().stream()
            .map(column -> places.of(member, column.table()))
            .distinct()
            .toList();
    if (tables.size() > 1) {
      throw member.refusal(
          "its join columns stand in several tables, %s".formatted(tables),
          "give all its @JoinColumns the same table.");
    }
    return tables.isEmpty() ? places.table() : tables.getFirst();
  }

  /// An association that gives the id of its entity or a part of it.
  ToOneAttribute ofId(
      Table table, PersistentMember member, int index, int slot, Overrides.Joins joins) {
    Asked asked = Asked.of(member);
    Class<?> target = targets.type(member, asked.target(), member.javaType());
    if (asked.owningName() != null || member.has(JoinTable.class)) {
      throw member.refusal(
          "an association that gives the id has its foreign key in the entity's own table",
          "remove mappedBy or @JoinTable, and use @JoinColumn.");
    }
    Table named = table(ColumnPlaces.in(table), member, joins);
    JoinColumns.Read foreignKey = foreignKey(named, member, slot, joins, asked, target);
    if (!foreignKey.uniqueColumns().isEmpty()) {
      throw member.refusal(
          "an association that gives the id must refer to the id of its target",
          "leave referencedColumnName out, or name the columns of the id.");
    }
    return attribute(member, index, asked, target, foreignKey, null);
  }

  /// An association inside an embeddable that is an element of a collection.
  ///
  /// @param slot the first free slot of the collection's rows, which is the attribute's index too
  ToOneAttribute ofElement(Table table, PersistentMember member, int slot, Overrides overrides) {
    Asked asked = Asked.of(member);
    Class<?> target = targets.type(member, asked.target(), member.javaType());
    if (asked.owningName() != null || overrides.joinTable(member) != null) {
      throw member.refusal(
          "an association inside a value of a collection has its foreign key in the collection's"
              + " table",
          "remove mappedBy or @JoinTable, and use @JoinColumn.");
    }
    if (asked.orphanRemoval()) {
      throw member.refusal(
          "an association inside a value of a collection removes no orphans yet",
          "leave orphanRemoval out, and remove the target itself.");
    }
    Overrides.Joins joins = overrides.joinColumns(member);
    Table named = table(ColumnPlaces.in(table), member, joins);
    JoinColumns.Read foreignKey = foreignKey(named, member, slot, joins, asked, target);
    if (!foreignKey.uniqueColumns().isEmpty()) {
      throw member.refusal(
          "an association inside a value of a collection must refer to the id of its target",
          "leave referencedColumnName out, or name the columns of the id.");
    }
    return attribute(member, slot, asked, target, foreignKey, null);
  }

  /// What the annotation names as the target, void without.
  static Class<?> target(PersistentMember member) {
    return Asked.of(member).target();
  }

  private ToOneAttribute attribute(
      PersistentMember member,
      int index,
      Asked asked,
      Class<?> target,
      JoinColumns.Read foreignKey,
      ToManyAttribute.@Nullable JoinTable joinTable) {
    return new ToOneAttribute(
        member.name(),
        index,
        member.javaType(),
        member.javaMember(),
        targets.reference(target),
        foreignKey.columns(),
        joinTable,
        foreignKey.uniqueColumns(),
        asked.owningName(),
        asked.oneToOne(),
        asked.fetch() == FetchType.LAZY,
        asked.optional(),
        Cascade.of(asked.cascade()),
        asked.orphanRemoval());
  }

  private JoinColumns.Read foreignKey(
      Table table,
      PersistentMember member,
      int slot,
      Overrides.Joins joins,
      Asked asked,
      Class<?> target) {
    EntityHead head = targets.head(target);
    return new JoinColumns(
            member,
            table,
            slot,
            head,
            member.name(),
            joins.columns(),
            joins.constraint(),
            asked.optional(),
            asked.oneToOne())
        .read(name -> targets.basicColumn(head, name));
  }
}
