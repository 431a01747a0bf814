package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ForeignKey;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.PrimaryKeyJoinColumn;
import java.util.ArrayList;
import java.util.List;

/// `@PrimaryKeyJoinColumn` at a `@OneToOne` (section 11.1.45): the entity's id, which the
/// application gives, is the id of the target.
final class PrimaryKeyJoins {
  private PrimaryKeyJoins() {}

  static boolean has(PersistentMember member) {
    return member.annotations(PrimaryKeyJoinColumn.class).length > 0;
  }

  /// The association, its join columns the entity's id columns in the order of the target's.
  static ToOneAttribute read(
      PersistentMember member, EntityHead owner, int index, ToOneReader toOnes, int slot) {
    ToOneAttribute read =
        toOnes.ofId(owner.table(), member, index, slot, new Overrides.Joins(List.of(), null));
    PrimaryKeyJoinColumn[] annotations = member.annotations(PrimaryKeyJoinColumn.class);
    List<Column> ids = owner.id().columns();
    List<Column> referring = read.joinColumns();
    if (ids.size() != referring.size()) {
      throw refusal(member, owner, read);
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      String referenced = required(referring.get(i)).referenced().get(i);
      columns.add(own(annotations, ids, i, referenced, member, owner, read));
    }
    // An optional target may be missing: then a constraint would forbid its owner.
    boolean enforced = !read.optional() && enforced(member, annotations);
    ForeignKey target = required(referring.getFirst());
    ForeignKey foreignKey =
        new ForeignKey(
            target.table(),
            columns.stream().map(Column::name).toList(),
            target.referenced(),
            null,
            enforced,
            null,
            "");
    boolean optional = read.optional();
    ToOneAttribute ofId =
        read.withIdColumns(columns.stream().map(column -> column.referringTo(foreignKey)).toList());
    return optional ? ofId.asOptional() : ofId;
  }

  private static boolean enforced(PersistentMember member, PrimaryKeyJoinColumn[] annotations) {
    jakarta.persistence.PrimaryKeyJoinColumns around =
        member.annotation(jakarta.persistence.PrimaryKeyJoinColumns.class);
    boolean refused = around != null && around.foreignKey().value() == ConstraintMode.NO_CONSTRAINT;
    for (PrimaryKeyJoinColumn annotation : annotations) {
      refused |= annotation.foreignKey().value() == ConstraintMode.NO_CONSTRAINT;
    }
    return !refused;
  }

  private static ForeignKey required(Column column) {
    return java.util.Objects.requireNonNull(column.foreignKey());
  }

  /// The id column that refers to that column of the target's id.
  private static Column own(
      PrimaryKeyJoinColumn[] annotations,
      List<Column> ids,
      int position,
      String referenced,
      PersistentMember member,
      EntityHead owner,
      ToOneAttribute read) {
    for (PrimaryKeyJoinColumn annotation : annotations) {
      boolean only = ids.size() == 1 && annotation.referencedColumnName().isEmpty();
      if (only || Identifier.stored(annotation.referencedColumnName()).equals(referenced)) {
        return annotation.name().isEmpty()
            ? ids.get(position)
            : ids.stream()
                .filter(id -> id.name().equals(Identifier.stored(annotation.name())))
                .findFirst()
                .orElseThrow(() -> refusal(member, owner, read));
      }
    }
    if (ids.size() > 1 && annotations.length == 1 && annotations[0].name().isEmpty()) {
      return ids.get(position);
    }
    throw refusal(member, owner, read);
  }

  private static MappingException refusal(
      PersistentMember member, EntityHead owner, ToOneAttribute read) {
    return member.refusal(
        "its @PrimaryKeyJoinColumns do not join the id columns %s to those of %s"
            .formatted(
                owner.id().columns().stream().map(Column::name).toList(),
                read.target().type().getSimpleName()),
        "name each id column once, with the referencedColumnName of the target.");
  }
}
