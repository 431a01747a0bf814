package io.tiercel.json.advisor.sql;

/// Where in a statement an expression stands.
public enum Clause {
  SELECT,
  /// A function in FROM.
  FROM,
  /// WHERE, HAVING, or ON of a join.
  WHERE,
  GROUP_BY,
  ORDER_BY,
  /// LIMIT, OFFSET or FETCH.
  LIMIT,
  /// What a row is set to: SET and VALUES.
  SET,
  OTHER
}
