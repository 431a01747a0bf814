package io.tiercel.wire.codec;

import java.math.BigDecimal;

/// `float4` and `float8`, in binary as IEEE 754. NaN, the infinities and negative zero travel
/// unchanged. In text both sides write the shortest decimal that reads back as the same value.
final class Floats {
  private Floats() {}

  static TypeCodec float4() {
    return ScalarCodec.of("float4", Float.class)
        .parses(Float.class, Floats::decodeFloat4, Float::valueOf)
        .views(Double.class, Float.class, Float::doubleValue)
        .views(BigDecimal.class, Float.class, Floats::decimalOf)
        .views(String.class, Float.class, FloatText::print)
        .prints(Float.class, (value, out) -> out.putFloat(value), Object::toString)
        .accepts(Double.class, Float.class, Floats::narrowed)
        .accepts(Number.class, Float.class, Number::floatValue)
        .build();
  }

  static TypeCodec float8() {
    return ScalarCodec.of("float8", Double.class)
        .parses(Double.class, Floats::decodeFloat8, Double::valueOf)
        .views(Float.class, Double.class, Double::floatValue)
        .views(BigDecimal.class, Double.class, Floats::decimalOf)
        .views(String.class, Double.class, FloatText::print)
        .prints(Double.class, (value, out) -> out.putDouble(value), Object::toString)
        .accepts(Number.class, Double.class, Number::doubleValue)
        .build();
  }

  private static Float decodeFloat4(byte[] source, int offset, int length) {
    Faults.requireLength("float4", Float.BYTES, length);
    return BinaryInts.readFloat(source, offset);
  }

  private static Double decodeFloat8(byte[] source, int offset, int length) {
    Faults.requireLength("float8", Double.BYTES, length);
    return BinaryInts.readDouble(source, offset);
  }

  private static Float narrowed(Double value) {
    float narrow = value.floatValue();
    if (Float.isInfinite(narrow) && !value.isInfinite()) {
      throw Faults.outOfRange(value, "float4", "its largest magnitude is " + Float.MAX_VALUE);
    }
    return narrow;
  }

  private static BigDecimal decimalOf(Number value) {
    if (!Double.isFinite(value.doubleValue())) {
      throw Faults.doesNotFit(
          value instanceof Float ? "float4" : "float8",
          BigDecimal.class,
          "read NaN and the infinities as Double or Float");
    }
    return new BigDecimal(value.toString());
  }
}
