package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names and columns of join tables (section 11.1.27, defaults in 2.11.3 to 2.11.5).
final class JoinTables {
  private JoinTables() {}

  /// The join table of an owning collection as seen from its owner.
  static ToManyAttribute.JoinTable owned(
      EntityHead owner, PersistentMember member, EntityHead target, Overrides overrides) {
    JoinTable annotation = overrides.joinTable(member);
    return read(owner, member, target, annotation, -1, member.has(OneToMany.class));
  }

  /// The join table of a single-valued association.
  ///
  /// @param slot where the columns that refer to the target stand in the owner's row
  static ToManyAttribute.JoinTable ofToOne(
      EntityHead owner,
      PersistentMember member,
      EntityHead target,
      JoinTable annotation,
      int slot) {
    return read(owner, member, target, annotation, slot, member.has(OneToOne.class));
  }

  /// @param slot of the columns that refer to the target; -1 for those after the owner's
  /// @param unique whether a target belongs to one owner
  private static ToManyAttribute.JoinTable read(
      EntityHead owner,
      PersistentMember member,
      EntityHead target,
      @Nullable JoinTable annotation,
      int slot,
      boolean unique) {
    Table table = table(owner, member, target, annotation);
    List<Column> own =
        new JoinColumns(
                member,
                table,
                0,
                owner,
                ownPrefix(owner, member, target),
                annotation == null ? List.of() : List.<JoinColumn>of(annotation.joinColumns()),
                annotation == null ? null : annotation.foreignKey(),
                false,
                false)
            .toId();
    List<Column> others =
        new JoinColumns(
                member,
                table,
                slot < 0 ? own.size() : slot,
                target,
                member.name(),
                annotation == null
                    ? List.of()
                    : List.<JoinColumn>of(annotation.inverseJoinColumns()),
                annotation == null ? null : annotation.inverseForeignKey(),
                false,
                unique)
            .toId();
    return new ToManyAttribute.JoinTable(
        table,
        annotation != null && !annotation.name().isEmpty(),
        own,
        others,
        indexes(owner, table, own, others, annotation, unique),
        annotation == null
            ? DdlExtras.NONE
            : DdlExtras.of(annotation.check(), annotation.options(), annotation.comment()));
  }

  /// Those of the annotation; and a target that belongs to one owner, which a constraint over
  /// several columns has to say.
  private static List<EntityMapping.Index> indexes(
      EntityHead owner,
      Table table,
      List<Column> own,
      List<Column> others,
      @Nullable JoinTable annotation,
      boolean unique) {
    List<EntityMapping.Index> indexes = new ArrayList<>();
    if (annotation != null) {
      List<Column> all = new ArrayList<>(own);
      all.addAll(others);
      indexes.addAll(Indexes.of(owner, annotation, table, all));
    }
    if (unique && others.size() > 1) {
      indexes.add(Indexes.unique(others));
    }
    return indexes;
  }

  private static Table table(
      EntityHead owner,
      PersistentMember member,
      EntityHead target,
      @Nullable JoinTable annotation) {
    String byDefault =
        Annotations.naming().joinTable(owner.table().name(), target.table().name(), member.name());
    if (annotation == null) {
      return new Table(owner.table().schema(), byDefault);
    }
    Tables.refuseCatalog(owner.type(), member.name(), annotation.catalog());
    String schema = Tables.schema(annotation.schema());
    return new Table(
        schema != null ? schema : owner.table().schema(),
        annotation.name().isEmpty() ? byDefault : Identifier.stored(annotation.name()));
  }

  /// The columns that refer to the owner are named after the attribute that refers back, or the
  /// owner when there is none.
  private static String ownPrefix(EntityHead owner, PersistentMember member, EntityHead target) {
    return target.members().stream()
        .filter(back -> isInverse(back, owner, member))
        .map(PersistentMember::name)
        .findFirst()
        .orElse(owner.entityName());
  }

  private static boolean isInverse(
      PersistentMember back, EntityHead owner, PersistentMember member) {
    boolean ofOwner =
        back.typeArguments().contains(owner.type()) || back.javaType() == owner.type();
    return ofOwner && mappedBy(back).equals(member.name());
  }

  private static String mappedBy(PersistentMember member) {
    ManyToMany manyToMany = member.annotation(ManyToMany.class);
    if (manyToMany != null) {
      return manyToMany.mappedBy();
    }
    OneToMany oneToMany = member.annotation(OneToMany.class);
    if (oneToMany != null) {
      return oneToMany.mappedBy();
    }
    OneToOne oneToOne = member.annotation(OneToOne.class);
    return oneToOne == null ? "" : oneToOne.mappedBy();
  }
}
