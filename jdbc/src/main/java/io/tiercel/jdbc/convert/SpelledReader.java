package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.BitString;
import io.tiercel.jdbc.value.Inet;
import io.tiercel.jdbc.value.MacAddress;
import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.replication.Lsn;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Types that are read as the server's spelling: as object a [TypedText]. What came in binary, its
/// codec spells; what has no codec, the server is asked to spell.
class SpelledReader extends ValueReader {
  private static final Set<Integer> NETWORKS = Set.of(Oids.INET, Oids.CIDR);
  private static final Set<Integer> HARDWARE = Set.of(Oids.MACADDR, Oids.MACADDR8);
  private static final Set<Integer> BITS = Set.of(Oids.BIT, Oids.VARBIT);

  private static final Map<Class<?>, Parser> PARSERS =
      Map.of(
          Inet.class, new Parser(NETWORKS, Inet::parse),
          MacAddress.class, new Parser(HARDWARE, MacAddress::parse),
          BitString.class, new Parser(BITS, BitString::parse),
          BitSet.class, new Parser(BITS, text -> BitString.parse(text).toBitSet()),
          boolean[].class, new Parser(BITS, SpelledReader::booleans),
          Lsn.class, new Parser(Set.of(Oids.PG_LSN), Lsn::parse));

  /// How a class is read from the text of these types.
  private record Parser(Set<Integer> oids, Function<String, Object> parse) {}

  private final ConversionContext context;
  private @Nullable Decoder<String> string;

  SpelledReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
  }

  @Override
  final String getString(byte[] source, int offset, int length) throws SQLException {
    if (!type.isBinary()) {
      return Texts.utf8(source, offset, length);
    }
    Decoder<String> decoder = string;
    if (decoder == null) {
      if (context.codecs().preferredFormat(type.oid()) != type.format()) {
        // Only an anonymous record brings such a value, for it says what it is made of too late.
        return context
            .types()
            .printed(type.oid(), Arrays.copyOfRange(source, offset, offset + length));
      }
      decoder = context.codecs().decoder(type.oid(), type.format(), String.class);
      string = decoder;
    }
    return decoder.decode(source, offset, length);
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return new TypedText(type.name(), getString(source, offset, length));
  }

  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) throws SQLException {
    Parser parser = PARSERS.get(target);
    if (parser == null || !parser.oids.contains(type.oid())) {
      return super.getOther(source, offset, length, target);
    }
    try {
      return target.cast(parser.parse.apply(getString(source, offset, length)));
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION, "malformed value of type " + type.name(), e);
    }
  }

  private static boolean[] booleans(String digits) {
    boolean[] bits = new boolean[digits.length()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = digits.charAt(i) == '1';
    }
    return bits;
  }
}
