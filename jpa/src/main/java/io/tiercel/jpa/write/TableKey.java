package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.CompositeKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The columns that tell a table's rows apart. A key is the value of the only column, or a
/// [CompositeKey] of several. Immutable, safe for any number of threads.
///
/// @param columns at least one
public record TableKey(List<Column> columns) {

  public TableKey {
    columns = List.copyOf(columns);
  }

  int width() {
    return columns.size();
  }

  /// The value of one of the columns.
  Object part(Object key, int index) {
    return key instanceof CompositeKey composite ? composite.parts().get(index) : key;
  }

  /// Puts the key's values among parameters.
  public void put(Object key, @Nullable Object[] parameters, int from) {
    for (int i = 0; i < columns.size(); i++) {
      parameters[from + i] = part(key, i);
    }
  }

  /// For each column the array of its values.
  List<Object[]> arrays(Collection<Object> keys) {
    List<Object[]> arrays = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Object[] values = new Object[keys.size()];
      int next = 0;
      for (Object key : keys) {
        values[next++] = part(key, i);
      }
      arrays.add(values);
    }
    return arrays;
  }

  /// `t.a, t.b`.
  public String list(String alias) {
    return columns.stream()
        .map(column -> alias + "." + column.sql())
        .collect(Collectors.joining(", "));
  }

  /// `t.a = u.k0 and t.b = u.k1`.
  String matches(String alias, String other) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> "%s.%s = %s.k%d".formatted(alias, columns.get(i).sql(), other, i))
        .collect(Collectors.joining(" and "));
  }

  /// `k0, k1`, the names of [#matches].
  String names() {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> "k" + i)
        .collect(Collectors.joining(", "));
  }
}
