package io.tiercel.cache.predicate;

/// Sets of the three truth values of SQL, as bits: what a condition may be of a row that is known
/// in part.
final class Truths {
  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int NULL = 4;
  static final int ANY = TRUE | FALSE | NULL;

  private Truths() {}

  static int not(int truths) {
    return (truths & NULL) | ((truths & TRUE) << 1) | ((truths & FALSE) >> 1);
  }

  static int and(int left, int right) {
    int result = ((left | right) & FALSE) | (left & right & TRUE);
    boolean mayBeNull =
        ((left & NULL) != 0 && (right & (TRUE | NULL)) != 0)
            || ((right & NULL) != 0 && (left & (TRUE | NULL)) != 0);
    return mayBeNull ? result | NULL : result;
  }

  static int or(int left, int right) {
    return not(and(not(left), not(right)));
  }
}
