package io.tiercel.jdbc.value;

import java.util.ArrayList;
import java.util.List;

/// A geometric value of PostgreSQL; its text is what the server takes.
public sealed interface Geometry permits Point, LineSegment, Box, Path, Polygon, Line, Circle {

  /// Reads the server's text of one of the geometric types.
  ///
  /// @param typeName `point`, `lseg`, `box`, `path`, `polygon`, `line` or `circle`
  /// @throws IllegalArgumentException if the text is none of that type
  static Geometry parse(String typeName, String text) {
    return of(typeName, numbers(text), !text.startsWith("["));
  }

  /// Makes a value of one of the geometric types from its numbers, in the order of its text.
  ///
  /// @param isClosed whether it is a closed path; no other type cares
  /// @throws IllegalArgumentException if the type does not take that many
  static Geometry of(String typeName, double[] numbers, boolean isClosed) {
    return switch (typeName) {
      case "point" -> points(numbers, 1).getFirst();
      case "lseg" -> new LineSegment(points(numbers, 2).get(0), points(numbers, 2).get(1));
      case "box" -> new Box(points(numbers, 2).get(0), points(numbers, 2).get(1));
      case "path" -> new Path(points(numbers, numbers.length / 2), isClosed);
      case "polygon" -> new Polygon(points(numbers, numbers.length / 2));
      case "line" -> {
        require(numbers.length == 3, numbers.length + " numbers");
        yield new Line(numbers[0], numbers[1], numbers[2]);
      }
      case "circle" -> {
        require(numbers.length == 3, numbers.length + " numbers");
        yield new Circle(new Point(numbers[0], numbers[1]), numbers[2]);
      }
      default -> throw new IllegalArgumentException("no geometric type: " + typeName);
    };
  }

  /// The name of its type.
  String typeName();

  private static double[] numbers(String text) {
    return java.util.Arrays.stream(text.split("[\\[\\](){}<>,\\s]+"))
        .filter(part -> !part.isEmpty())
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  private static List<Point> points(double[] numbers, int count) {
    require(numbers.length == 2 * count, numbers.length + " numbers");
    var points = new ArrayList<Point>(count);
    for (int i = 0; i < count; i++) {
      points.add(new Point(numbers[2 * i], numbers[2 * i + 1]));
    }
    return points;
  }

  private static void require(boolean isSo, String text) {
    if (!isSo) {
      throw new IllegalArgumentException("no geometric value: " + text);
    }
  }

  /// A number without a fraction of zero.
  static String print(double number) {
    String text = Double.toString(number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
