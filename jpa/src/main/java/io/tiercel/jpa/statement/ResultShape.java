package io.tiercel.jpa.statement;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.type.ScalarType;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.result.ResultReader;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.Tuple;
import jakarta.persistence.TupleElement;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How a result row becomes what the query's result class asks for.
public final class ResultShape {
  private ResultShape() {}

  /// A function from a row to an element of the result list.
  ///
  /// @param elements the items of a Tuple as the application has them, empty when it does not
  public static Function<DataRow, @Nullable Object> of(
      ResultReader reader,
      List<Selection> selections,
      Class<?> resultClass,
      List<? extends TupleElement<?>> elements) {
    if (resultClass == Tuple.class) {
      List<@Nullable String> aliases = aliases(selections);
      return row -> new TupleRow(aliases, elements, reader.read(row));
    }
    if (resultClass == Object[].class || selections.size() > 1) {
      return reader::read;
    }
    return reader::readFirst;
  }

  /// Makes sure that a select clause gives what the caller asked for; IllegalArgumentException
  /// else.
  public static void check(List<Selection> selections, Class<?> resultClass) {
    if (resultClass == Object.class || resultClass == Tuple.class || selections.isEmpty()) {
      return;
    }
    if (resultClass == Object[].class) {
      return;
    }
    if (selections.size() > 1) {
      throw new IllegalArgumentException(
          "the query selects %d items, they do not fit %s\nHint: ask for Object[].class or Tuple.class, or select new %s(…)."
              .formatted(selections.size(), resultClass.getName(), resultClass.getSimpleName()));
    }
    Class<?> selected = type(selections.getFirst());
    Class<?> wanted =
        resultClass.isPrimitive()
            ? MethodType.methodType(resultClass).wrap().returnType()
            : resultClass;
    if (selected != Object.class && !wanted.isAssignableFrom(selected)) {
      throw new IllegalArgumentException(
          "the query selects a %s, not a %s".formatted(selected.getName(), resultClass.getName()));
    }
  }

  /// What a selected item is.
  static Class<?> type(Selection selection) {
    return switch (selection) {
      case EntitySelection entity -> entity.mapping().javaType();
      case Selection.Scattered entity -> entity.mapping().javaType();
      case Selection.Constructed constructed -> constructed.type();
      case Selection.Embedded embedded -> embedded.attribute().javaType();
      case Selection.Scalar scalar ->
          scalar.conversion() == null ? scalar.columnType() : Object.class;
    };
  }

  private static List<@Nullable String> aliases(List<Selection> selections) {
    List<@Nullable String> aliases = new ArrayList<>();
    for (Selection selection : selections) {
      aliases.add(selection.alias());
    }
    return aliases;
  }

  /// The element of a row that only its own description tells of.
  public static @Nullable Object selfDescribed(DataRow row, Class<?> resultClass) {
    if (resultClass == Tuple.class) {
      List<@Nullable String> names = new ArrayList<>();
      row.description().fields().forEach(field -> names.add(field.name()));
      return new TupleRow(names, List.of(), values(row));
    }
    if (row.size() == 1 && resultClass != Object[].class) {
      return value(row, resultClass);
    }
    return values(row);
  }

  private static @Nullable Object value(DataRow row, Class<?> resultClass) {
    if (resultClass == Object.class) {
      return row.get(0);
    }
    ScalarType type = ScalarType.of(resultClass);
    Object value = type.columnType() == Object.class ? row.get(0) : row.get(0, type.columnType());
    Conversion conversion = type.conversion();
    return value == null || conversion == null ? value : conversion.toAttribute(value);
  }

  private static @Nullable Object[] values(DataRow row) {
    @Nullable Object[] values = new Object[row.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.get(i);
    }
    return values;
  }
}
