package io.tiercel.wire.row;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The columns of a result. Immutable, safe for any number of threads.
public final class RowDescription {
  /// The description of a result without columns.
  public static final RowDescription EMPTY = new RowDescription(List.of());

  private final List<Field> fields;
  private final Map<String, Integer> indexes;
  private final Reading[] readings;

  public RowDescription(List<Field> fields) {
    this.fields = List.copyOf(fields);
    indexes = HashMap.newHashMap(fields.size());
    readings = new Reading[fields.size()];
    for (int i = 0; i < readings.length; i++) {
      // As in libpq, the first of several columns of one name is meant.
      indexes.putIfAbsent(fields.get(i).name(), i);
      readings[i] = Reading.of(fields.get(i));
    }
  }

  public List<Field> fields() {
    return fields;
  }

  /// The number of columns.
  public int size() {
    return readings.length;
  }

  /// The index of the first column of that name, exactly as the server spells it; -1 if there is
  /// none.
  public int indexOf(String name) {
    Integer index = indexes.get(name);
    return index == null ? -1 : index;
  }

  Reading reading(int index) {
    return readings[index];
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
