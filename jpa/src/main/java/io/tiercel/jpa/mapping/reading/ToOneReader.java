package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.Table;
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
  ToOneAttribute read(
      EntityHead owner, PersistentMember member, int index, int slot, Overrides.Joins joins) {
    Asked asked = Asked.of(member);
    Class<?> target = targets.type(member, asked.target(), member.javaType());
    if (member.has(JoinTable.class)) {
      throw member.refusal(
          "a join table for a single-valued association is not supported yet",
          "use a foreign key with @JoinColumn.");
    }
    if (asked.owningName() != null) {
      targets.owning(
          member,
          target,
          asked.mappedBy(),
          back -> back.has(OneToOne.class) && back.javaType().isAssignableFrom(owner.type()),
          "a @OneToOne of type " + owner.entityName());
    }
    JoinColumns.Read foreignKey =
        asked.owningName() == null
            ? foreignKey(owner.table(), member, slot, joins, asked, target)
            : new JoinColumns.Read(List.of(), List.of());
    boolean required = !owner.inheritance().sharesTable();
    return attribute(member, index, asked, target, required ? foreignKey : foreignKey.optional());
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
    JoinColumns.Read foreignKey = foreignKey(table, member, slot, joins, asked, target);
    if (!foreignKey.uniqueColumns().isEmpty()) {
      throw member.refusal(
          "an association that gives the id must refer to the id of its target",
          "leave referencedColumnName out, or name the columns of the id.");
    }
    return attribute(member, index, asked, target, foreignKey);
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
      JoinColumns.Read foreignKey) {
    return new ToOneAttribute(
        member.name(),
        index,
        member.javaType(),
        member.javaMember(),
        targets.reference(target),
        foreignKey.columns(),
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
