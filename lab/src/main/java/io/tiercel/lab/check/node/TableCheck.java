package io.tiercel.lab.check.node;

import java.util.ArrayList;
import java.util.List;

/// What came of comparing what is stored with the tables. Confined to one thread.
public final class TableCheck {
  private long compared;
  private final List<String> wrong = new ArrayList<>();

  TableCheck() {}

  void compare(String what, Object stored, Object expected) {
    compared++;
    if (!stored.equals(expected)) {
      wrong.add("%s is stored as %s, the table has %s".formatted(what, stored, expected));
    }
  }

  /// How many rows and answers.
  public long compared() {
    return compared;
  }

  /// Those that differ.
  public List<String> wrong() {
    return wrong;
  }
}
