package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.source.Annotations;
import io.tiercel.jpa.mapping.type.BasicType;
import jakarta.persistence.AccessType;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads basic and embedded attributes of one entity: each takes the next slots of its row.
final class EmbeddedReader {
  private final ColumnPlaces places;
  private final BasicTypes types;
  private final AccessType access;
  private final List<Column> columns;
  private final Set<Class<?>> idClasses;
  private final @Nullable Parts parts;

  /// Takes what embeddables hold beside values.
  interface Parts {
    /// The association, whose foreign key takes the next slots.
    ToOneAttribute toOne(PersistentMember part, Overrides inner);

    /// A collection, which takes no slot: it is read when rows of other entities are known.
    ///
    /// @param path the names of the embeddables around it, the outermost first
    void collection(List<String> path, PersistentMember part, Overrides inner);
  }

  /// @param columns those of the row so far, which grow
  EmbeddedReader(Table table, BasicTypes types, AccessType access, List<Column> columns) {
    this(ColumnPlaces.in(table), types, access, columns, Set.of(), null);
  }

  /// @param idClasses types that are embedded though nothing at them says so
  EmbeddedReader(
      Table table,
      BasicTypes types,
      AccessType access,
      List<Column> columns,
      Set<Class<?>> idClasses) {
    this(ColumnPlaces.in(table), types, access, columns, idClasses, null);
  }

  /// Of an entity's row.
  EmbeddedReader(
      ColumnPlaces places,
      BasicTypes types,
      AccessType access,
      List<Column> columns,
      @Nullable Parts parts) {
    this(places, types, access, columns, Set.of(), parts);
  }

  /// @param parts null where there may be neither associations nor collections: in ids and in the
  ///     keys of maps of entities
  private EmbeddedReader(
      ColumnPlaces places,
      BasicTypes types,
      AccessType access,
      List<Column> columns,
      Set<Class<?>> idClasses,
      @Nullable Parts parts) {
    this.places = places;
    this.types = types;
    this.access = access;
    this.columns = columns;
    this.idClasses = Set.copyOf(idClasses);
    this.parts = parts;
  }

  static boolean isEmbedded(PersistentMember member) {
    return member.has(Embedded.class)
        || member.has(EmbeddedId.class)
        || (isEmbeddable(member.javaType()) && !member.has(StoredAs.class));
  }

  static boolean isEmbeddable(Class<?> type) {
    return Annotations.has(type, Embeddable.class);
  }

  BasicAttribute basic(PersistentMember member, int index, Overrides outer, boolean mayBeAbsent) {
    jakarta.persistence.Column written = outer.column(member);
    BasicType type = types.of(member, outer.convert(member), written);
    Column column =
        types.asFound(
            member,
            places.placed(
                Columns.basic(member, type, places, columns.size(), written, mayBeAbsent)));
    columns.add(column);
    return new BasicAttribute(member.name(), index, member.javaType(), member.javaMember(), column);
  }

  /// The only or one of several id attributes.
  BasicAttribute id(PersistentMember member, int index, Overrides outer) {
    jakarta.persistence.Column written = outer.column(member);
    BasicType type = types.of(member, outer.convert(member), written);
    if (type.columnType().isArray()) {
      throw member.refusal(
          "%s cannot be an id: its values are stored as bytes"
              .formatted(member.javaType().getName()),
          "use a number, a String, a UUID, a date or time, or an enum.");
    }
    Column column = Columns.id(member, type, places.table(), columns.size(), written);
    columns.add(column);
    return new BasicAttribute(member.name(), index, member.javaType(), member.javaMember(), column);
  }

  /// @param isId whether its columns are those of an id
  EmbeddedAttribute embedded(PersistentMember member, int index, Overrides outer, boolean isId) {
    return embedded(member, index, outer, isId, List.of());
  }

  /// An element or key of a collection, which is no attribute of its own.
  ///
  /// @param inner what is said about its attributes
  EmbeddedAttribute value(PersistentMember member, Overrides inner) {
    return inside(member, -1, inner, false, List.of());
  }

  /// A basic element or key of a collection.
  ///
  /// @param override what is said about its column elsewhere, null for nothing
  BasicAttribute value(
      PersistentMember member,
      @Nullable Convert convert,
      jakarta.persistence.@Nullable Column override) {
    jakarta.persistence.Column written =
        override != null ? override : member.annotation(jakarta.persistence.Column.class);
    BasicType type = types.of(member, convert, written);
    Column column =
        types.asFound(member, Columns.basic(member, type, places, columns.size(), written, false));
    columns.add(column);
    return new BasicAttribute(member.name(), -1, member.javaType(), member.javaMember(), column);
  }

  private EmbeddedAttribute embedded(
      PersistentMember member,
      int index,
      Overrides outer,
      boolean isId,
      List<PersistentMember> around) {
    return inside(member, index, outer.inside(member), isId, around);
  }

  private EmbeddedAttribute inside(
      PersistentMember member,
      int index,
      Overrides inner,
      boolean isId,
      List<PersistentMember> around) {
    if (around.stream().anyMatch(outer -> outer.javaType() == member.javaType())) {
      throw member.refusal(
          "%s would contain itself".formatted(member.javaType().getName()),
          "break the circle: an embeddable is stored in its owner's row.");
    }
    List<PersistentMember> path = new ArrayList<>(around);
    path.add(member);
    List<Attribute> attributes = new ArrayList<>();
    List<PersistentMember> members = PersistentMembers.ofEmbeddable(member.javaType(), access);
    if (members.isEmpty() && PersistentMembers.hasFields(member.javaType())) {
      throw member.refusal(
          "%s has fields but no property with a getter and a setter, and its owner is mapped by properties"
              .formatted(member.javaType().getName()),
          "annotate it with @Access(AccessType.FIELD), or add getters and setters.");
    }
    for (PersistentMember part : members) {
      Unsupported.refuse(part);
      if (ToManyReader.isToMany(part) || ElementCollectionReader.isElementCollection(part)) {
        collection(part, inner, isId, path);
      } else {
        attributes.add(part(part, attributes.size(), inner, isId, path));
      }
    }
    return new EmbeddedAttribute(
        member.name(), index, member.javaType(), member.javaMember(), attributes);
  }

  private void collection(
      PersistentMember part, Overrides inner, boolean isId, List<PersistentMember> path) {
    if (parts == null || isId) {
      throw part.refusal(
          isId
              ? "a collection inside an embedded id is against the specification"
              : "a collection inside a value of a collection is against the specification",
          isId ? "put it into the entity." : "map the elements as entities with @OneToMany.");
    }
    refuseRecord(part, "a collection");
    parts.collection(path.stream().map(PersistentMember::name).toList(), part, inner);
  }

  private ToOneAttribute toOne(PersistentMember part, Overrides inner, boolean isId) {
    if (parts == null || isId) {
      throw part.refusal(
          isId
              ? "an association inside an embedded id is against the specification"
              : "an association inside the key of a map of entities is not supported",
          isId
              ? "put it into the entity, with @MapsId."
              : "make the entity the key, with @MapKeyJoinColumn, or keep its id in the key.");
    }
    refuseRecord(part, "an association");
    return parts.toOne(part, inner);
  }

  private static void refuseRecord(PersistentMember part, String what) {
    if (part.javaMember().getDeclaringClass().isRecord()) {
      throw part.refusal(
          "a record cannot hold %s, which is set after its other values".formatted(what),
          "make the embeddable a class.");
    }
  }

  private Attribute part(
      PersistentMember part,
      int index,
      Overrides inner,
      boolean isId,
      List<PersistentMember> path) {
    if (EntityRowBuilder.isToOne(part)) {
      return toOne(part, inner, isId);
    }
    if (isEmbedded(part) || idClasses.contains(part.javaType())) {
      return embedded(part, index, inner, isId, path);
    }
    return isId ? id(part, index, inner) : basic(part, index, inner, true);
  }
}
