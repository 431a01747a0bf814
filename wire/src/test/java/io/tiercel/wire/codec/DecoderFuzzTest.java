package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.tiercel.testkit.AllocatedBytes;
import io.tiercel.wire.error.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Any bytes given to any decoder end in a value or in a CodecException, and never cost much more
/// memory than the bytes or the largest value of the type.
class DecoderFuzzTest {
  private static final int ROUNDS = 150;

  /// Loading a class on first use takes two megabytes.
  private static final long MAX_ALLOCATED_BYTES = 8 << 20;

  /// Ten bytes can be a numeric of 131,072 digits: the server itself stores it in as many. The sum
  /// of all intermediate products is 33 MB; damage may make three of them in one array.
  private static final long MAX_ALLOCATED_BYTES_OF_NUMERIC = 128 << 20;

  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);
  private final Map<Integer, TypeCodec> types = builtin();

  private static Map<Integer, TypeCodec> builtin() {
    BuiltinTypes builtin = new BuiltinTypes();
    Map<Integer, TypeCodec> types = new HashMap<>();
    IntConsumer add = oid -> types.put(oid, Objects.requireNonNull(builtin.codec(oid)));
    builtin
        .arrayOids()
        .forEach(
            (element, array) -> {
              add.accept(element);
              add.accept(array);
            });
    add.accept(Oids.UNKNOWN);
    add.accept(Oids.VOID);
    return types;
  }

  @ParameterizedTest
  @EnumSource
  void any_bytes_end_in_a_value_or_a_codec_exception(Format format) {
    types.forEach(
        (oid, type) -> {
          for (Decoder<?> decoder : decoders(type, format)) {
            for (int round = 0; round < ROUNDS; round++) {
              byte[] bytes = new byte[random.nextInt(64)];
              random.nextBytes(bytes);
              tryDecode(type, decoder, bytes);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void damaged_encodings_end_in_a_value_or_a_codec_exception(Format format) {
    Stream.concat(Samples.all().stream(), Samples.all().stream().map(ArraySamples::of))
        .forEach(sample -> damage(sample, format));
  }

  @Test
  void an_array_that_claims_more_elements_than_it_has_bytes_is_refused_before_allocation() {
    byte[] claim = Bytes.binary(Oids.INT4_ARRAY, new int[] {1, 2, 3});
    for (int dimension : new int[] {4, 1 << 20, Integer.MAX_VALUE, -1, 0}) {
      for (int i = 0; i < Integer.BYTES; i++) {
        claim[12 + i] = (byte) (dimension >>> (24 - 8 * i));
      }
      Decoder<?> decoder = Codecs.builtin().decoder(Oids.INT4_ARRAY, Format.BINARY);
      long before = AllocatedBytes.ofCurrentThread();
      try {
        decoder.decode(claim, 0, claim.length);
        fail("accepted a dimension of " + dimension);
      } catch (CodecException e) {
        assertTrue(e.toString().contains("malformed binary value of int4[]"), e::toString);
      }
      assertTrue(AllocatedBytes.ofCurrentThread() - before < 1 << 20);
    }
  }

  private <T> void damage(Sample<T> sample, Format format) {
    TypeCodec type = Objects.requireNonNull(types.get(sample.oid()));
    List<Decoder<?>> decoders = decoders(type, format);
    for (T value : sample.values(random, 20)) {
      byte[] whole = Bytes.encode(Codecs.builtin(), sample.oid(), format, value);
      if (whole.length > 10_000) {
        continue;
      }
      for (Decoder<?> decoder : decoders) {
        tryDecode(type, decoder, Arrays.copyOf(whole, random.nextInt(whole.length + 1)));
        tryDecode(type, decoder, Arrays.copyOf(whole, whole.length + 1 + random.nextInt(8)));
        tryDecode(type, decoder, mutated(whole));
      }
    }
  }

  private byte[] mutated(byte[] whole) {
    byte[] bytes = whole.clone();
    if (bytes.length > 0) {
      // Headers stand in front, so damage falls there more often than not.
      int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 20);
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        int at = random.nextInt(reach);
        bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1);
      }
    }
    return bytes;
  }

  private static List<Decoder<?>> decoders(TypeCodec type, Format format) {
    var decoders = new ArrayList<Decoder<?>>();
    for (Class<?> target : type.readableAs()) {
      Decoder<?> decoder = type.planDecoder(format, target);
      if (decoder != null) {
        decoders.add(decoder);
      }
    }
    return decoders;
  }

  private void tryDecode(TypeCodec type, Decoder<?> decoder, byte[] bytes) {
    // The bytes around the value must not be looked at: an array without them says so.
    long before = AllocatedBytes.ofCurrentThread();
    try {
      decoder.decode(bytes, 0, bytes.length);
    } catch (CodecException expected) {
      // As documented.
    } catch (RuntimeException e) {
      fail(
          "%s, seed %d, bytes %s".formatted(type.typeName(), seed, HexFormat.of().formatHex(bytes)),
          e);
    }
    long allocated = AllocatedBytes.ofCurrentThread() - before;
    boolean isNumeric = type.typeName().startsWith("numeric");
    if (allocated > (isNumeric ? MAX_ALLOCATED_BYTES_OF_NUMERIC : MAX_ALLOCATED_BYTES)) {
      fail(
          "%s, seed %d: %d bytes allocated for %s"
              .formatted(type.typeName(), seed, allocated, HexFormat.of().formatHex(bytes)));
    }
  }
}
