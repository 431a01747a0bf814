package io.tiercel.jdbc.value;

import java.util.List;
import java.util.stream.Collectors;

/// `path`: `((x1,y1),…)` if it is closed, `[(x1,y1),…]` if it is open.
public record Path(List<Point> points, boolean isClosed) implements Geometry {
  public Path {
    points = List.copyOf(points);
  }

  @Override
  public String typeName() {
    return "path";
  }

  @Override
  public String toString() {
    String list = points.stream().map(Point::toString).collect(Collectors.joining(","));
    return isClosed ? "(" + list + ")" : "[" + list + "]";
  }
}
