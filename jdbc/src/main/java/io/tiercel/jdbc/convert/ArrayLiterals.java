package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.BitString;
import io.tiercel.jdbc.value.HStore;
import io.tiercel.jdbc.value.Inet;
import io.tiercel.jdbc.value.Multirange;
import io.tiercel.jdbc.value.Range;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import java.lang.reflect.Array;
import java.net.InetAddress;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// Java arrays whose elements the codec of their type does not take, as literals that the server
/// parses: `int4` from Strings, and whatever else has a text.
final class ArrayLiterals {
  private ArrayLiterals() {}

  /// Whether the codec takes every element.
  static boolean isCodable(Object array, int elementOid, ConversionContext context) {
    if (array.getClass().isArray() && array.getClass().componentType().isPrimitive()) {
      return takes(elementOid, array.getClass().componentType(), context);
    }
    Class<?> last = null;
    for (Object member : members(array)) {
      if (member == null || member.getClass() == last) {
        continue;
      }
      if (isNested(member)) {
        if (!isCodable(member, elementOid, context)) {
          return false;
        }
      } else {
        last = member.getClass();
        if (!takes(elementOid, last, context)) {
          return false;
        }
      }
    }
    return last != null || takesComponents(array, elementOid, context);
  }

  /// Where no element tells, the class of the array does: the codec is chosen by it.
  private static boolean takesComponents(Object array, int elementOid, ConversionContext context) {
    Class<?> component = array.getClass().componentType();
    return component == null
        || component == Object.class
        || (component.isArray() && component != byte[].class)
        || takes(elementOid, component, context);
  }

  private static boolean takes(int elementOid, Class<?> element, ConversionContext context) {
    try {
      return context.codecs().encoder(elementOid, element) != null;
    } catch (CodecException e) {
      return false; // the one way to ask
    }
  }

  /// `{1,NULL,"a b"}`, every text quoted.
  static String print(Object array, char delimiter) {
    var to = new StringBuilder();
    print(array, delimiter, to);
    return to.toString();
  }

  private static void print(Object array, char delimiter, StringBuilder to) {
    to.append('{');
    boolean isFirst = true;
    for (Object member : members(array)) {
      if (!isFirst) {
        to.append(delimiter);
      }
      isFirst = false;
      if (member == null) {
        to.append("NULL");
      } else if (isNested(member)) {
        print(member, delimiter, to);
      } else {
        quote(literal(member), to);
      }
    }
    to.append('}');
  }

  private static boolean isNested(Object member) {
    return member instanceof Collection<?>
        || (member.getClass().isArray() && !(member instanceof byte[]));
  }

  private static Collection<? extends @Nullable Object> members(Object array) {
    return switch (array) {
      case Object[] objects -> Arrays.asList(objects);
      case Collection<?> collection -> collection;
      default -> boxed(array);
    };
  }

  private static List<Object> boxed(Object primitives) {
    Object[] boxed = new Object[Array.getLength(primitives)];
    for (int i = 0; i < boxed.length; i++) {
      boxed[i] = Array.get(primitives, i);
    }
    return Arrays.asList(boxed);
  }

  static String literal(Object value) {
    return switch (value) {
      case byte[] bytes -> "\\x" + HexFormat.of().formatHex(bytes);
      case Timestamp time ->
          LegacyLiterals.print(LegacyLiterals.timestamp(time, TimeZone.getDefault()));
      case Date date -> LegacyLiterals.print(LegacyLiterals.date(date, TimeZone.getDefault()));
      case Time time -> LegacyLiterals.print(LegacyLiterals.time(time, TimeZone.getDefault()));
      case Boolean bool -> bool ? "t" : "f";
      case Enum<?> constant -> constant.name();
      case Range<?> range -> range.print(ArrayLiterals::literal);
      case Multirange<?> multirange -> multirange.print(ArrayLiterals::literal);
      case Temporal temporal -> coded(temporal);
      case TemporalAmount amount -> coded(amount);
      case InetAddress address -> Inet.print(address);
      case BitSet bits -> new BitString(bits, bits.length()).toString();
      case Map<?, ?> map -> HStore.print(map);
      default -> value.toString();
    };
  }

  /// As the codec of its type prints it: infinity, and years before the first and past 9999, are
  /// not spelled as Java spells them.
  private static String coded(Object value) {
    int oid = Codecs.builtin().defaultOid(value.getClass());
    if (oid == Oids.UNSPECIFIED) {
      return value.toString();
    }
    // Planned for the class of the very value.
    @SuppressWarnings("unchecked")
    var encoder = (Encoder<Object>) Codecs.builtin().encoder(oid, Format.TEXT, value.getClass());
    var out = new WriteBuffer(32);
    encoder.encode(value, out);
    return Texts.utf8(out.array(), 0, out.position());
  }

  private static void quote(String text, StringBuilder to) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\');
      }
      to.append(c);
    }
    to.append('"');
  }
}
