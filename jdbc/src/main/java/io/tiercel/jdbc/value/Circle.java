package io.tiercel.jdbc.value;

/// `circle`: `<(x,y),radius>`.
public record Circle(Point center, double radius) implements Geometry {
  @Override
  public String typeName() {
    return "circle";
  }

  @Override
  public String toString() {
    return "<" + center + "," + Geometry.print(radius) + ">";
  }
}
