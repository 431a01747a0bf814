package io.tiercel.wire.replication;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The values of a row, TupleData of the protocol. Immutable; columns count from 0.
///
/// All values lie in one array; of value `i` the bytes from `ends[i - 1]` to `ends[i]`.
public final class Tuple {
  static final byte NULL = 'n';
  static final byte UNCHANGED = 'u';
  static final byte TEXT = 't';
  static final byte BINARY = 'b';

  private final byte[] kinds;
  private final int[] ends;
  private final byte[] values;

  Tuple(byte[] kinds, int[] ends, byte[] values) {
    this.kinds = kinds;
    this.ends = ends;
    this.values = values;
  }

  /// A row of texts, null for NULL: for rows that came by another way than the stream.
  public static Tuple ofTexts(List<@Nullable String> texts) {
    byte[] kinds = new byte[texts.size()];
    int[] ends = new int[texts.size()];
    var values = new ByteArrayOutputStream();
    for (int i = 0; i < kinds.length; i++) {
      String text = texts.get(i);
      kinds[i] = text == null ? NULL : TEXT;
      if (text != null) {
        values.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      }
      ends[i] = values.size();
    }
    return new Tuple(kinds, ends, values.toByteArray());
  }

  /// This row with those of its unchanged values that were not sent taken from the former one.
  ///
  /// @param former a row of the same table
  /// @param columns for which of the columns the former one has the value
  public Tuple completedBy(Tuple former, IntPredicate columns) {
    byte[] newKinds = kinds.clone();
    int[] newEnds = new int[ends.length];
    var newValues = new ByteArrayOutputStream(values.length);
    for (int i = 0; i < kinds.length; i++) {
      boolean takes = kinds[i] == UNCHANGED && columns.test(i);
      Tuple source = takes ? former : this;
      newKinds[i] = source.kinds[i];
      newValues.write(source.values, source.start(i), source.ends[i] - source.start(i));
      newEnds[i] = newValues.size();
    }
    return new Tuple(newKinds, newEnds, newValues.toByteArray());
  }

  public int size() {
    return kinds.length;
  }

  public boolean isNull(int i) {
    return kinds[i] == NULL;
  }

  /// Whether the value is a large one that the update did not touch, and was not sent.
  public boolean isUnchanged(int i) {
    return kinds[i] == UNCHANGED;
  }

  /// How the value came; only for one that is there.
  public Format format(int i) {
    return kinds[i] == BINARY ? Format.BINARY : Format.TEXT;
  }

  /// The bytes of the value; none if it is NULL or was not sent.
  public byte[] bytes(int i) {
    return Arrays.copyOfRange(values, start(i), ends[i]);
  }

  /// The value as the server spells it; null for NULL.
  ///
  /// @throws UsageException if it was not sent, or came in binary
  public @Nullable String text(int i) {
    return switch (kinds[i]) {
      case NULL -> null;
      case TEXT -> new String(values, start(i), ends[i] - start(i), StandardCharsets.UTF_8);
      case BINARY -> throw unreadable(i, "came in binary; read it with a codec");
      default -> throw unreadable(i, "is unchanged and was not sent");
    };
  }

  /// The value as an object of its type's usual class; null for NULL.
  ///
  /// @param typeOid of the column
  /// @throws UsageException if it was not sent
  public @Nullable Object get(int i, int typeOid, Codecs codecs) {
    if (kinds[i] == UNCHANGED) {
      throw unreadable(i, "is unchanged and was not sent");
    }
    return kinds[i] == NULL
        ? null
        : codecs.decoder(typeOid, format(i)).decode(values, start(i), ends[i] - start(i));
  }

  private int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  private static UsageException unreadable(int i, String reason) {
    return new UsageException(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "column %d %s".formatted(i, reason));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tuple tuple
        && Arrays.equals(kinds, tuple.kinds)
        && Arrays.equals(ends, tuple.ends)
        && Arrays.equals(values, tuple.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(kinds) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    var text = new StringBuilder("(");
    for (int i = 0; i < kinds.length; i++) {
      text.append(i == 0 ? "" : ", ");
      text.append(
          switch (kinds[i]) {
            case TEXT -> text(i);
            case BINARY -> "%d bytes".formatted(ends[i] - start(i));
            case NULL -> "null";
            default -> "unchanged";
          });
    }
    return text.append(')').toString();
  }
}
