package io.tiercel.json.advisor.workload;

/// What a statement does with the value of a path.
public enum PathOperator {
  /// `=`, `in`, `= any`.
  EQUAL("="),
  NOT_EQUAL("<>"),
  /// `<`, `<=`, `>`, `>=`, `between`.
  RANGE("<"),
  /// `like 'x%'`.
  BEGINS("like x%"),
  /// `like` otherwise, `ilike`, regular expressions.
  MATCHES("like %x%"),
  /// A tsvector `@@` a tsquery.
  WORDS("@@ words"),
  /// `@>`, and the jsonpath operators and functions with equality.
  CONTAINS("@>"),
  /// `?`, `?|`, `?&`: an array has a text, an object a member.
  MEMBER("?"),
  /// `is null`, `is not null`, and whether a jsonpath finds anything.
  EXISTS("exists"),
  /// Compared with a column or path of another table.
  JOIN("join"),
  SORT("order by"),
  GROUP("group by"),
  /// In the select list, or in what is computed for it.
  PROJECT("select");

  private final String sign;

  PathOperator(String sign) {
    this.sign = sign;
  }

  /// As it is written.
  public String sign() {
    return sign;
  }

  /// Whether it says which rows are wanted.
  public boolean isCondition() {
    return this != SORT && this != GROUP && this != PROJECT;
  }
}
