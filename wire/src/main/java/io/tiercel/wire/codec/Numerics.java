package io.tiercel.wire.codec;

import io.tiercel.wire.error.CodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;

/// `numeric`. Its scale is kept: `1.50` is read with scale 2. NaN and the infinities exist in
/// PostgreSQL but not in BigDecimal: they are read as Double, Float or String and refused
/// otherwise.
final class Numerics {
  private static final String TYPE = "numeric";

  private Numerics() {}

  static TypeCodec numeric() {
    return ScalarCodec.of(TYPE, BigDecimal.class)
        .parses(BigDecimal.class, NumericBinary::decode, Numerics::parse)
        .prints(BigDecimal.class, NumericBinary::encode, Numerics::print)
        .rest(Numerics::others)
        .build();
  }

  private static void others(ScalarCodec.Builder builder) {
    builder
        .views(Long.class, BigDecimal.class, whole(Long.class, BigDecimal::longValueExact))
        .views(Integer.class, BigDecimal.class, whole(Integer.class, BigDecimal::intValueExact))
        .views(Short.class, BigDecimal.class, whole(Short.class, BigDecimal::shortValueExact))
        .views(Byte.class, BigDecimal.class, whole(Byte.class, BigDecimal::byteValueExact))
        .views(BigInteger.class, BigDecimal.class, whole(BigInteger.class, Numerics::bigInteger))
        .parses(Double.class, Numerics::decodeDouble, Double::valueOf)
        .parses(Float.class, (s, o, l) -> decodeDouble(s, o, l).floatValue(), Float::valueOf)
        .reads(String.class, Numerics::decodeString, ScalarCodec::utf8)
        .accepts(Long.class, BigDecimal.class, BigDecimal::valueOf)
        .accepts(Integer.class, BigDecimal.class, BigDecimal::valueOf)
        .accepts(BigInteger.class, BigDecimal.class, BigDecimal::new)
        .prints(Double.class, NumericBinary::encode, Object::toString)
        .accepts(Float.class, Double.class, value -> Double.valueOf(value.toString()))
        .accepts(Number.class, BigDecimal.class, value -> new BigDecimal(value.toString()));
  }

  private static BigInteger bigInteger(BigDecimal value) {
    return value.toBigIntegerExact();
  }

  private static <T> Function<BigDecimal, T> whole(
      Class<T> target, Function<BigDecimal, T> conversion) {
    return value -> {
      try {
        return conversion.apply(value);
      } catch (ArithmeticException e) {
        throw Faults.doesNotFit(TYPE, target, "read it as BigDecimal, or round it in the query");
      }
    };
  }

  private static BigDecimal parse(String text) {
    if (!text.isEmpty() && (text.endsWith("N") || text.endsWith("y"))) {
      throw notFinite(text);
    }
    var value = new BigDecimal(text);
    // The server writes no exponents; one could stand for more digits than there is memory.
    if (value.scale() < 0) {
      throw Faults.malformedText(TYPE, "unexpected exponent");
    }
    NumericBinary.requireRange(value);
    return value;
  }

  private static String print(BigDecimal value) {
    NumericBinary.requireRange(value);
    return value.toPlainString();
  }

  private static Double decodeDouble(byte[] source, int offset, int length) {
    double special = NumericBinary.special(source, offset, length);
    return special == 0
        ? NumericBinary.decode(source, offset, length).doubleValue()
        : Double.valueOf(special);
  }

  private static String decodeString(byte[] source, int offset, int length) {
    double special = NumericBinary.special(source, offset, length);
    return special == 0
        ? NumericBinary.decode(source, offset, length).toPlainString()
        : Double.toString(special);
  }

  static CodecException notFinite(String name) {
    return Faults.doesNotFit(
        TYPE,
        BigDecimal.class,
        name + " has no BigDecimal; read it as Double or String, or filter it in the query");
  }
}
