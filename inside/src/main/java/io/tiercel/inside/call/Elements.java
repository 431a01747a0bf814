package io.tiercel.inside.call;

import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.Iterator;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/// The rows of a set, one after the other, whatever it was returned as: Iterator, Stream or
/// Iterable. Closing it closes a stream. Confined to one thread.
final class Elements implements AutoCloseable {
  private final Iterator<?> iterator;
  private final @Nullable BaseStream<?, ?> stream;

  private Elements(Iterator<?> iterator, @Nullable BaseStream<?, ?> stream) {
    this.iterator = iterator;
    this.stream = stream;
  }

  /// @param set what the method returned; null is the empty set
  static Elements of(@Nullable Object set) {
    return switch (set) {
      case null -> new Elements(Collections.emptyIterator(), null);
      case BaseStream<?, ?> stream -> new Elements(stream.iterator(), stream);
      case Iterable<?> iterable -> new Elements(iterable.iterator(), null);
      case Iterator<?> iterator -> new Elements(iterator, null);
      default -> throw noSet(set.getClass());
    };
  }

  /// The class of the elements of a method's result, Object where it does not say.
  ///
  /// @throws CodecException `42804` if the method returns no set
  static Class<?> typeOf(Method method) {
    Class<?> raw = method.getReturnType();
    if (!BaseStream.class.isAssignableFrom(raw)
        && !Iterable.class.isAssignableFrom(raw)
        && !Iterator.class.isAssignableFrom(raw)) {
      throw noSet(raw);
    }
    if (method.getGenericReturnType() instanceof ParameterizedType type
        && type.getActualTypeArguments().length == 1) {
      Type element = type.getActualTypeArguments()[0];
      return element instanceof Class<?> known ? known : Object.class;
    }
    return Object.class;
  }

  private static CodecException noSet(Class<?> type) {
    return new CodecException(
        SqlState.DATATYPE_MISMATCH,
        "cannot return %s as a set: return an Iterator, a Stream or an Iterable"
            .formatted(type.getName()));
  }

  boolean hasNext() {
    return iterator.hasNext();
  }

  @Nullable Object next() {
    return iterator.next();
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.close();
    }
  }
}
