package io.tiercel.jpa.load;

import io.tiercel.wire.codec.Decoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads the texts of one column and gives one String for those that repeat: of a status, a country
/// or a currency, which every row of a large result holds again, each otherwise 48 bytes in two
/// objects that stay as long as the entity. A column whose texts do not repeat is noticed, and read
/// as if this were not there.
///
/// Unlike other decoders it has a state: confined to the thread of its reader.
final class RepeatedTexts implements Decoder<Object> {
  /// Longer ones seldom repeat, and take longer to compare.
  private static final int MAX_BYTES = 32;

  /// Texts whose hash codes are alike have so many places, for two that are frequent would always
  /// drive each other out of one.
  private static final int WAYS = 4;

  private static final int SET_BITS = 5;
  private static final int PLACES = WAYS << SET_BITS;

  /// 2^32 divided by the golden ratio.
  private static final int GOLDEN = 0x9E37_79B9;

  /// After so many texts it is decided anew whether it is worth it.
  private static final int TRIAL = 256;

  private final Decoder<?> decoder;
  private final byte[] @Nullable [] bytes = new byte[PLACES][];
  private final Object[] texts = new Object[PLACES];
  private int tried;
  private int repeated;
  private boolean isWorthIt = true;

  /// @param decoder for the column, as one plans it
  RepeatedTexts(Decoder<?> decoder) {
    this.decoder = decoder;
  }

  @Override
  public Object decode(byte[] source, int offset, int length) {
    if (!isWorthIt || length > MAX_BYTES) {
      return decoder.decode(source, offset, length);
    }
    if (tried == TRIAL) {
      isWorthIt = repeated * 2 >= TRIAL;
      tried = 0;
      repeated = 0;
    }
    tried++;
    int place = place(source, offset, length);
    for (int i = place; i < place + WAYS; i++) {
      byte[] known = bytes[i];
      if (known != null && Arrays.equals(known, 0, known.length, source, offset, offset + length)) {
        repeated++;
        return texts[i];
      }
    }
    Object decoded = decoder.decode(source, offset, length);
    // Whichever goes: what repeats comes back, and the others change their turn.
    int replaced = place + tried % WAYS;
    bytes[replaced] = Arrays.copyOfRange(source, offset, offset + length);
    texts[replaced] = decoded;
    return decoded;
  }

  /// The first of the places for texts of that hash code.
  private static int place(byte[] source, int offset, int length) {
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + source[i];
    }
    return ((hash * GOLDEN) >>> (Integer.SIZE - SET_BITS)) * WAYS;
  }
}
