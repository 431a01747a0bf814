package io.tiercel.jdbc.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Random values printed here, held by the server, and parsed back.
@NullUnmarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ValuesTest {
  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());
  private final RandomGenerator random = new SplittableRandom(seed);
  private TestDatabase database;
  private Connection connection;

  @BeforeAll
  void connect() throws SQLException {
    System.out.println("ValuesTest: -Dtiercel.seed=" + seed);
    database = TestServer.v18().newDatabase();
    database.execute("create extension hstore");
    connection = database.connect();
  }

  @AfterAll
  void disconnect() throws SQLException {
    connection.close();
    database.close();
  }

  private String held(String type, String text) throws SQLException {
    try (var statement =
        connection.prepareStatement("select format('%s', ?::text::" + type + ")")) {
      statement.setString(1, text);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getString(1);
      }
    }
  }

  private Point point() {
    return new Point(coordinate(), coordinate());
  }

  private double coordinate() {
    double value = Double.longBitsToDouble(random.nextLong());
    boolean isTame = Math.abs(value) > 1e-100 && Math.abs(value) < 1e100;
    return isTame && random.nextBoolean() ? value : random.nextInt(-1000, 1000) / 8.0;
  }

  @Test
  void a_geometric_value_goes_there_and_back() throws SQLException {
    for (int i = 0; i < 50; i++) {
      List<Point> points = new ArrayList<>();
      for (int n = random.nextInt(1, 5); n > 0; n--) {
        points.add(point());
      }
      for (Geometry value :
          List.of(
              point(),
              new LineSegment(point(), point()),
              new Path(points, random.nextBoolean()),
              new Polygon(points),
              new Line(1.5, coordinate(), coordinate()),
              new Circle(point(), Math.abs(coordinate())))) {
        String text = held(value.typeName(), value.toString());
        assertEquals(value, Geometry.parse(value.typeName(), text), () -> "seed " + seed);
      }
    }
    assertEquals(
        new Box(new Point(3, 4), new Point(1, 2)),
        Geometry.parse("box", held("box", new Box(new Point(1, 4), new Point(3, 2)).toString())));
  }

  @Test
  void an_hstore_goes_there_and_back() throws SQLException {
    for (int i = 0; i < 50; i++) {
      Map<String, String> map = new HashMap<>();
      for (int n = random.nextInt(4); n > 0; n--) {
        map.put(text(), random.nextInt(4) == 0 ? null : text());
      }
      assertEquals(map, HStore.parse(held("hstore", HStore.print(map))), () -> "seed " + seed);
    }
    assertThrows(IllegalArgumentException.class, () -> HStore.parse("\"a\"=\"b\""));
    assertThrows(IllegalArgumentException.class, () -> HStore.parse("\"a\"=>\"b"));
  }

  private String text() {
    String alphabet = "ab \"\\,=>'{}()[]é\u00DFNULL";
    var text = new StringBuilder();
    for (int n = random.nextInt(8); n > 0; n--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @Test
  void a_range_goes_there_and_back() throws SQLException {
    List<Range<Integer>> ranges =
        List.of(
            Range.closedOpen(1, 10),
            Range.closedOpen(null, 5),
            Range.closedOpen(-3, null),
            Range.closedOpen(null, null),
            Range.empty());
    for (Range<Integer> range : ranges) {
      assertEquals(range, Range.parse(held("int4range", range.toString()), Integer::valueOf));
    }
    database.execute("create type textrange as range (subtype = text)");
    for (int i = 0; i < 30; i++) {
      String text = text();
      var range = new Range<>(text, true, text, true, false);
      assertEquals(range, Range.parse(held("textrange", range.toString()), bound -> bound));
    }
    for (int i = 0; i < 30; i++) {
      var listed = new ArrayList<Range<String>>();
      for (int n = random.nextInt(3); n > 0; n--) {
        listed.add(new Range<>(text(), true, null, false, false));
      }
      String text = held("textmultirange", new Multirange<>(listed).toString());
      Multirange<String> read = Multirange.parse(text, bound -> bound);
      assertEquals(Math.min(1, listed.size()), read.ranges().size());
      assertEquals(text, held("textmultirange", read.toString()), () -> "seed " + seed);
    }
    for (String malformed :
        List.of("[1,2)", "{[1,2)", "{[1,2),", "{[1,2),}", "{x}", "{[1,2)[3,4)}", "{")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> Multirange.parse(malformed, bound -> bound),
          malformed);
    }
    assertThrows(IllegalArgumentException.class, () -> Range.parse("1,2", Integer::valueOf));
    assertThrows(IllegalArgumentException.class, () -> Range.parse("[1;2)", Integer::valueOf));
  }
}
