package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Types that are read as text and travel in binary: what the codec makes of the binary value is
/// what the server prints, and what it writes in binary is what the server holds.
@NullUnmarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpelledBinaryTest {
  private static final int RANDOM_VALUES = 200;

  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());
  private final List<OracleServer> servers = new ArrayList<>();

  /// @param writes whether text is written in binary too
  record Spelled(
      String type,
      TypeCodec codec,
      boolean writes,
      List<String> edges,
      Function<RandomGenerator, String> random) {
    @Override
    public String toString() {
      return type;
    }
  }

  @BeforeAll
  void connect() throws SQLException {
    System.out.println("SpelledBinaryTest: -Dtiercel.seed=" + seed);
    for (TestServer server : TestServer.all()) {
      TestDatabase database = server.newDatabase();
      var oracle = new OracleServer(database);
      oracle.execute("create extension hstore");
      oracle.execute("create extension ltree");
      oracle.execute("create type floatrange as range (subtype = float8)");
      oracle.execute("create type textrange as range (subtype = text)");
      servers.add(oracle);
    }
  }

  @AfterAll
  void disconnect() throws SQLException {
    for (OracleServer server : servers) {
      server.close();
    }
  }

  static Stream<Spelled> types() {
    return Stream.of(networks(), geometries(), ranges(), others()).flatMap(List::stream);
  }

  private static List<Spelled> networks() {
    return List.of(
        new Spelled(
            "inet",
            Addresses.inet(),
            true,
            List.of(
                "0.0.0.0/0",
                "255.255.255.255",
                "10.0.0.1/8",
                "::",
                "::1",
                "::/0",
                "::1.2.3.4",
                "::ffff:1.2.3.4",
                "::ffff:1.2.3.4/96",
                "::ffff:0:1.2.3.4",
                "1::",
                "1:0:0:2::3",
                "1:0:0:2:0:0:3:0",
                "0:1::",
                "fe80::1/10",
                "1:2:3:4:5:6:7:8",
                "1:2:3:4:5:6:0:8",
                "0:0:0:0:0:0:ffff:1"),
            SpelledBinaryTest::address),
        new Spelled(
            "cidr",
            Addresses.cidr(),
            true,
            List.of("0.0.0.0/0", "10.0.0.0/8", "10", "::/0", "::ffff:1.2.3.4/128", "1::/16"),
            random -> SpelledBinaryTest.address(random).replaceAll("/.*", "")),
        new Spelled(
            "macaddr",
            MacAddresses.macaddr(),
            true,
            List.of("00:00:00:00:00:00", "ff-ff-ff-ff-ff-ff"),
            random -> "%012x".formatted(random.nextLong(1L << 48))),
        new Spelled(
            "macaddr8",
            MacAddresses.macaddr8(),
            true,
            List.of("08:00:2b:01:02:03"),
            random -> "%016x".formatted(random.nextLong())));
  }

  private static String address(RandomGenerator random) {
    if (random.nextBoolean()) {
      return "%d.%d.%d.%d/%d"
          .formatted(
              random.nextInt(256),
              random.nextInt(256),
              random.nextInt(256),
              random.nextInt(256),
              random.nextInt(33));
    }
    var words = new ArrayList<String>();
    for (int i = 0; i < 8; i++) {
      words.add(random.nextInt(3) > 0 ? "0" : Integer.toHexString(random.nextInt(1 << 16)));
    }
    return String.join(":", words) + "/" + random.nextInt(129);
  }

  private static List<Spelled> geometries() {
    return List.of(
        new Spelled(
            "point",
            Geometries.point(),
            true,
            List.of("(0,0)", "(-0,1e300)", "(NaN,Infinity)", "(-Infinity,1e-300)"),
            SpelledBinaryTest::point),
        new Spelled("lseg", Geometries.lseg(), true, List.of(), random -> points(random, 2)),
        new Spelled("box", Geometries.box(), true, List.of(), random -> points(random, 2)),
        new Spelled(
            "line",
            Geometries.line(),
            true,
            List.of("{1,2,3}", "{0,1,-0}"),
            random -> "{%s,1,%s}".formatted(number(random), number(random))),
        new Spelled(
            "circle",
            Geometries.circle(),
            true,
            List.of("<(0,0),0>", "<(1,2),Infinity>"),
            random -> "<%s,%s>".formatted(point(random), Math.abs(number(random)))),
        new Spelled(
            "polygon",
            Geometries.polygon(),
            true,
            List.of("((0,0))"),
            random -> points(random, random.nextInt(1, 9))),
        new Spelled(
            "path",
            Geometries.path(),
            true,
            List.of("[(0,0)]", "((0,0),(1,1))"),
            random -> "[%s]".formatted(points(random, random.nextInt(1, 9)))));
  }

  private static double number(RandomGenerator random) {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(-1000, 1000);
      case 1 -> random.nextInt() / 1000.0;
      default -> random.nextGaussian() * 1e20;
    };
  }

  private static String point(RandomGenerator random) {
    return "(%s,%s)".formatted(number(random), number(random));
  }

  private static String points(RandomGenerator random, int count) {
    return String.join(",", Stream.generate(() -> point(random)).limit(count).toList());
  }

  private static List<Spelled> ranges() {
    Ranges int4 = Ranges.range("int4range", Integers.int4());
    Ranges text = Ranges.range("textrange", Texts.text("text"));
    return List.of(
        new Spelled(
            "int4range",
            int4,
            false,
            List.of("empty", "(,)", "[1,)", "(,5]", "[2147483646,2147483647)"),
            SpelledBinaryTest::intRange),
        new Spelled(
            "int4multirange",
            int4.multirange("int4multirange"),
            false,
            List.of("{}", "{(,)}", "{[1,3),[5,8)}"),
            random -> "{%s,%s}".formatted(intRange(random), intRange(random))),
        new Spelled(
            "numrange",
            Ranges.range("numrange", Numerics.numeric()),
            false,
            List.of("[-1.50,2.000]", "[1,Infinity]"),
            SpelledBinaryTest::intRange),
        new Spelled(
            "floatrange",
            Ranges.range("floatrange", Floats.float8()),
            false,
            List.of("[1,2)", "[-Infinity,NaN]"),
            random -> "[%s,)".formatted(number(random))),
        new Spelled(
            "daterange",
            Ranges.range("daterange", Dates.date()),
            false,
            List.of("[2026-01-01,infinity)", "[-infinity,infinity]", "[0044-03-15 BC,)"),
            random -> "[2000-01-01,%d-05-06]".formatted(random.nextInt(2001, 9999))),
        new Spelled(
            "tsrange",
            Ranges.range("tsrange", Timestamps.timestamp()),
            false,
            List.of("(,\"2026-01-01 10:00:00.5\"]", "[-infinity,infinity]"),
            random -> "[2026-01-01 00:00:00.%d,)".formatted(random.nextInt(1000))),
        new Spelled(
            "textrange",
            text,
            false,
            List.of(
                "(\"\",a]", "[\"a\\\"b\",\"c d\"]", "[\"\\\\\",é)", "[\"(\",\"]\")", "[\",\",)"),
            random -> "[%x,)".formatted(random.nextLong())),
        new Spelled(
            "textmultirange",
            text.multirange("textmultirange"),
            false,
            List.of("{[\"a b\",c],[d,\"}\"]}"),
            random -> "{[%x,)}".formatted(random.nextLong())));
  }

  private static String intRange(RandomGenerator random) {
    int lower = random.nextInt(-1000, 1000);
    return "%s%d,%d%s"
        .formatted(
            random.nextBoolean() ? "[" : "(",
            lower,
            lower + random.nextInt(3),
            random.nextBoolean() ? "]" : ")");
  }

  private static List<Spelled> others() {
    return List.of(
        new Spelled(
            "varbit",
            BitStrings.codec("varbit"),
            true,
            List.of("", "1", "0000000", "10000001", "100000011"),
            random -> {
              int bits = random.nextInt(1, 30);
              return Integer.toBinaryString((1 << bits) | random.nextInt(1 << bits));
            }),
        new Spelled(
            "bit(9)",
            BitStrings.codec("bit"),
            true,
            List.of("000000000"),
            random -> Integer.toBinaryString((1 << 8) | random.nextInt(1 << 8))),
        new Spelled(
            "pg_lsn",
            Locations.pgLsn(),
            true,
            List.of("0/0", "FFFFFFFF/FFFFFFFF"),
            random -> "%X/%X".formatted(random.nextInt(), random.nextInt())),
        new Spelled(
            "tid",
            Locations.tid(),
            true,
            List.of("(0,0)", "(4294967295,65535)"),
            random -> "(%d,%d)".formatted(random.nextInt(1 << 30), random.nextInt(1 << 16))),
        new Spelled(
            "jsonpath",
            Texts.versioned("jsonpath"),
            true,
            List.of("$", "$.a[*] ? (@.b > 1)", "strict $.\"é\""),
            random -> "$.a[%d]".formatted(random.nextInt(100))),
        new Spelled(
            "ltree",
            Texts.versioned("ltree"),
            true,
            List.of("", "Top", "Top.Science.Astronomy"),
            random -> "a%x.b".formatted(random.nextInt())),
        new Spelled(
            "lquery", Texts.versioned("lquery"), true, List.of("*.a", "!b.c{1,2}"), _ -> "x"),
        new Spelled(
            "tsvector",
            TextSearch.tsvector(),
            false,
            List.of("", "a", "'it''s' b:1", "'\\\\' 'q q':16383A,2B,3C,4D", "é:5"),
            random -> "w%d:%dB x:%d".formatted(random.nextInt(9), random.nextInt(1, 99), 7)),
        new Spelled(
            "hstore",
            HStores.hstore("hstore"),
            false,
            List.of("", "a=>1", "\"a b\"=>NULL, \"\"=>\"\", \"q\\\"\"=>\"\\\\\"", "é=>NULL"),
            random -> "k%d=>%x, z=>NULL".formatted(random.nextInt(99), random.nextLong())));
  }

  @ParameterizedTest
  @MethodSource("types")
  void a_value_that_came_in_binary_prints_as_on_the_server(Spelled type)
      throws SQLException, IOException {
    var texts = new ArrayList<String>(type.edges());
    var random = new SplittableRandom(seed);
    for (int i = 0; i < RANDOM_VALUES; i++) {
      texts.add(type.random().apply(random));
    }
    // Large enough for lengths that a byte or a short does not hold.
    if (type.type().equals("varbit")) {
      texts.add(String.join("", Collections.nCopies(300_000, "101")));
    }
    for (OracleServer server : servers) {
      for (OracleServer.Held held : server.read(type.type(), texts)) {
        String text = new String(held.text(), StandardCharsets.UTF_8);
        for (Format format : Format.values()) {
          byte[] bytes = format == Format.BINARY ? held.binary() : held.text();
          Decoder<?> decoder = type.codec().planDecoder(format, String.class);
          assertEquals(text, decoder.decode(bytes, 0, bytes.length), () -> "seed " + seed);
        }
        if (type.writes()) {
          assertArrayEquals(held.binary(), binary(type, text), () -> text + ", seed " + seed);
        }
      }
    }
  }

  private static byte[] binary(Spelled type, String text) {
    @SuppressWarnings("unchecked")
    var encoder = (Encoder<String>) type.codec().planEncoder(Format.BINARY, String.class);
    var out = new io.tiercel.wire.buffer.WriteBuffer(64);
    encoder.encode(text, out);
    return java.util.Arrays.copyOf(out.array(), out.position());
  }
}
