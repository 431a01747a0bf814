package io.tiercel.wire.row;

import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;

/// How the bytes of a column are read without a codec: decided once per description, so that
/// [DataRow]'s primitive getters only switch.
enum Reading {
  BOOL(1),
  INT2(2),
  INT4(4),
  INT8(8),
  FLOAT4(4),
  FLOAT8(8),
  /// UTF-8 as it stands: any type in text format, and the text family in binary.
  UTF8(-1),
  /// Whatever needs a codec.
  CODED(-1);

  final int width;

  Reading(int width) {
    this.width = width;
  }

  static Reading of(Field field) {
    if (field.format() == Format.TEXT) {
      return UTF8;
    }
    return switch (field.typeOid()) {
      case Oids.BOOL -> BOOL;
      case Oids.INT2 -> INT2;
      case Oids.INT4 -> INT4;
      case Oids.INT8 -> INT8;
      case Oids.FLOAT4 -> FLOAT4;
      case Oids.FLOAT8 -> FLOAT8;
      case Oids.TEXT, Oids.VARCHAR, Oids.BPCHAR, Oids.NAME, Oids.UNKNOWN, Oids.JSON, Oids.XML ->
          UTF8;
      default -> CODED;
    };
  }
}
