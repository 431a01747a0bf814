package io.tiercel.jpa.mapping;

import jakarta.persistence.CascadeType;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `@OneToMany` and `@ManyToMany` (sections 11.1.31 and 11.1.40).
final class ToManyReader {
  private final Targets targets;
  private final EntityRows rows;

  ToManyReader(Targets targets, EntityRows rows) {
    this.targets = targets;
    this.rows = rows;
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

  ToManyAttribute read(EntityHead owner, PersistentMember member, int index) {
    Asked asked = Asked.of(member);
    Class<?> target =
        targets.type(
            member,
            asked.target(),
            member.typeArguments().isEmpty() ? Object.class : member.typeArguments().getFirst());
    boolean inverse = !asked.mappedBy().isEmpty();
    if (inverse) {
      checkMappedBy(owner, member, target, asked);
    }
    List<Column> targetColumns =
        inverse ? List.of() : foreignKeyInTarget(owner, member, target, asked);
    return new ToManyAttribute(
        member.name(),
        index,
        member.javaType(),
        member.javaMember(),
        targets.reference(target),
        inverse ? asked.mappedBy() : null,
        joinTable(owner, member, target, asked, targetColumns.isEmpty()),
        targetColumns,
        CollectionShape.plain(kind(member)),
        orderBy(member, target),
        asked.manyToMany(),
        asked.fetch() == FetchType.LAZY,
        Cascade.of(asked.cascade()),
        asked.orphanRemoval());
  }

  private List<ToManyAttribute.OrderTerm> orderBy(PersistentMember member, Class<?> target) {
    OrderBy annotation = member.annotation(OrderBy.class);
    return annotation == null ? List.of() : OrderBys.of(member, annotation, rows.of(target));
  }

  private static CollectionKind kind(PersistentMember member) {
    CollectionKind kind = CollectionKind.of(member.javaType());
    if (kind == null || kind == CollectionKind.MAP) {
      throw member.refusal(
          "%s cannot hold an association".formatted(member.javaType().getName()),
          "declare it as java.util.List, Set or Collection of the target.");
    }
    return kind;
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
          back -> back.has(ManyToMany.class) && back.typeArguments().contains(owner.type()),
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
      EntityHead owner, PersistentMember member, Class<?> target, Asked asked) {
    JoinColumn[] joins = member.annotations(JoinColumn.class);
    if (asked.manyToMany() || joins.length == 0) {
      return List.of();
    }
    jakarta.persistence.JoinColumns around =
        member.annotation(jakarta.persistence.JoinColumns.class);
    return new JoinColumns(
            member,
            targets.head(target).table(),
            -1,
            owner,
            member.name(),
            List.of(joins),
            around == null ? null : around.foreignKey(),
            true,
            false)
        .toId();
  }

  private ToManyAttribute.@Nullable JoinTable joinTable(
      EntityHead owner,
      PersistentMember member,
      Class<?> target,
      Asked asked,
      boolean withoutForeignKey) {
    EntityHead head = targets.head(target);
    if (asked.mappedBy().isEmpty()) {
      return withoutForeignKey ? JoinTables.owned(owner, member, head) : null;
    }
    if (!asked.manyToMany()) {
      return null;
    }
    PersistentMember owning =
        targets.owning(member, target, asked.mappedBy(), ToManyReader::isToMany, "a collection");
    return JoinTables.owned(head, owning, owner).seenFromTarget();
  }
}
