package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Format;

/// What a [ValueReader] reads: a type of the server, in one format.
///
/// @param name as [TypeInfo] calls it
/// @param typmod `pg_attribute.atttypmod`, -1 if there is none
record ValueType(int oid, String name, int typmod, Format format) {
  boolean isBinary() {
    return format == Format.BINARY;
  }
}
