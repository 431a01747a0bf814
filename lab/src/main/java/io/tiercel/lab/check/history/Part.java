package io.tiercel.lab.check.history;

import java.util.Locale;

/// What a round's writers make grow, for each key: one row, what a collection of its owner holds,
/// or a row of a table that is kept whole.
public enum Part {
  /// An item.
  ROW(0),
  /// Elements whose rows refer to the owner.
  LINES(1),
  /// Elements by a join table.
  TAGS(2),
  /// Values.
  MARKS(3),
  /// A row of an entity all rows of which are kept.
  COIN(4);

  private static final int KEYS = 10_000_000;

  private final int number;

  Part(int number) {
    this.number = number;
  }

  /// What histories call this part of a key.
  public int of(int key) {
    return number * KEYS + key;
  }

  static String told(int name) {
    for (var part : values()) {
      if (part.number == name / KEYS) {
        return "%s %d".formatted(part.name().toLowerCase(Locale.ROOT), name % KEYS);
      }
    }
    throw new IllegalArgumentException("no part has the name " + name);
  }
}
