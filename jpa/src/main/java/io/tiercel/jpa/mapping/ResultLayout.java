package io.tiercel.jpa.mapping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How the rows of an entity and all its subtypes stand side by side in one result.
///
/// First come the columns of the entity itself, in the order of its row; then, for each subtype,
/// the columns that it adds. A row of one class leaves the columns of other classes null. Where no
/// column of the entity's own tells the class, a last column does: the place of the class among
/// [#types()].
///
/// A plain entity's layout is its row. Immutable, safe for any number of threads.
public final class ResultLayout {
  private final List<EntityMapping> types;
  private final List<Column> columns;
  private final Map<EntityMapping, int[]> positions;
  private final boolean hasMarker;

  private ResultLayout(
      List<EntityMapping> types,
      List<Column> columns,
      Map<EntityMapping, int[]> positions,
      boolean hasMarker) {
    this.types = types;
    this.columns = List.copyOf(columns);
    this.positions = positions;
    this.hasMarker = hasMarker;
  }

  static ResultLayout of(EntityMapping entity) {
    List<Column> columns = new ArrayList<>(entity.columns());
    Map<EntityMapping, int[]> positions = new HashMap<>();
    for (EntityMapping type : entity.withSubtypes()) {
      EntityMapping above = type.superType();
      int[] ofAbove = type == entity || above == null ? null : positions.get(above);
      positions.put(type, ofAbove == null ? identity(columns.size()) : add(type, ofAbove, columns));
    }
    boolean hasMarker = entity.isPolymorphic() && entity.inheritance().discriminator() == null;
    return new ResultLayout(entity.withSubtypes(), columns, positions, hasMarker);
  }

  private static int[] identity(int size) {
    int[] positions = new int[size];
    for (int slot = 0; slot < size; slot++) {
      positions[slot] = slot;
    }
    return positions;
  }

  private static int[] add(EntityMapping type, int[] inherited, List<Column> columns) {
    int[] positions = new int[type.columns().size()];
    System.arraycopy(inherited, 0, positions, 0, inherited.length);
    for (int slot = inherited.length; slot < positions.length; slot++) {
      positions[slot] = columns.size();
      columns.add(type.columns().get(slot));
    }
    return positions;
  }

  /// The entity and its subtypes, each before its own.
  public List<EntityMapping> types() {
    return types;
  }

  /// The columns in the order of the result, without the marker.
  public List<Column> columns() {
    return columns;
  }

  /// Where the slots of a row of one of [#types()] stand in the result.
  public int[] positions(EntityMapping type) {
    int[] found = positions.get(type);
    if (found == null) {
      throw new IllegalArgumentException("%s is none of %s".formatted(type, types));
    }
    return found.clone();
  }

  /// Where a slot of a row of one of [#types()] stands in the result.
  int position(EntityMapping type, int slot) {
    int[] found = positions.get(type);
    if (found == null) {
      throw new IllegalArgumentException("%s is none of %s".formatted(type, types));
    }
    return found[slot];
  }

  /// Whether a last column tells the class.
  public boolean hasMarker() {
    return hasMarker;
  }

  /// How many columns a result has.
  public int width() {
    return columns.size() + (hasMarker ? 1 : 0);
  }
}
