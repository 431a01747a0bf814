package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.MapsId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Follows `@MapsId` (section 11.1.39): the foreign key of the association takes the place of the
/// columns of the id, or of the part of it that the annotation names.
///
/// @param table the entity's
/// @param overrides what the entity says about its join columns
record MappedIds(Table table, Targets targets, Overrides overrides) {

  /// The id with the columns of the associations.
  ///
  /// @param members all members of the entity
  /// @param mapping those with the annotation
  EntityId apply(EntityId id, List<PersistentMember> members, List<PersistentMember> mapping) {
    Map<Integer, Column> replaced = new HashMap<>();
    List<ToOneAttribute> associations = new ArrayList<>(id.derived());
    for (PersistentMember member : mapping) {
      if (!EntityRowBuilder.isToOne(member)) {
        throw member.refusal("@MapsId maps an association", "put it on a @ManyToOne or @OneToOne.");
      }
      int index = members.indexOf(member);
      ToOneAttribute read =
          new ToOneReader(targets).ofId(table, member, index, -1, overrides.joinColumns(member));
      associations.add(read.withIdColumns(place(id, member, read, replaced)));
    }
    return id.mapped(column -> replaced.getOrDefault(column.slot(), column), associations);
  }

  /// The id's columns that hold the target's id, in the order of the target's.
  private List<Column> place(
      EntityId id, PersistentMember member, ToOneAttribute read, Map<Integer, Column> replaced) {
    Map<String, Column> own = new LinkedHashMap<>();
    addLeaves(part(id, member), "", own);
    EntityId parent = targets.toOne(member).id();
    Map<String, Column> parents = new LinkedHashMap<>();
    addLeaves(whole(parent), "", parents);
    if (!own.keySet().equals(parents.keySet())) {
      throw member.refusal(
          "@MapsId maps an attribute with the parts %s, but the id of %s has %s"
              .formatted(own.keySet(), read.target().type().getSimpleName(), parents.keySet()),
          "give the attribute the type of the target's id.");
    }
    Column[] placed = new Column[own.size()];
    parents.forEach(
        (path, parentsColumn) -> {
          Column mapped = required(own.get(path));
          Column join = read.joinColumns().get(parentsColumn.slot());
          if (mapped.columnType() != join.columnType()) {
            throw member.refusal(
                "it refers to an id of type %s, but the attribute that @MapsId maps is %s"
                    .formatted(join.columnType().getName(), mapped.columnType().getName()),
                "give both the same type.");
          }
          Column column = mapped.asMappedBy(join);
          replaced.put(mapped.slot(), column);
          placed[parentsColumn.slot()] = column;
        });
    return List.of(placed);
  }

  private static Column required(@Nullable Column column) {
    return java.util.Objects.requireNonNull(column);
  }

  /// The id, or the attribute of it that is mapped.
  private static Attribute part(EntityId id, PersistentMember member) {
    MapsId annotation = member.annotation(MapsId.class);
    String name = annotation == null ? "" : annotation.value();
    EmbeddedAttribute composite = id.composite();
    if (name.isEmpty() || composite == null) {
      return whole(id);
    }
    Attribute part = composite.attribute(name);
    if (part == null) {
      throw member.refusal(
          "@MapsId names %s.%s, which does not exist"
              .formatted(id.javaType().getSimpleName(), name),
          Nearest.hint(name, composite.attributes().stream().map(Attribute::name).toList()));
    }
    return part;
  }

  private static Attribute whole(EntityId id) {
    EmbeddedAttribute composite = id.composite();
    return composite != null ? composite : id.simple();
  }

  /// The columns by the path that leads to each.
  private static void addLeaves(Attribute attribute, String path, Map<String, Column> leaves) {
    switch (attribute) {
      case BasicAttribute basic -> leaves.put(path, basic.column());
      case EmbeddedAttribute embedded ->
          embedded.attributes().forEach(part -> addLeaves(part, path + "." + part.name(), leaves));
      case ToOneAttribute _, ToManyAttribute _, ElementCollectionAttribute _ -> {}
    }
  }
}
