package io.tiercel.wire.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `hstore` of the extension of that name. In binary (`hstore_send`) an int32 number of pairs, then
/// for each an int32 length and the key, an int32 length, -1 for NULL, and the value. In text
/// `"key"=>"value", "other"=>NULL`. Read as text, or in binary as a Map of Strings.
final class HStores {
  private static final int NULL = -1;
  private static final int MIN_PAIR_BYTES = 2 * Integer.BYTES;

  private HStores() {}

  static TypeCodec hstore(String typeName) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .parses(
            String.class,
            (source, offset, length) -> print(decode(typeName, source, offset, length)),
            text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .writes(String.class, null, ScalarCodec::putText)
        .build();
  }

  private static Map<String, @Nullable String> decode(
      String typeName, byte[] source, int offset, int length) {
    int count = length < Integer.BYTES ? NULL : BinaryInts.readInt(source, offset);
    if (count < 0 || count > (length - Integer.BYTES) / MIN_PAIR_BYTES) {
      throw Faults.malformed(typeName, "%d pairs in %d bytes".formatted(count, length));
    }
    var reader = new Parts(typeName, source, offset + Integer.BYTES, offset + length);
    var pairs = new LinkedHashMap<String, @Nullable String>();
    for (int i = 0; i < count; i++) {
      String key = reader.next();
      if (key == null) {
        throw Faults.malformed(typeName, "a key that is NULL");
      }
      pairs.put(key, reader.next());
    }
    reader.expectEnd();
    return pairs;
  }

  /// Strings with their lengths before them, -1 for NULL.
  private static final class Parts {
    private final String typeName;
    private final byte[] source;
    private final int end;
    private int at;

    Parts(String typeName, byte[] source, int from, int end) {
      this.typeName = typeName;
      this.source = source;
      this.end = end;
      at = from;
    }

    @Nullable String next() {
      int length = end - at < Integer.BYTES ? Integer.MIN_VALUE : BinaryInts.readInt(source, at);
      if (length < NULL || length > end - at - Integer.BYTES) {
        throw Faults.malformed(typeName, "ends early");
      }
      at += Integer.BYTES;
      if (length == NULL) {
        return null;
      }
      String part = ScalarCodec.utf8(source, at, length);
      at += length;
      return part;
    }

    void expectEnd() {
      if (at != end) {
        throw Faults.malformed(typeName, (end - at) + " bytes too long");
      }
    }
  }

  private static String print(Map<String, @Nullable String> pairs) {
    var to = new StringBuilder();
    pairs.forEach(
        (key, value) -> {
          if (!to.isEmpty()) {
            to.append(", ");
          }
          quote(key, to);
          to.append("=>");
          if (value == null) {
            to.append("NULL");
          } else {
            quote(value, to);
          }
        });
    return to.toString();
  }

  private static void quote(String part, StringBuilder to) {
    to.append('"').append(part.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
  }
}
