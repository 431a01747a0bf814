package io.tiercel.json.advisor.workload;

/// As what the value of a path is taken.
public enum ValueClass {
  TEXT,
  NUMBER,
  BOOLEAN,
  /// A date or a time.
  TIME,
  /// A tsvector.
  WORDS,
  /// jsonb itself.
  JSON
}
