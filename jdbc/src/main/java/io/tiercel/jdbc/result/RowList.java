package io.tiercel.jdbc.result;

import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.List;

/// Rows that can be replaced, removed and added: those of an updatable result, and those that the
/// driver makes itself. Confined to the result's thread.
final class RowList implements Rows {
  private final List<byte[]> bodies;

  RowList(List<byte[]> bodies) {
    this.bodies = new ArrayList<>(bodies);
  }

  @Override
  public boolean moveTo(long index, DataRow cursor) {
    if (index < 0 || index >= bodies.size()) {
      return false;
    }
    byte[] body = bodies.get((int) index);
    cursor.moveTo(body, 0, body.length);
    return true;
  }

  @Override
  public boolean has(long index) {
    return index >= 0 && index < bodies.size();
  }

  @Override
  public long size() {
    return bodies.size();
  }

  @Override
  public void setFetchSize(int size) {
    // All are here.
  }

  void replace(long index, byte[] body) {
    bodies.set((int) index, body);
  }

  void remove(long index) {
    bodies.remove((int) index);
  }

  void add(byte[] body) {
    bodies.add(body);
  }

  @Override
  public void close() {
    bodies.clear();
  }
}
