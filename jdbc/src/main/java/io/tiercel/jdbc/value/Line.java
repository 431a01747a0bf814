package io.tiercel.jdbc.value;

/// `line`: the line ax + by + c = 0, `{a,b,c}`.
public record Line(double a, double b, double c) implements Geometry {
  @Override
  public String typeName() {
    return "line";
  }

  @Override
  public String toString() {
    return "{" + Geometry.print(a) + "," + Geometry.print(b) + "," + Geometry.print(c) + "}";
  }
}
