package io.tiercel.cache.predicate;

/// What a column holds instead of a value that can be compared.
public enum Special {
  /// NULL of SQL.
  NULL,

  /// Nobody knows: it was not sent, or it is of a kind that is not compared here.
  UNKNOWN
}
