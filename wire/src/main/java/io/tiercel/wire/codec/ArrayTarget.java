package io.tiercel.wire.codec;

import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an array value becomes in Java: a Java array of fixed or any depth, or nested lists.
///
/// @param typeName of the array, for error messages
/// @param target the class asked for
/// @param leaf the class of the elements, maybe primitive
/// @param depth the number of dimensions that `target` has, [#ANY_DEPTH] if that is open
/// @param isList whether lists are made instead of arrays
record ArrayTarget(String typeName, Class<?> target, Class<?> leaf, int depth, boolean isList) {
  /// Each value is as deep as it comes.
  static final int ANY_DEPTH = 0;

  Object collect(ArrayElements elements) {
    int[] dimensions = elements.dimensions();
    requireDepth(dimensions.length);
    Object flat = Array.newInstance(leaf, elements.total());
    fill(flat, elements);
    elements.expectEnd();
    if (isList) {
      return nestedList((@Nullable Object[]) flat, dimensions, 0, 0);
    }
    if (dimensions.length == 0 && depth > 1) {
      return Array.newInstance(leaf, new int[depth]);
    }
    return dimensions.length <= 1 ? flat : nestedArray(flat, dimensions, 0, 0);
  }

  private void requireDepth(int actual) {
    if (depth != ANY_DEPTH && actual != 0 && actual != depth) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          ("cannot read %s of %d dimensions as %s\n"
                  + "Hint: read it as Object, as List, or as a Java array of %d dimensions.")
              .formatted(typeName, actual, target.getTypeName(), actual));
    }
  }

  private void fill(Object flat, ArrayElements elements) {
    switch (flat) {
      case int[] array -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (Integer) required(elements);
        }
      }
      case long[] array -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (Long) required(elements);
        }
      }
      case double[] array -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (Double) required(elements);
        }
      }
      case Object[] array -> fillObjects(array, elements);
      default -> {
        for (int i = 0; i < elements.total(); i++) {
          Array.set(flat, i, required(elements));
        }
      }
    }
  }

  private static void fillObjects(@Nullable Object[] array, ArrayElements elements) {
    for (int i = 0; i < array.length; i++) {
      array[i] = elements.next();
    }
  }

  private Object required(ArrayElements elements) {
    Object element = elements.next();
    if (element == null) {
      throw new CodecException(
          SqlState.NULL_VALUE_NOT_ALLOWED,
          "%s has a NULL element and cannot be read as %s\nHint: read it as an array of objects or a List."
              .formatted(typeName, target.getTypeName()));
    }
    return element;
  }

  private Object nestedArray(Object flat, int[] dimensions, int level, int index) {
    int length = dimensions[level];
    Class<?> component = leaf;
    for (int i = level + 1; i < dimensions.length; i++) {
      component = component.arrayType();
    }
    Object array = Array.newInstance(component, length);
    if (level == dimensions.length - 1) {
      System.arraycopy(flat, index * length, array, 0, length);
    } else {
      for (int i = 0; i < length; i++) {
        Array.set(array, i, nestedArray(flat, dimensions, level + 1, index * length + i));
      }
    }
    return array;
  }

  /// Unmodifiable; `List.copyOf` would refuse the NULLs.
  private static List<@Nullable Object> nestedList(
      @Nullable Object[] flat, int[] dimensions, int level, int index) {
    if (dimensions.length == 0) {
      return List.of();
    }
    int length = dimensions[level];
    @Nullable Object[] members;
    if (level == dimensions.length - 1) {
      members = Arrays.copyOfRange(flat, index * length, (index + 1) * length);
    } else {
      members = new @Nullable Object[length];
      for (int i = 0; i < length; i++) {
        members[i] = nestedList(flat, dimensions, level + 1, index * length + i);
      }
    }
    return Collections.<@Nullable Object>unmodifiableList(Arrays.<@Nullable Object>asList(members));
  }
}
