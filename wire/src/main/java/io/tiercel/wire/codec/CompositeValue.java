package io.tiercel.wire.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A value of a composite type or an anonymous record in its raw form: the attributes in order,
/// each still encoded. Immutable as long as nobody writes to the byte arrays.
///
/// @param format in which the attributes are encoded
/// @param attributes in the order of the type
public record CompositeValue(Format format, List<Attribute> attributes) {
  public CompositeValue {
    attributes = List.copyOf(attributes);
  }

  /// One attribute. Immutable as long as nobody writes to its bytes.
  public static final class Attribute {
    private final int oid;
    private final byte @Nullable [] bytes;

    /// @param oid of the type; [Oids#UNSPECIFIED] where nothing tells it: in the text of
    ///     an anonymous record
    /// @param bytes the encoded value, null for NULL
    public Attribute(int oid, byte @Nullable [] bytes) {
      this.oid = oid;
      this.bytes = bytes;
    }

    public int oid() {
      return oid;
    }

    /// The encoded value, null for NULL. Not a copy.
    public byte @Nullable [] bytes() {
      return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Attribute that && oid == that.oid && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Objects.hash(oid, Arrays.hashCode(bytes));
    }

    @Override
    public String toString() {
      return "Attribute[oid=" + oid + ", bytes=" + (bytes == null ? "NULL" : bytes.length) + "]";
    }
  }

  /// Reads an attribute, counted from 0, as `type`.
  ///
  /// @return null for NULL
  /// @throws io.tiercel.wire.error.CodecException if the attribute cannot be read as that class; of
  ///     unknown type it is only a String
  public <T> @Nullable T get(int index, Codecs codecs, Class<T> type) {
    Attribute attribute = attributes.get(index);
    byte[] bytes = attribute.bytes;
    return bytes == null
        ? null
        : codecs.decoder(attribute.oid, format, type).decode(bytes, 0, bytes.length);
  }
}
