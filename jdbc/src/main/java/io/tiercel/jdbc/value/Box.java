package io.tiercel.jdbc.value;

/// `box`: two opposite corners; the server turns them into the upper right and the lower left one.
public record Box(Point upperRight, Point lowerLeft) implements Geometry {
  @Override
  public String typeName() {
    return "box";
  }

  @Override
  public String toString() {
    return upperRight + "," + lowerLeft;
  }
}
