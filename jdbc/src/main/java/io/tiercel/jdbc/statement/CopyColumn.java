package io.tiercel.jdbc.statement;

import io.tiercel.wire.CopyRowWriter;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.error.CodecException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The values that go into one column of a COPY. They are of the column's type, or of one whose
/// assignment to it changes nothing but the width: an integer among integers, a string among the
/// text types, a literal without a type that has one reading ([CopyLiteral]).
final class CopyColumn {
  private static final Set<Integer> INTEGERS = Set.of(Oids.INT2, Oids.INT4, Oids.INT8);
  private static final Set<Integer> TEXTS = Set.of(Oids.TEXT, Oids.VARCHAR, Oids.BPCHAR);

  private final Codecs codecs;
  private final int index;
  private final int oid;

  /// The literals as values, by entry; null if the entries' own values are sent.
  private final @Nullable Object @Nullable [] read;

  private final boolean isLasting;

  /// The encoder of the class that came last.
  private @Nullable Class<?> kind;

  private @Nullable Encoder<Object> encoder;

  private CopyColumn(
      Codecs codecs, int index, int oid, @Nullable Object @Nullable [] read, boolean isLasting) {
    this.codecs = codecs;
    this.index = index;
    this.oid = oid;
    this.read = read;
    this.isLasting = isLasting;
  }

  /// The column, or null if one of its values cannot be written as its type.
  ///
  /// @param index of the placeholder
  /// @param oid the type of the column
  static @Nullable CopyColumn of(Codecs codecs, int index, int oid, List<BoundCommand> entries) {
    @Nullable Object @Nullable [] read = null;
    boolean isLasting = true;
    Class<?> before = null;
    int oidBefore = Oids.UNSPECIFIED;
    for (int row = 0; row < entries.size(); row++) {
      Object value = entries.get(row).values()[index];
      if (value == null) {
        continue;
      }
      int bound = entries.get(row).oids()[index];
      if (value instanceof ServerText literal) {
        // Literals among values of another kind are rare enough not to be worth a form.
        Object meant =
            before == null && bound == Oids.UNSPECIFIED
                ? CopyLiteral.read(literal.text(), oid)
                : null;
        if (meant == null) {
          return null;
        }
        if (read == null) {
          read = new @Nullable Object[entries.size()];
        }
        read[row] = meant;
      } else if (read != null) {
        return null;
      } else if (value.getClass() != before || bound != oidBefore) {
        before = value.getClass();
        oidBefore = bound;
        if (!isAssignable(bound, oid) || !isEncodable(codecs, oid, before)) {
          return null;
        }
        isLasting &= UnnestColumn.isLasting(before);
      }
    }
    return new CopyColumn(codecs, index, oid, read, isLasting);
  }

  private static boolean isAssignable(int bound, int oid) {
    return bound == oid
        || (INTEGERS.contains(bound) && INTEGERS.contains(oid))
        || (TEXTS.contains(bound) && TEXTS.contains(oid));
  }

  private static boolean isEncodable(Codecs codecs, int oid, Class<?> kind) {
    try {
      return codecs.encoder(oid, Format.BINARY, kind).format() == Format.BINARY;
    } catch (CodecException e) {
      // There is no such way to write it; the batch takes another form and says what is wrong.
      return false;
    }
  }

  boolean isLasting() {
    return isLasting;
  }

  void put(BoundCommand entry, int row, CopyRowWriter writer) {
    Object value = read == null ? entry.values()[index] : read[row];
    if (value == null) {
      writer.putNull();
    } else {
      writer.put(encoder(value.getClass()), value);
    }
  }

  private Encoder<Object> encoder(Class<?> of) {
    Encoder<Object> known = encoder;
    if (known == null || kind != of) {
      known = plan(of);
      encoder = known;
      kind = of;
    }
    return known;
  }

  @SuppressWarnings("unchecked") // planned for the class of the values it is given
  private Encoder<Object> plan(Class<?> of) {
    return (Encoder<Object>) codecs.encoder(oid, Format.BINARY, of);
  }
}
