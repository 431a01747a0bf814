package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Oids;
import java.lang.reflect.Array;
import java.sql.SQLException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Java arrays and collections as array parameters. Their element type follows from the class of
/// the elements; where that is open, from the first of them; where there is none, the server infers
/// it.
final class ArrayParameters {
  private ArrayParameters() {}

  static Parameter of(Object array, ConversionContext context) throws SQLException {
    int elementOid = elementOid(array, context);
    if (elementOid == Oids.UNSPECIFIED) {
      return Parameters.untyped(ArrayLiterals.print(array, ','));
    }
    int arrayOid = context.types().arrayOid(elementOid);
    return arrayOid == 0
        ? Parameters.untyped(ArrayLiterals.print(array, ','))
        : SqlArray.of(arrayOid, elementOid, array, context).parameter();
  }

  private static int elementOid(Object array, ConversionContext context) throws SQLException {
    Class<?> leaf = array.getClass();
    while (leaf.isArray() && leaf != byte[].class) {
      leaf = leaf.componentType();
    }
    int known = context.codecs().defaultOid(leaf);
    if (known != Oids.UNSPECIFIED) {
      return known == Oids.TEXT ? Oids.VARCHAR : known;
    }
    Object first = first(array);
    if (first == null) {
      return Oids.UNSPECIFIED;
    }
    if (first instanceof Collection<?>
        || (first.getClass().isArray() && !(first instanceof byte[]))) {
      return elementOid(first, context);
    }
    int declared = Parameters.ofObject(first, context).declaredOid();
    return declared == Oids.UNSPECIFIED ? context.codecs().defaultOid(first.getClass()) : declared;
  }

  private static @Nullable Object first(Object array) {
    if (array instanceof Collection<?> collection) {
      for (Object member : collection) {
        if (member != null) {
          return member;
        }
      }
      return null;
    }
    for (int i = 0; i < Array.getLength(array); i++) {
      Object member = Array.get(array, i);
      if (member != null) {
        return member;
      }
    }
    return null;
  }
}
