package io.tiercel.jpa.write;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// One column of many rows, seen as a list without copying: what an array parameter is encoded
/// from.
final class RowColumn extends AbstractList<@Nullable Object> implements RandomAccess {
  private final List<@Nullable Object[]> rows;
  private final int slot;

  RowColumn(List<@Nullable Object[]> rows, int slot) {
    this.rows = rows;
    this.slot = slot;
  }

  @Override
  public @Nullable Object get(int index) {
    return rows.get(index)[slot];
  }

  @Override
  public int size() {
    return rows.size();
  }
}
