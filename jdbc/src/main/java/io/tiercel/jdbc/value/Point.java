package io.tiercel.jdbc.value;

/// `point`: `(x,y)`.
public record Point(double x, double y) implements Geometry {
  @Override
  public String typeName() {
    return "point";
  }

  @Override
  public String toString() {
    return "(" + Geometry.print(x) + "," + Geometry.print(y) + ")";
  }
}
