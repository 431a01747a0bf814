package io.tiercel.wire.codec;

import io.tiercel.wire.error.CodecException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Plans codecs. This first width knows bool, integers and text.
public final class Codecs {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final Codecs BUILTIN = new Codecs();

  private Codecs() {}

  public static Codecs builtin() {
    return BUILTIN;
  }

  /// Binary where the type is known, else text.
  public Format preferredFormat(int oid) {
    return switch (oid) {
      case Oids.BOOL, Oids.INT2, Oids.INT4, Oids.INT8, Oids.TEXT, Oids.VARCHAR -> Format.BINARY;
      default -> Format.TEXT;
    };
  }

  @SuppressWarnings("unchecked") // guarded by target.cast
  public <T> Decoder<T> decoder(int oid, Format format, Class<T> target) {
    Decoder<?> plain = target == String.class ? Codecs::utf8 : decoder(oid, format);
    return (source, offset, length) -> {
      Object value = plain.decode(source, offset, length);
      if (!target.isInstance(value)) {
        throw new CodecException("cannot read type %d as %s".formatted(oid, target.getName()));
      }
      return (T) value;
    };
  }

  public Decoder<?> decoder(int oid, Format format) {
    if (format == Format.TEXT) {
      return Codecs::utf8;
    }
    return switch (oid) {
      case Oids.BOOL -> (source, offset, length) -> source[offset] != 0;
      case Oids.INT2 -> (source, offset, length) -> (Short) (short) SHORT.get(source, offset);
      case Oids.INT4 -> (source, offset, length) -> (Integer) (int) INT.get(source, offset);
      case Oids.INT8 -> (source, offset, length) -> (Long) (long) LONG.get(source, offset);
      default -> Codecs::utf8;
    };
  }

  public Class<?> defaultJavaType(int oid) {
    return switch (oid) {
      case Oids.BOOL -> Boolean.class;
      case Oids.INT2 -> Short.class;
      case Oids.INT4 -> Integer.class;
      case Oids.INT8 -> Long.class;
      default -> String.class;
    };
  }

  public <T> Encoder<T> encoder(int oid, Class<T> source) {
    return new Encoder<>() {
      @Override
      public Format format() {
        return preferredFormat(oid);
      }

      @Override
      public void encode(T value, io.tiercel.wire.buffer.WriteBuffer out) {
        switch (oid) {
          case Oids.BOOL -> out.putByte((Boolean) value ? 1 : 0);
          case Oids.INT2 -> out.putShort(((Number) value).shortValue());
          case Oids.INT4 -> out.putInt(((Number) value).intValue());
          case Oids.INT8 -> out.putLong(((Number) value).longValue());
          default -> out.putUtf8(value.toString());
        }
      }
    };
  }

  /// The oid of the elements, 0 if unknown.
  public int elementOid(int arrayOid) {
    return 0;
  }

  /// The oid of the array type, 0 if unknown.
  public int arrayOid(int elementOid) {
    return 0;
  }

  public int defaultOid(Class<?> javaType) {
    return 0;
  }

  private static String utf8(byte[] source, int offset, int length) {
    return new String(source, offset, length, StandardCharsets.UTF_8);
  }
}
