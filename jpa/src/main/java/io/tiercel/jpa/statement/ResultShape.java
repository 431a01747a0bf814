package io.tiercel.jpa.statement;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.type.ScalarType;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.result.ConstructorSelection;
import io.tiercel.jpa.result.ResultReader;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.Entity;
import jakarta.persistence.Tuple;
import jakarta.persistence.TupleElement;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
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

  /// The select clause as the caller asked for it: items that are no such class by themselves
  /// become the arguments of its constructor, as if `new` were written around them.
  public static List<Selection> fitted(List<Selection> selections, Class<?> resultClass) {
    return isConstructed(selections, resultClass)
        ? List.of(new Selection.Constructed(resultClass, selections, null))
        : selections;
  }

  private static boolean isConstructed(List<Selection> selections, Class<?> resultClass) {
    boolean isPossible =
        selections.size() > 1
            || (selections.size() == 1
                && resultClass.isRecord()
                && isOther(type(selections.getFirst()), resultClass));
    return isPossible && isView(resultClass);
  }

  /// A class of the application that is there to hold results. An entity is rather asked for by
  /// mistake: one that is made here would be none that is managed.
  private static boolean isView(Class<?> resultClass) {
    return !resultClass.isInterface()
        && !resultClass.isArray()
        && !Modifier.isAbstract(resultClass.getModifiers())
        && !resultClass.getName().startsWith("java.")
        && !resultClass.isAnnotationPresent(Entity.class);
  }

  private static boolean isOther(Class<?> selected, Class<?> wanted) {
    return selected != Object.class && !wanted.isAssignableFrom(selected);
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
    if (isConstructed(selections, resultClass)) {
      checkConstructor(selections, resultClass);
      return;
    }
    if (selections.size() > 1) {
      throw new IllegalArgumentException(
          "the query selects %d items, they do not fit %s\nHint: ask for Object[].class or Tuple.class, or for a record of such components."
              .formatted(selections.size(), resultClass.getName()));
    }
    Class<?> selected = type(selections.getFirst());
    Class<?> wanted =
        resultClass.isPrimitive()
            ? MethodType.methodType(resultClass).wrap().returnType()
            : resultClass;
    if (isOther(selected, wanted)) {
      throw new IllegalArgumentException(
          "the query selects a %s, not a %s".formatted(selected.getName(), resultClass.getName()));
    }
  }

  private static void checkConstructor(List<Selection> selections, Class<?> resultClass) {
    try {
      ConstructorSelection.check(new Selection.Constructed(resultClass, selections, null));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the query selects %d items, they do not fit %s: %s\nHint: ask for Object[].class or Tuple.class, or for a record of such components."
              .formatted(selections.size(), resultClass.getName(), e.getMessage()),
          e);
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
