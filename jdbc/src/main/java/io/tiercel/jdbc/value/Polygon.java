package io.tiercel.jdbc.value;

import java.util.List;
import java.util.stream.Collectors;

/// `polygon`: `((x1,y1),…)`.
public record Polygon(List<Point> points) implements Geometry {
  public Polygon {
    points = List.copyOf(points);
  }

  @Override
  public String typeName() {
    return "polygon";
  }

  @Override
  public String toString() {
    return points.stream().map(Point::toString).collect(Collectors.joining(",", "(", ")"));
  }
}
