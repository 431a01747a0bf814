package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.CollectionKind;
import io.tiercel.jpa.mapping.CollectionShape;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import jakarta.persistence.AccessType;
import jakarta.persistence.CascadeType;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.MapKey;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.OrderColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `@OneToMany` and `@ManyToMany` (sections 11.1.31 and 11.1.40).
final class ToManyReader {
  private final Targets targets;
  private final EntityRows rows;
  private final BasicTypes types;

  ToManyReader(Targets targets, EntityRows rows, BasicTypes types) {
    this.targets = targets;
    this.rows = rows;
    this.types = types;
  }

  static boolean isToMany(PersistentMember member) {
    return member.has(OneToMany.class) || member.has(ManyToMany.class);
  }

  /// What the two annotations have in common.
  private record Asked(
      Class<?> target,
      Set<CascadeType> cascade,
      FetchType fetch,
      String mappedBy,
      boolean manyToMany,
      boolean orphanRemoval) {

    static Asked of(PersistentMember member) {
      OneToMany one = member.annotation(OneToMany.class);
      if (one != null) {
        return new Asked(
            one.targetEntity(),
            Set.of(one.cascade()),
            one.fetch(),
            one.mappedBy(),
            false,
            one.orphanRemoval());
      }
      ManyToMany many = member.annotation(ManyToMany.class);
      if (many == null) {
        throw new IllegalArgumentException(member + " is no to-many association");
      }
      return new Asked(
          many.targetEntity(), Set.of(many.cascade()), many.fetch(), many.mappedBy(), true, false);
    }
  }

  /// @param overrides what is said about it elsewhere
  ToManyAttribute read(EntityHead owner, PersistentMember member, int index, Overrides overrides) {
    Asked asked = Asked.of(member);
    CollectionKind kind = CollectionShapes.kind(member);
    Class<?> target = targets.type(member, asked.target(), element(member));
    boolean inverse = !asked.mappedBy().isEmpty();
    if (inverse) {
      checkMappedBy(owner, member, target, asked);
    }
    List<Column> targetColumns =
        inverse ? List.of() : foreignKeyInTarget(owner, member, target, asked, overrides);
    var joinTable = joinTable(owner, member, target, asked, overrides, targetColumns.isEmpty());
    CollectionShape shape = shape(owner, member, kind, target, joinTable, inverse, overrides);
    if (joinTable != null && !inverse) {
      List<Column> columns = new ArrayList<>(joinTable.ownColumns());
      columns.addAll(joinTable.targetColumns());
      columns.addAll(shape.columns());
      CollectionTables.refuseSameNames(member, joinTable.table(), columns);
    }
    return new ToManyAttribute(
        member.name(),
        index,
        member.javaType(),
        member.javaMember(),
        targets.reference(target),
        inverse ? asked.mappedBy() : null,
        joinTable,
        targetColumns,
        shape,
        orderBy(member, target),
        asked.manyToMany(),
        asked.fetch() == FetchType.LAZY,
        Cascade.of(asked.cascade()),
        asked.orphanRemoval());
  }

  /// What the declaration says the elements are; Object when it does not.
  private static Class<?> element(PersistentMember member) {
    List<Class<?>> arguments = member.typeArguments();
    return arguments.isEmpty() ? Object.class : arguments.getLast();
  }

  /// What the elements are, by the annotation or else the declaration.
  private static Class<?> target(PersistentMember member) {
    Class<?> asked = Asked.of(member).target();
    return asked == void.class ? element(member) : asked;
  }

  private List<ToManyAttribute.OrderTerm> orderBy(PersistentMember member, Class<?> target) {
    OrderBy annotation = member.annotation(OrderBy.class);
    return annotation == null ? List.of() : OrderBys.of(member, annotation, rows.of(target));
  }

  private CollectionShape shape(
      EntityHead owner,
      PersistentMember member,
      CollectionKind kind,
      Class<?> target,
      ToManyAttribute.@Nullable JoinTable joinTable,
      boolean inverse,
      Overrides overrides) {
    MapKey ofElement = member.annotation(MapKey.class);
    if (kind == CollectionKind.MAP && ofElement != null) {
      return new CollectionShape(kind, null, elementsKey(member, rows.of(target), ofElement));
    }
    if (kind != CollectionKind.MAP && !member.has(OrderColumn.class)) {
      return CollectionShape.plain(kind);
    }
    if (member.has(OrderColumn.class) && member.has(OrderBy.class)) {
      throw CollectionShapes.twoOrders(member);
    }
    if (inverse && joinTable == null && isInJoinTable(member, target)) {
      throw member.refusal(
          "its positions or keys would stand in the join table of %s.%s"
              .formatted(targets.head(target).entityName(), mappedBy(member)),
          "use @MapKey or @OrderBy here, or @JoinColumn there.");
    }
    if (inverse && joinTable != null) {
      throw member.refusal(
          "its positions or keys would stand in the join table, which %s.%s writes"
              .formatted(targets.head(target).entityName(), mappedBy(member)),
          "use @MapKey or @OrderBy here, or make this the owning side.");
    }
    Table table = joinTable != null ? joinTable.table() : targets.head(target).table();
    List<Column> columns = new ArrayList<>();
    AccessType access = PersistentMembers.access(owner.type());
    var reader = new EmbeddedReader(table, types, access, columns);
    return new CollectionShapes(targets, reader, table, columns, joinTable == null)
        .read(member, kind, overrides);
  }

  private boolean isInJoinTable(PersistentMember member, Class<?> target) {
    EntityHead head = targets.head(target);
    PersistentMember owning =
        targets.owning(member, target, mappedBy(member), any -> true, "an association");
    return Targets.overrides(head, mappedBy(member)).joinTable(owning) != null;
  }

  private static String mappedBy(PersistentMember member) {
    return Asked.of(member).mappedBy();
  }

  /// `@MapKey`: an attribute of the elements, their id without a name.
  private static CollectionKey elementsKey(
      PersistentMember member, EntityRow target, MapKey annotation) {
    EntityId id = target.head().id();
    if (annotation.name().isEmpty()) {
      return new CollectionKey.OfElement(id.javaType(), null);
    }
    Attribute attribute = target.singular().get(annotation.name());
    if (attribute == null) {
      throw member.refusal(
          "@MapKey names %s.%s, which does not exist or holds many values"
              .formatted(target.head().entityName(), annotation.name()),
          Nearest.hint(annotation.name(), target.singular().keySet()));
    }
    return new CollectionKey.OfElement(attribute.javaType(), attribute);
  }

  private void checkMappedBy(
      EntityHead owner, PersistentMember member, Class<?> target, Asked asked) {
    if (member.has(JoinTable.class) || member.annotations(JoinColumn.class).length > 0) {
      throw member.refusal(
          "mappedBy says that the other side stores it, but it has a join column or table itself",
          "move @JoinColumn or @JoinTable to %s.%s."
              .formatted(targets.head(target).entityName(), asked.mappedBy()));
    }
    if (asked.manyToMany()) {
      targets.owning(
          member,
          target,
          asked.mappedBy(),
          back -> back.has(ManyToMany.class) && target(back) == owner.type(),
          "a @ManyToMany of " + owner.entityName());
    } else {
      targets.owning(
          member,
          target,
          asked.mappedBy(),
          back -> EntityRowBuilder.isToOne(back) && back.javaType().isAssignableFrom(owner.type()),
          "a @ManyToOne of type " + owner.entityName());
    }
  }

  /// `@OneToMany @JoinColumn` without `mappedBy`: the column stands in the target's table.
  private List<Column> foreignKeyInTarget(
      EntityHead owner,
      PersistentMember member,
      Class<?> target,
      Asked asked,
      Overrides overrides) {
    Overrides.Joins joins = overrides.joinColumns(member);
    if (asked.manyToMany() || joins.columns().isEmpty()) {
      return List.of();
    }
    Inheritance inheritance = targets.head(target).inheritance();
    if (inheritance.hasTablePerClass() && !inheritance.subtypes().isEmpty()) {
      throw member.refusal(
          "its foreign key would stand in the tables of several classes, those of %s"
              .formatted(target.getName()),
          "give it a @JoinTable, or map the other side by @ManyToOne and name it in mappedBy.");
    }
    Table table = targets.head(target).table();
    joins.columns().forEach(column -> ColumnPlaces.in(table).of(member, column.table()));
    return new JoinColumns(
            member,
            table,
            -1,
            owner,
            member.name(),
            joins.columns(),
            joins.constraint(),
            true,
            false)
        .toId();
  }

  private ToManyAttribute.@Nullable JoinTable joinTable(
      EntityHead owner,
      PersistentMember member,
      Class<?> target,
      Asked asked,
      Overrides overrides,
      boolean withoutForeignKey) {
    EntityHead head = targets.head(target);
    if (asked.mappedBy().isEmpty()) {
      return withoutForeignKey ? JoinTables.owned(owner, member, head, overrides) : null;
    }
    if (!asked.manyToMany()) {
      return null;
    }
    PersistentMember owning =
        targets.owning(member, target, asked.mappedBy(), ToManyReader::isToMany, "a collection");
    return JoinTables.owned(head, owning, owner, Targets.overrides(head, asked.mappedBy()))
        .seenFromTarget();
  }
}
