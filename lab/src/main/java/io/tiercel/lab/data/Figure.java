package io.tiercel.lab.data;

import java.math.BigDecimal;

/// A number that the database must show after a load.
///
/// @param name what it is, for people
/// @param sql a query of one number, good for the schema of every contender
/// @param expected the number computed from the source
public record Figure(String name, String sql, BigDecimal expected) {
  public static Figure of(String name, String sql, long expected) {
    return new Figure(name, sql, BigDecimal.valueOf(expected));
  }

  public static Figure rows(String table, long expected) {
    return of(table, "select count(*) from " + table, expected);
  }
}
