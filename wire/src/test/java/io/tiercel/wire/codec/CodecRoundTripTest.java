package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import io.tiercel.wire.buffer.WriteBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random values and edges of every type go to the server and come back, in binary and in text.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodecRoundTripTest {
  private static final int RANDOM_VALUES = 60;

  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());
  private final Codecs codecs = Codecs.builtin();
  private final List<OracleServer> servers = new ArrayList<>();

  @BeforeAll
  void connect() throws SQLException {
    System.out.println("CodecRoundTripTest: -Dtiercel.seed=" + seed);
    for (TestServer server : TestServer.all()) {
      servers.add(new OracleServer(server.defaultDatabase()));
    }
  }

  @AfterAll
  void disconnect() throws SQLException {
    for (OracleServer server : servers) {
      server.close();
    }
  }

  static Stream<Sample<?>> samples() {
    return Samples.all().stream();
  }

  static Stream<Sample<?>> arraySamples() {
    return Samples.all().stream().map(ArraySamples::of);
  }

  @ParameterizedTest
  @MethodSource({"samples", "arraySamples"})
  <T> void a_value_written_in_binary_is_held_and_read_back_exactly(Sample<T> sample)
      throws SQLException, IOException {
    List<T> values = sample.values(new SplittableRandom(seed), RANDOM_VALUES);
    List<byte[]> encoded =
        values.stream().map(value -> encoded(sample, Format.BINARY, value)).toList();
    for (OracleServer server : servers) {
      List<OracleServer.Held> held = server.receive(sample.type(), encoded);
      for (int i = 0; i < values.size(); i++) {
        assertArrayEquals(held.get(i).binary(), encoded.get(i), () -> "sent back, seed " + seed);
        assertReadBack(sample, values.get(i), held.get(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource({"samples", "arraySamples"})
  <T> void a_value_written_in_text_is_held_as_when_written_in_binary(Sample<T> sample)
      throws SQLException, IOException {
    List<T> values = sample.values(new SplittableRandom(seed), RANDOM_VALUES);
    List<String> printed =
        values.stream()
            .map(value -> new String(encoded(sample, Format.TEXT, value), StandardCharsets.UTF_8))
            .toList();
    for (OracleServer server : servers) {
      List<OracleServer.Held> held = server.read(sample.type(), printed);
      for (int i = 0; i < values.size(); i++) {
        byte[] binary = encoded(sample, Format.BINARY, values.get(i));
        assertArrayEquals(binary, held.get(i).binary(), () -> "held, seed " + seed);
      }
    }
  }

  private <T> void assertReadBack(Sample<T> sample, T value, OracleServer.Held held) {
    assertSame(sample, value, decoded(sample, Format.BINARY, held.binary()));
    assertSame(sample, value, decoded(sample, Format.TEXT, held.text()));
    Decoder<String> printer = codecs.decoder(sample.oid(), Format.BINARY, String.class);
    assertEquals(
        new String(held.text(), StandardCharsets.UTF_8),
        printer.decode(held.binary(), 0, held.binary().length),
        () -> "printed, seed " + seed);
  }

  private <T> void assertSame(Sample<T> sample, T expected, T actual) {
    assertTrue(
        Objects.deepEquals(expected, actual),
        () ->
            "%s, seed %d: expected %s, got %s"
                .formatted(sample, seed, shown(expected), shown(actual)));
  }

  private static String shown(Object value) {
    String shown = Arrays.deepToString(new Object[] {value});
    return shown.length() < 500 ? shown : shown.substring(0, 500) + "…";
  }

  private <T> byte[] encoded(Sample<T> sample, Format format, T value) {
    var out = new WriteBuffer(64);
    // As a caller does who has nothing but the value.
    @SuppressWarnings("unchecked")
    var encoder = (Encoder<T>) codecs.encoder(sample.oid(), format, value.getClass());
    assertEquals(format, encoder.format());
    encoder.encode(value, out);
    return Arrays.copyOf(out.array(), out.position());
  }

  /// In the middle of a larger buffer, as values arrive.
  private <T> T decoded(Sample<T> sample, Format format, byte[] bytes) {
    byte[] buffer = new byte[bytes.length + 7];
    Arrays.fill(buffer, (byte) 0x5A);
    System.arraycopy(bytes, 0, buffer, 3, bytes.length);
    return codecs.decoder(sample.oid(), format, sample.javaType()).decode(buffer, 3, bytes.length);
  }
}
