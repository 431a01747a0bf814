package io.tiercel.jpa.query.syntax;

/// The functions that take a plain list of arguments, and how many they take.
public enum PlainFunction {
  ABS(1, 1),
  CEILING(1, 1),
  COALESCE(2, Integer.MAX_VALUE),
  CONCAT(2, Integer.MAX_VALUE),
  CURRENT_DATE(0, 0),
  CURRENT_TIME(0, 0),
  CURRENT_TIMESTAMP(0, 0),
  EXP(1, 1),
  FLOOR(1, 1),
  JSON_EXISTS(2, 2),
  JSON_VALUE(2, 2),
  LEFT(2, 2),
  LENGTH(1, 1),
  LN(1, 1),
  LOCAL_DATE(0, 0),
  LOCAL_DATETIME(0, 0),
  LOCAL_TIME(0, 0),
  LOCATE(2, 3),
  LOWER(1, 1),
  MOD(2, 2),
  NULLIF(2, 2),
  POWER(2, 2),
  REPLACE(3, 3),
  RIGHT(2, 2),
  ROUND(2, 2),
  SIGN(1, 1),
  SQRT(1, 1),
  SUBSTRING(2, 3),
  UPPER(1, 1);

  private final int least;
  private final int most;

  PlainFunction(int least, int most) {
    this.least = least;
    this.most = most;
  }

  boolean takes(int arguments) {
    return arguments >= least && arguments <= most;
  }

  /// How many arguments it takes, in words.
  String arity() {
    if (most == Integer.MAX_VALUE) {
      return "at least " + least + " arguments";
    }
    if (least != most) {
      return least + " to " + most + " arguments";
    }
    return least == 1 ? "1 argument" : least + " arguments";
  }
}
