package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Values as parameters and results of our own connection.
class ValuesOverConnectionTest {
  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());

  @EveryPostgres
  void every_value_comes_back_from_the_extended_protocol(TestServer server) {
    System.out.println("ValuesOverConnectionTest: -Dtiercel.seed=" + seed);
    try (var connection = open(server)) {
      Stream.concat(Samples.all().stream(), Samples.all().stream().map(ArraySamples::of))
          .forEach(sample -> assertComesBack(connection, sample));
    }
  }

  private <T> void assertComesBack(Connection connection, Sample<T> sample) {
    var statement = connection.prepare("select $1, null::" + sample.type(), sample.oid());
    for (T expected : sample.values(new SplittableRandom(seed), 10)) {
      connection.query(
          statement,
          row -> {
            assertEquals(Format.BINARY, row.description().fields().get(0).format());
            assertTrue(Objects.deepEquals(expected, row.get(0)), () -> sample + ", seed " + seed);
            assertNull(row.get(1));
          },
          expected);
    }
  }

  /// Spelled as the server spells them.
  private static final Map<Integer, List<String>> SPELLED =
      Map.ofEntries(
          Map.entry(Oids.INET, List.of("192.168.0.1/24", "::1", "fe80::1/64")),
          Map.entry(Oids.CIDR, List.of("10.0.0.0/8")),
          Map.entry(Oids.MACADDR, List.of("08:00:2b:01:02:03")),
          Map.entry(Oids.MACADDR8, List.of("08:00:2b:01:02:03:04:05")),
          Map.entry(Oids.VARBIT, List.of("", "10110")),
          Map.entry(Oids.POINT, List.of("(1,-2.5)")),
          Map.entry(Oids.BOX, List.of("(1,1),(0,0)")),
          Map.entry(Oids.CIRCLE, List.of("<(1,2),3>")),
          Map.entry(Oids.PG_LSN, List.of("16/B374D848")),
          Map.entry(Oids.TSVECTOR, List.of("'cat':3 'fat':2,11")),
          Map.entry(Oids.JSONPATH, List.of("$.\"a\"[*]?(@ > 1)")),
          Map.entry(Oids.INT4RANGE, List.of("[1,5)", "empty", "(,)")),
          Map.entry(Oids.TSTZRANGE, List.of("[\"2026-11-21 00:00:00+00\",)")),
          Map.entry(Oids.NUMRANGE, List.of("(1.5,2.50]")));

  @EveryPostgres
  void types_without_a_Java_class_travel_as_the_server_spells_them(TestServer server) {
    try (var connection = open(server)) {
      connection.script("set timezone = 'UTC'");
      SPELLED.forEach(
          (oid, values) -> {
            var one = connection.prepare("select $1", oid);
            for (String value : values) {
              connection.query(one, row -> assertEquals(value, row.get(0)), value);
            }
            List<String> array = new java.util.ArrayList<>(values);
            array.add(null);
            var many = connection.prepare("select $1", connection.codecs().arrayOid(oid));
            connection.query(
                many,
                row -> {
                  String[] read = row.get(0, String[].class);
                  assertEquals(array, read == null ? null : Arrays.asList(read));
                },
                array);
          });
    }
  }

  private static Connection open(TestServer server) {
    var database = server.defaultDatabase();
    return Connection.open(
        ConnectionConfig.builder()
            .host(database.host(), database.port())
            .database(database.name())
            .user(database.user())
            .password(database.password())
            .build());
  }
}
