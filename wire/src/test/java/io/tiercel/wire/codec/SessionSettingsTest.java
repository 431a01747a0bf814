package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Text is read whatever the settings that shape it.
class SessionSettingsTest {
  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());

  /// Before 1900 the offsets of most zones have minutes and seconds.
  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Asia/Kolkata", "Europe/Amsterdam", "America/St_Johns"})
  void a_timestamptz_is_read_in_any_time_zone(String zone) throws SQLException, IOException {
    assertRead("set timezone = '%s'".formatted(zone), Samples.timestamptz());
  }

  static Stream<Arguments> styles() {
    return Stream.of(
        Arguments.of("set intervalstyle = iso_8601", Samples.interval()),
        Arguments.of("set intervalstyle = sql_standard", Samples.interval()),
        Arguments.of("set intervalstyle = postgres_verbose", Samples.interval()),
        Arguments.of("set bytea_output = escape", Samples.bytea()),
        Arguments.of("set extra_float_digits = 3", Samples.float8()));
  }

  @ParameterizedTest
  @MethodSource("styles")
  void a_value_is_read_in_any_style(String setting, Sample<?> sample)
      throws SQLException, IOException {
    assertRead(setting, sample);
  }

  private <T> void assertRead(String setting, Sample<T> sample) throws SQLException, IOException {
    List<T> values = sample.values(new SplittableRandom(seed), 100);
    List<byte[]> encoded = values.stream().map(value -> Bytes.binary(sample.oid(), value)).toList();
    try (var oracle = new OracleServer(TestServer.v18().defaultDatabase())) {
      oracle.execute(setting);
      List<OracleServer.Held> held = oracle.receive(sample.type(), encoded);
      for (int i = 0; i < values.size(); i++) {
        T expected = values.get(i);
        T actual =
            Bytes.decode(
                Codecs.builtin(), sample.oid(), Format.TEXT, sample.javaType(), held.get(i).text());
        assertTrue(
            Objects.deepEquals(expected, actual),
            () -> "seed %d: expected %s, got %s".formatted(seed, expected, actual));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_interval_prints_in_each_style_as_on_the_server(IntervalStyle style)
      throws SQLException, IOException {
    List<Interval> values = Samples.interval().values(new SplittableRandom(seed), 300);
    List<byte[]> encoded =
        values.stream().map(value -> Bytes.binary(Oids.INTERVAL, value)).toList();
    for (TestServer server : TestServer.all()) {
      try (var oracle = new OracleServer(server.defaultDatabase())) {
        oracle.execute("set intervalstyle = " + style);
        List<OracleServer.Held> held = oracle.receive("interval", encoded);
        for (int i = 0; i < values.size(); i++) {
          assertEquals(
              new String(held.get(i).text(), StandardCharsets.UTF_8),
              style.print(values.get(i)),
              () -> "seed " + seed);
        }
      }
    }
  }

  @Test
  void infinite_intervals_are_read_and_written_where_the_server_has_them()
      throws SQLException, IOException {
    try (var oracle = new OracleServer(TestServer.v18().defaultDatabase())) {
      for (Interval value : List.of(Interval.POSITIVE_INFINITY, Interval.NEGATIVE_INFINITY)) {
        byte[] sent = oracle.send("'%s'::interval".formatted(value));
        assertTrue(
            value.equals(Bytes.binary(Oids.INTERVAL, Interval.class, sent)), value::toString);
        assertTrue(value.equals(Interval.parse(value.toString())), value::toString);
      }
    }
  }
}
