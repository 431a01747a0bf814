package io.tiercel.cache.tiered;

import org.jspecify.annotations.Nullable;

/// Makes bytes of the rows of one region, and rows of these bytes. Stateless, safe for any thread.
///
/// @param <V> a row
public interface RowCodec<V> {

  /// All that the meaning of the bytes depends on: columns, their types, and a version of the
  /// codec. Bytes of another layout are never read.
  String layout();

  /// The id as bytes: equal ids have equal bytes; null for one that cannot be told so.
  byte @Nullable [] key(Object id);

  /// The id of those bytes.
  Object id(byte[] key);

  /// The values of the key's columns, in their order.
  Object[] columns(Object id);

  /// The row as bytes; null for one that has values which cannot be told so, and is kept in the
  /// heap alone.
  byte @Nullable [] encode(V row);

  /// The row of bytes that [#encode] has made.
  V decode(byte[] bytes, int offset, int length);
}
