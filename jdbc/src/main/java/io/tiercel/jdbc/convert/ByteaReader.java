package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.lob.MemoryBlob;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import java.sql.Blob;
import java.util.HexFormat;

/// `bytea`: as object a byte array; as text `\x` and hexadecimal digits.
final class ByteaReader extends ValueReader {
  private static final HexFormat HEX = HexFormat.of();

  private final Decoder<byte[]> bytes;

  ByteaReader(ValueType type) {
    super(type);
    bytes = Codecs.builtin().decoder(type.oid(), type.format(), byte[].class);
  }

  @Override
  byte[] getBytes(byte[] source, int offset, int length) {
    return bytes.decode(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return byte[].class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    return bytes.decode(source, offset, length);
  }

  @Override
  Blob getBlob(byte[] source, int offset, int length) {
    return new MemoryBlob(bytes.decode(source, offset, length));
  }

  @Override
  String getString(byte[] source, int offset, int length) throws java.sql.SQLException {
    return type.isBinary()
        ? "\\x" + HEX.formatHex(source, offset, offset + length)
        : super.getString(source, offset, length);
  }
}
