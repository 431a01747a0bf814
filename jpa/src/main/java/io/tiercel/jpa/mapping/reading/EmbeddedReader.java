package io.tiercel.jpa.mapping.reading;

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
  private final @Nullable ToOnes toOnes;

  /// Reads associations inside embeddables.
  @FunctionalInterface
  interface ToOnes {
    /// The association, whose foreign key takes the next slots.
    ToOneAttribute read(PersistentMember part, Overrides inner);
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
      @Nullable ToOnes toOnes) {
    this(places, types, access, columns, Set.of(), toOnes);
  }

  /// @param toOnes null where there may be no associations
  private EmbeddedReader(
      ColumnPlaces places,
      BasicTypes types,
      AccessType access,
      List<Column> columns,
      Set<Class<?>> idClasses,
      @Nullable ToOnes toOnes) {
    this.places = places;
    this.types = types;
    this.access = access;
    this.columns = columns;
    this.idClasses = Set.copyOf(idClasses);
    this.toOnes = toOnes;
  }

  static boolean isEmbedded(PersistentMember member) {
    return member.has(Embedded.class)
        || member.has(EmbeddedId.class)
        || isEmbeddable(member.javaType());
  }

  static boolean isEmbeddable(Class<?> type) {
    return Annotations.has(type, Embeddable.class);
  }

  BasicAttribute basic(PersistentMember member, int index, Overrides outer, boolean mayBeAbsent) {
    jakarta.persistence.Column written = outer.column(member);
    BasicType type = types.of(member, outer.convert(member), written);
    Column column =
        places.placed(Columns.basic(member, type, places, columns.size(), written, mayBeAbsent));
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
  BasicAttribute value(PersistentMember member, @Nullable Convert convert) {
    jakarta.persistence.Column written = member.annotation(jakarta.persistence.Column.class);
    BasicType type = types.of(member, convert, written);
    Column column = Columns.basic(member, type, places, columns.size(), written, false);
    columns.add(column);
    return new BasicAttribute(member.name(), -1, member.javaType(), member.javaMember(), column);
  }

  private EmbeddedAttribute embedded(
      PersistentMember member, int index, Overrides outer, boolean isId, List<Class<?>> around) {
    return inside(member, index, outer.inside(member), isId, around);
  }

  private EmbeddedAttribute inside(
      PersistentMember member, int index, Overrides inner, boolean isId, List<Class<?>> around) {
    if (around.contains(member.javaType())) {
      throw member.refusal(
          "%s would contain itself".formatted(member.javaType().getName()),
          "break the circle: an embeddable is stored in its owner's row.");
    }
    List<Class<?>> path = new ArrayList<>(around);
    path.add(member.javaType());
    List<Attribute> attributes = new ArrayList<>();
    for (PersistentMember part : PersistentMembers.ofEmbeddable(member.javaType(), access)) {
      attributes.add(part(part, attributes.size(), inner, isId, path));
    }
    return new EmbeddedAttribute(
        member.name(), index, member.javaType(), member.javaMember(), attributes);
  }

  private ToOneAttribute toOne(PersistentMember part, Overrides inner, boolean isId) {
    if (toOnes == null || isId) {
      throw part.refusal(
          isId
              ? "an association inside an embedded id is against the specification"
              : "an association inside a value of a collection is not supported yet",
          isId
              ? "put it into the entity, with @MapsId."
              : "map the elements as entities with @OneToMany.");
    }
    if (part.javaMember().getDeclaringClass().isRecord()) {
      throw part.refusal(
          "a record cannot hold an association, which is set after its other values",
          "make the embeddable a class.");
    }
    return toOnes.read(part, inner);
  }

  private Attribute part(
      PersistentMember part, int index, Overrides inner, boolean isId, List<Class<?>> path) {
    Unsupported.refuse(part);
    if (ElementCollectionReader.isElementCollection(part)) {
      throw part.refusal(
          "a collection inside an embeddable is not supported yet",
          "move the collection to the entity.");
    }
    if (ToManyReader.isToMany(part)) {
      throw part.refusal(
          "a collection inside an embeddable is not supported yet",
          "move the collection to the entity.");
    }
    if (EntityRowBuilder.isToOne(part)) {
      return toOne(part, inner, isId);
    }
    if (isEmbedded(part) || idClasses.contains(part.javaType())) {
      return embedded(part, index, inner, isId, path);
    }
    return isId ? id(part, index, inner) : basic(part, index, inner, true);
  }
}
