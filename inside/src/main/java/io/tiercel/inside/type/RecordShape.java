package io.tiercel.inside.type;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.CompositeValue;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a record class stands for a row: its components take the columns in order. Immutable, safe
/// for any thread.
public final class RecordShape {
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return new RecordShape(type);
        }
      };

  private final Class<?> type;
  private final List<String> componentNames;
  private final List<Class<?>> componentTypes;
  private final List<MethodHandle> accessors;
  private final MethodHandle constructor;

  private RecordShape(Class<?> type) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    var lookup = MethodHandles.publicLookup();
    try {
      Class<?>[] types = new Class<?>[components.length];
      MethodHandle[] handles = new MethodHandle[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        handles[i] =
            lookup
                .unreflect(components[i].getAccessor())
                .asType(MethodType.methodType(Object.class, Object.class));
      }
      componentNames = Arrays.stream(components).map(RecordComponent::getName).toList();
      componentTypes = List.of(types);
      accessors = List.of(handles);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot use record %s: it and its constructor must be public".formatted(type.getName()),
          e);
    }
  }

  /// Whether a class stands for a row: a record, but none of the codecs' own, such as `Interval`,
  /// which is one value.
  public static boolean isRow(Class<?> type) {
    return type.isRecord() && type.getPackage() != CompositeValue.class.getPackage();
  }

  /// The shape of a record class.
  ///
  /// @throws CodecException `42804` if the class is not public
  public static RecordShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  /// The record class.
  public Class<?> type() {
    return type;
  }

  /// The names of the components, in order.
  public List<String> componentNames() {
    return componentNames;
  }

  /// The classes of the components, in order.
  public List<Class<?>> componentTypes() {
    return componentTypes;
  }

  /// Refuses a row of another number of columns.
  ///
  /// @throws CodecException `42804`
  public void requireColumns(int columns) {
    if (columns != componentTypes.size()) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "record %s has %d components, and the row %d columns"
              .formatted(type.getName(), componentTypes.size(), columns));
    }
  }

  /// Makes an instance from the values of its components, in order.
  public Object create(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null && componentTypes.get(i).isPrimitive()) {
        throw new CodecException(
            SqlState.NULL_VALUE_NOT_ALLOWED,
            "component %d of record %s is null, and Java takes it as %s"
                .formatted(i + 1, type.getName(), componentTypes.get(i)));
      }
    }
    try {
      return (Object) constructor.invokeExact(values);
    } catch (Throwable e) {
      throw Sneaky.rethrown(e);
    }
  }

  /// The value of one component.
  public @Nullable Object component(Object instance, int index) {
    try {
      return (Object) accessors.get(index).invokeExact(instance);
    } catch (Throwable e) {
      throw Sneaky.rethrown(e);
    }
  }

  Object read(CompositeValue composite, Codecs codecs) {
    requireColumns(composite.attributes().size());
    @Nullable Object[] values = new @Nullable Object[componentTypes.size()];
    for (int i = 0; i < values.length; i++) {
      Class<?> target = componentTypes.get(i);
      if (isRow(target)) {
        CompositeValue inner = composite.get(i, codecs, CompositeValue.class);
        values[i] = inner == null ? null : of(target).read(inner, codecs);
      } else {
        values[i] = composite.get(i, codecs, target);
      }
    }
    return create(values);
  }
}
