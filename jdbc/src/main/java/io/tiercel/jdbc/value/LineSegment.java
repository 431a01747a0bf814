package io.tiercel.jdbc.value;

/// `lseg`: a line segment, `[(x1,y1),(x2,y2)]`.
public record LineSegment(Point start, Point end) implements Geometry {
  @Override
  public String typeName() {
    return "lseg";
  }

  @Override
  public String toString() {
    return "[" + start + "," + end + "]";
  }
}
