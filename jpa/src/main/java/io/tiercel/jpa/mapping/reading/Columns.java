package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.type.BasicType;
import jakarta.persistence.Basic;
import org.jspecify.annotations.Nullable;

/// Makes columns from annotations and the defaults of section 11.1.9. Names without
/// quotes fold to lower case, as they would in SQL.
final class Columns {
  private Columns() {}

  static Column id(
      PersistentMember member,
      BasicType type,
      Table table,
      int slot,
      jakarta.persistence.@Nullable Column annotation) {
    return new Column(
        ColumnPlaces.in(table).of(member, annotation == null ? "" : annotation.table()),
        name(member, annotation),
        slot,
        type.columnType(),
        SqlTypes.of(member, type, annotation),
        type.conversion(),
        false,
        false,
        true,
        false,
        null,
        extras(annotation));
  }

  /// @param mayBeAbsent whether an embeddable around the attribute may be null; then a primitive
  ///     does not make the column `not null`
  static Column basic(
      PersistentMember member,
      BasicType type,
      ColumnPlaces places,
      int slot,
      jakarta.persistence.@Nullable Column annotation,
      boolean mayBeAbsent) {
    Basic basic = member.annotation(Basic.class);
    boolean optional =
        (basic == null || basic.optional()) && (mayBeAbsent || !member.javaType().isPrimitive());
    return new Column(
        places.of(member, annotation == null ? "" : annotation.table()),
        name(member, annotation),
        slot,
        type.columnType(),
        SqlTypes.of(member, type, annotation),
        type.conversion(),
        optional && (annotation == null || annotation.nullable()),
        annotation != null && annotation.unique(),
        annotation == null || annotation.insertable(),
        annotation == null || annotation.updatable(),
        null,
        extras(annotation));
  }

  private static DdlExtras extras(jakarta.persistence.@Nullable Column annotation) {
    return annotation == null
        ? DdlExtras.NONE
        : DdlExtras.of(annotation.check(), annotation.options(), annotation.comment());
  }

  private static String name(
      PersistentMember member, jakarta.persistence.@Nullable Column annotation) {
    String written = annotation == null ? "" : annotation.name();
    return Identifier.stored(written.isEmpty() ? member.name() : written);
  }
}
