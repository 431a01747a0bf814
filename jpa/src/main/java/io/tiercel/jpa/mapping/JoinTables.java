package io.tiercel.jpa.mapping;

import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OneToMany;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names and columns of join tables (section 11.1.27, defaults in 2.11.3 to 2.11.5).
final class JoinTables {
  private JoinTables() {}

  /// The join table of an owning collection as seen from its owner.
  static ToManyAttribute.JoinTable owned(
      EntityHead owner, PersistentMember member, EntityHead target) {
    JoinTable annotation = member.annotation(JoinTable.class);
    boolean oneToMany = member.has(OneToMany.class);
    Table table = table(owner, member, target, annotation);
    Column own =
        Columns.join(
            member,
            table,
            0,
            owner,
            ownName(owner, member, target),
            annotation == null ? List.of() : List.<JoinColumn>of(annotation.joinColumns()),
            false,
            false);
    Column other =
        Columns.join(
            member,
            table,
            1,
            target,
            Identifier.stored(member.name()) + "_" + target.onlyIdColumn(member).name(),
            annotation == null ? List.of() : List.<JoinColumn>of(annotation.inverseJoinColumns()),
            false,
            oneToMany);
    return joinTable(owner, target, table, own, other, annotation);
  }

  private static ToManyAttribute.JoinTable joinTable(
      EntityHead owner,
      EntityHead target,
      Table table,
      Column own,
      Column other,
      @Nullable JoinTable annotation) {
    if (annotation == null) {
      return new ToManyAttribute.JoinTable(
          table, List.of(own), List.of(other), List.of(), DdlExtras.NONE);
    }
    return new ToManyAttribute.JoinTable(
        table,
        List.of(Columns.constrained(own, owner, annotation.foreignKey())),
        List.of(Columns.constrained(other, target, annotation.inverseForeignKey())),
        Indexes.of(owner, annotation, table, List.of(own, other)),
        DdlExtras.of(annotation.check(), annotation.options(), annotation.comment()));
  }

  private static Table table(
      EntityHead owner,
      PersistentMember member,
      EntityHead target,
      @Nullable JoinTable annotation) {
    String byDefault = owner.table().name() + "_" + target.table().name();
    if (annotation == null) {
      return new Table(owner.table().schema(), byDefault);
    }
    Tables.refuseCatalog(owner.type(), member.name(), annotation.catalog());
    String schema = Tables.schema(annotation.schema());
    return new Table(
        schema != null ? schema : owner.table().schema(),
        annotation.name().isEmpty() ? byDefault : Identifier.stored(annotation.name()));
  }

  /// The column that refers to the owner is named after the collection that refers back, or the
  /// owner when there is none.
  private static String ownName(EntityHead owner, PersistentMember member, EntityHead target) {
    String prefix =
        target.members().stream()
            .filter(back -> isInverse(back, owner, member))
            .map(PersistentMember::name)
            .findFirst()
            .orElse(owner.entityName());
    return Identifier.stored(prefix) + "_" + owner.onlyIdColumn(member).name();
  }

  private static boolean isInverse(
      PersistentMember back, EntityHead owner, PersistentMember member) {
    ManyToMany annotation = back.annotation(ManyToMany.class);
    return annotation != null
        && annotation.mappedBy().equals(member.name())
        && back.typeArguments().contains(owner.type());
  }
}
