package io.tiercel.wire.codec;

import io.tiercel.wire.error.ProtocolViolation;

/// How a value travels: as PostgreSQL's text, or as the type's `send` function writes it.
public enum Format {
  TEXT((short) 0),
  BINARY((short) 1);

  private final short code;

  Format(short code) {
    this.code = code;
  }

  /// The code in Bind and RowDescription: 0 is text, 1 is binary.
  public short code() {
    return code;
  }

  /// The format of a code.
  ///
  /// @throws ProtocolViolation if the code is neither 0 nor 1
  public static Format of(int code) {
    return switch (code) {
      case 0 -> TEXT;
      case 1 -> BINARY;
      default -> throw new ProtocolViolation("unknown format code " + code);
    };
  }
}
