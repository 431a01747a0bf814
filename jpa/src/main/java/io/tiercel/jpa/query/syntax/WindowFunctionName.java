package io.tiercel.jpa.query.syntax;

/// The functions of PostgreSQL that a window alone may call, and how many arguments they take.
public enum WindowFunctionName {
  ROW_NUMBER(0, 0),
  RANK(0, 0),
  DENSE_RANK(0, 0),
  PERCENT_RANK(0, 0),
  CUME_DIST(0, 0),
  NTILE(1, 1),
  LAG(1, 3),
  LEAD(1, 3),
  FIRST_VALUE(1, 1),
  LAST_VALUE(1, 1),
  NTH_VALUE(2, 2);

  private final int least;
  private final int most;

  WindowFunctionName(int least, int most) {
    this.least = least;
    this.most = most;
  }

  boolean takes(int arguments) {
    return arguments >= least && arguments <= most;
  }

  /// How many arguments it takes, in words.
  String arity() {
    return least == most ? least + " arguments" : least + " to " + most + " arguments";
  }
}
