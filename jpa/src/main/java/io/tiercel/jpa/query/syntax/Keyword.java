package io.tiercel.jpa.query.syntax;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The words the grammar knows, in any mix of upper and lower case (specification 4.4.1).
///
/// Only the words that would make a query ambiguous are refused as names of variables. That is
/// fewer than the specification reserves: it reserves the names of all functions, and a function is
/// known by its parenthesis. After a dot, and where an entity is named, every word is a name.
enum Keyword {
  ALL(true),
  AND(true),
  ANY(true),
  AS(true),
  ASC(true),
  AVG(false),
  BETWEEN(true),
  BOTH(false),
  BY(true),
  CASE(true),
  CAST(false),
  CONFLICT(false),
  CONNECT(false),
  COUNT(false),
  CROSS(true),
  DATE(false),
  DATETIME(false),
  DELETE(true),
  DESC(true),
  DISTINCT(true),
  DO(false),
  ELSE(true),
  EMPTY(true),
  END(true),
  ENTRY(false),
  ESCAPE(true),
  EXCEPT(true),
  EXISTS(true),
  EXTRACT(false),
  FALSE(true),
  FETCH(true),
  FILTER(false),
  FIRST(false),
  FROM(true),
  FULL(true),
  FUNCTION(false),
  GROUP(true),
  HAVING(true),
  ID(false),
  ILIKE(false),
  IN(true),
  INDEX(false),
  INNER(true),
  INSERT(false),
  INTERSECT(true),
  INTO(false),
  IS(true),
  JOIN(true),
  KEY(false),
  LAST(false),
  LEADING(false),
  LEFT(true),
  LIKE(true),
  LIMIT(false),
  LOCAL(false),
  MATERIALIZED(false),
  MAX(false),
  MEMBER(true),
  MIN(false),
  NEW(true),
  NOT(true),
  NOTHING(false),
  NULL(true),
  NULLS(true),
  OBJECT(false),
  OF(true),
  OFFSET(false),
  ON(true),
  OR(true),
  ORDER(true),
  OUTER(true),
  OVER(false),
  PARTITION(false),
  PRIOR(false),
  RECURSIVE(false),
  RIGHT(true),
  SELECT(true),
  SET(true),
  SIZE(false),
  SOME(true),
  START(false),
  SUM(false),
  THEN(true),
  TIME(false),
  TRAILING(false),
  TREAT(false),
  TRIM(false),
  TRUE(true),
  TYPE(false),
  UNION(true),
  UPDATE(true),
  VALUE(false),
  VALUES(false),
  VERSION(false),
  WHEN(true),
  WHERE(true),
  WITH(false);

  private static final Map<String, Keyword> BY_NAME = new HashMap<>();
  private static final int LONGEST;

  static {
    int longest = 0;
    for (var keyword : values()) {
      BY_NAME.put(keyword.name(), keyword);
      longest = Math.max(longest, keyword.name().length());
    }
    LONGEST = longest;
  }

  private final boolean reserved;

  Keyword(boolean reserved) {
    this.reserved = reserved;
  }

  /// Whether it cannot name a variable or begin a path.
  boolean isReserved() {
    return reserved;
  }

  /// The keyword a word spells, or null.
  static @Nullable Keyword of(String word) {
    return word.length() > LONGEST ? null : BY_NAME.get(asciiUpperCase(word));
  }

  /// Upper case of the ASCII letters only: Unicode's rules would read `ı` as `I`.
  static String asciiUpperCase(String word) {
    var upper = new char[word.length()];
    for (int i = 0; i < upper.length; i++) {
      char c = word.charAt(i);
      upper[i] = c >= 'a' && c <= 'z' ? (char) (c - ('a' - 'A')) : c;
    }
    return new String(upper);
  }
}
