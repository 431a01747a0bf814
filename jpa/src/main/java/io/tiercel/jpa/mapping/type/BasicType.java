package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import jakarta.persistence.EnumType;
import org.jspecify.annotations.Nullable;

/// How values of a Java type stand in a column: as which class, and by which conversion.
///
/// @param columnType the class that a row holds
/// @param conversion null when the attribute holds the column's value itself
/// @param sqlType the PostgreSQL type if it is not the usual one of the class
public record BasicType(
    Class<?> columnType, @Nullable Conversion conversion, @Nullable String sqlType) {

  public BasicType(Class<?> columnType, @Nullable Conversion conversion) {
    this(columnType, conversion, null);
  }

  /// How values of a class stand in a column when no attribute says more, enum constants by their
  /// names; null when the class is no basic type.
  public static @Nullable BasicType of(Class<?> type) {
    return type.isEnum()
        ? EnumConversion.type(type, EnumType.STRING)
        : StandardTypes.known(Boxed.of(type));
  }

  /// A type that stands in a row as it is.
  static BasicType plain(Class<?> columnType) {
    return new BasicType(columnType, null);
  }

  /// The conversion put before the one this type has.
  public BasicType after(Conversion outer) {
    Conversion inner = conversion;
    return new BasicType(
        columnType, inner == null ? outer : new ChainedConversion(outer, inner), sqlType);
  }

  /// The same in a column of that PostgreSQL type.
  public BasicType in(String otherSqlType) {
    return new BasicType(columnType, conversion, otherSqlType);
  }

  private record ChainedConversion(Conversion outer, Conversion inner) implements Conversion {
    @Override
    public Object toColumn(Object attributeValue) {
      return inner.toColumn(outer.toColumn(attributeValue));
    }

    @Override
    public Object toAttribute(Object columnValue) {
      return outer.toAttribute(inner.toAttribute(columnValue));
    }

    @Override
    public Object rewritten(Object columnValue) {
      return inner.toColumn(outer.rewritten(inner.toAttribute(columnValue)));
    }
  }
}
