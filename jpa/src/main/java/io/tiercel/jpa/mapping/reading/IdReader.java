package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import jakarta.persistence.AccessType;
import jakarta.persistence.MapsId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the id of one entity. Associations may give it or parts of it (section 2.4.1), which asks
/// for the heads of their targets.
final class IdReader {
  private final Class<?> entity;
  private final Table table;
  private final List<PersistentMember> members;
  private final Targets targets;
  private final EmbeddedReader reader;
  private final Overrides overrides;
  private final AccessType access;
  private final List<Column> columns = new ArrayList<>();

  IdReader(
      Class<?> entity,
      Table table,
      List<PersistentMember> members,
      BasicTypes types,
      Targets targets) {
    this.entity = entity;
    this.table = table;
    this.members = members;
    this.targets = targets;
    this.overrides = Overrides.ofEntity(entity);
    this.access = PersistentMembers.access(entity);
    this.reader = new EmbeddedReader(table, types, access, columns, parentsIdClasses());
  }

  EntityId read() {
    List<PersistentMember> ids = new ArrayList<>(1);
    List<PersistentMember> mapping = new ArrayList<>(0);
    for (PersistentMember member : members) {
      if (PersistentMembers.isId(member)) {
        Unsupported.refuse(member);
        ids.add(member);
      }
      if (member.has(MapsId.class)) {
        mapping.add(member);
      }
    }
    if (ids.isEmpty()) {
      throw PersistentMembers.withoutId(entity);
    }
    EntityId id = declared(ids);
    return mapping.isEmpty()
        ? id
        : new MappedIds(table, targets, overrides).apply(id, members, mapping);
  }

  /// An attribute of the id may have the type of a parent's id class, which need not be annotated.
  private Set<Class<?>> parentsIdClasses() {
    Set<Class<?>> idClasses = new HashSet<>(0);
    for (PersistentMember member : members) {
      if (member.has(MapsId.class)) {
        EntityId parents = targets.toOne(member).id();
        if (parents.hasIdClass()) {
          idClasses.add(parents.javaType());
        }
      }
    }
    return Set.copyOf(idClasses);
  }

  private EntityId declared(List<PersistentMember> ids) {
    PersistentMember first = ids.getFirst();
    Class<?> idClass = IdClasses.of(entity);
    if (ids.size() == 1 && EntityRowBuilder.isToOne(first)) {
      EntityId parent = targets.toOne(first).id();
      // The id class may be the parent's own: then its attributes are the parent's.
      if (idClass == null || idClass == parent.javaType()) {
        return EntityId.of(association(first, 0), parent);
      }
    }
    if (ids.size() > 1 || idClass != null) {
      return withIdClass(idClass, ids);
    }
    return EmbeddedReader.isEmbedded(first)
        ? EntityId.of(reader.embedded(first, 0, overrides, true))
        : EntityId.of(reader.id(first, 0, overrides));
  }

  /// An association that is an id attribute: its foreign key is part of the primary key.
  private ToOneAttribute association(PersistentMember member, int index) {
    ToOneAttribute read =
        new ToOneReader(targets)
            .ofId(table, member, index, columns.size(), overrides.joinColumns(member));
    List<Column> asId = read.joinColumns().stream().map(Column::asId).toList();
    columns.addAll(asId);
    return read.withIdColumns(asId);
  }

  private EntityId withIdClass(@Nullable Class<?> idClass, List<PersistentMember> ids) {
    if (idClass == null) {
      throw new MappingException(
          entity,
          null,
          "it has %d id attributes and no id class".formatted(ids.size()),
          "name a class or record with the same attributes in @IdClass, or put them into an"
              + " @EmbeddedId.");
    }
    List<Attribute> attributes = new ArrayList<>();
    List<IdClasses.Part> parts = new ArrayList<>();
    for (PersistentMember id : ids) {
      if (EntityRowBuilder.isToOne(id)) {
        ToOneAttribute association = association(id, attributes.size());
        attributes.add(association);
        parts.add(IdClasses.Part.of(association, targets.toOne(id).id()));
      } else if (EmbeddedReader.isEmbedded(id)) {
        throw id.refusal(
            "an embedded attribute of an id class is not supported",
            "use @EmbeddedId alone, or basic @Id attributes.");
      } else {
        BasicAttribute basic = reader.id(id, attributes.size(), overrides);
        attributes.add(basic);
        parts.add(IdClasses.Part.of(basic));
      }
    }
    return EntityId.of(attributes, IdClasses.read(entity, idClass, parts, access), columns);
  }
}
